package io.tellask.bench.codec.model;

/** How large an image is. */
public enum ImageSize {
    SMALL,
    LARGE
}
