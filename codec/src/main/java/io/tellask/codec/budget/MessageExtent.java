package io.tellask.codec.budget;

/** How much of a message there is and what was read of it: what allocations are measured by. Not thread-safe. */
public interface MessageExtent {
    /** Bytes that the message has at most. */
    int messageBytes();

    /** Where the reader is. */
    int offset();

    /** Objects that were read so far. */
    int objectCount();
}
