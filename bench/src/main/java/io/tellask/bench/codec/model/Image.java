package io.tellask.bench.codec.model;

import java.io.Serializable;

/** A picture of a medium. */
public class Image implements Serializable {
    private static final long serialVersionUID = 1;

    public String uri;
    public String title;
    public int width;
    public int height;
    public ImageSize size;
}
