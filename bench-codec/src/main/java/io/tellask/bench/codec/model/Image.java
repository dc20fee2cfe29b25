package io.tellask.bench.codec.model;

import java.io.Serializable;
import java.util.Objects;

/** A picture of a medium. */
public class Image implements Serializable {
    private static final long serialVersionUID = 1;

    public String uri;
    public String title;
    public int width;
    public int height;
    public ImageSize size;

    @Override
    public boolean equals(Object other) {
        return other instanceof Image that
                && Objects.equals(uri, that.uri)
                && Objects.equals(title, that.title)
                && width == that.width
                && height == that.height
                && Objects.equals(size, that.size);
    }

    @Override
    public int hashCode() {
        return Objects.hash(uri, title, width, height, size.ordinal());
    }
}
