package io.tellask.bench.codec;

import org.jspecify.annotations.Nullable;

/** One contender's codec for objects of one class. Not thread-safe: its buffer is used again and again. */
public interface Subject {
    /** Encodes into a buffer that is kept from call to call; returns how many bytes that made. */
    int encode(Object value) throws Exception;

    /** A copy of what {@link #encode} made last. */
    byte[] encoded();

    /** Makes new objects of an array that holds one message. */
    @Nullable
    Object decode(byte[] bytes) throws Exception;
}
