package io.tellask.bench.codec.model;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/** The value of jvm-serializers: a medium and its images. */
public class MediaContent implements Serializable {
    private static final long serialVersionUID = 1;

    public Media media;
    public List<Image> images;

    @Override
    public boolean equals(Object other) {
        return other instanceof MediaContent that
                && Objects.equals(media, that.media)
                && Objects.equals(images, that.images);
    }

    @Override
    public int hashCode() {
        return Objects.hash(media, images);
    }
}
