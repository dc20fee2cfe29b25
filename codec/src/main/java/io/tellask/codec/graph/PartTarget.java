package io.tellask.codec.graph;

/** Takes the bytes of a graph as they are written, one part after the other. */
public interface PartTarget {
    /** Takes the first {@code length} bytes of an array, which is written to again. */
    void send(byte[] bytes, int length);
}
