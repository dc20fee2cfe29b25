package io.tellask.codec.graph;

import org.jspecify.annotations.Nullable;

/** An object of which some parts are written, for {@link DeepWriter}. Not thread-safe. */
public abstract class PartWriter {
    /** The object around this one. */
    @Nullable
    PartWriter outer;

    /** Writes on to the next part that is an object: gives it, or null when all is written. */
    public abstract @Nullable Object next(GraphWriter out) throws Throwable;

    /** Whether each part has a head of its own. */
    public boolean hasHeads() {
        return true;
    }

    /** The failure of a part, with the way to it. */
    public Throwable failed(Throwable failure) {
        return failure;
    }
}
