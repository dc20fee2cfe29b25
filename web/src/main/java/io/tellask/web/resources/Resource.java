package io.tellask.web.resources;

import java.io.InputStream;

/**
 * A file as it was found. Thread-safe. What is read is what the file holds then: it may have changed since, and is looked up again to
 * learn so.
 */
public interface Resource {
    /** The most bytes that {@link #bytes} reads into the heap: {@value}. */
    int MOST_BYTES = 64 << 20;

    /** The path it was found by: decoded, with a slash first. */
    String path();

    /** Its length in bytes when it was found. */
    long size();

    /** When it was last changed, in milliseconds since 1970; for a file of a jar that names no time, when the jar was. */
    long modifiedMillis();

    /** Where it was found, for a message: the number and kind of the root, and never a path of the machine. */
    String root();

    /**
     * All of it; not to be changed, since it may be kept for others.
     *
     * @throws ResourceException if it cannot be read, or is longer than {@link #MOST_BYTES}
     */
    byte[] bytes();

    /**
     * A stream over it, which the caller closes.
     *
     * @throws ResourceException if it cannot be opened
     */
    InputStream open();
}
