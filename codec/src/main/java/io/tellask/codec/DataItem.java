package io.tellask.codec;

import org.jspecify.annotations.Nullable;

/** What a class with hooks of Java serialization wrote by itself, piece by piece. Immutable but for its contents. */
public sealed interface DataItem {
    /** The fields of the class, whose values the {@link ObjectNode} has. */
    record Fields() implements DataItem {}

    /** A run of bytes, the numbers and texts among them in the form of {@link java.io.DataOutput}. */
    record Bytes(byte[] bytes) implements DataItem {}

    /**
     * A reference.
     *
     * @param value null, an immutable value of the JDK, or a node
     * @param unshared whether nothing else refers to the object
     */
    record Reference(@Nullable Object value, boolean unshared) implements DataItem {}
}
