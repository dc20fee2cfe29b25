package io.tellask.bench.codec.model;

import java.io.Serializable;
import java.util.List;

/** The value of jvm-serializers: a medium and its images. */
public class MediaContent implements Serializable {
    private static final long serialVersionUID = 1;

    public Media media;
    public List<Image> images;
}
