package io.tellask.cluster.actors;

/** A call that waits until its actor is found. */
interface Waiting {
    /** Since when it waits, now that it has to. */
    long waitsSince(long now);

    /** Makes the call of the actor that was found. */
    void make(Object reference);

    /** The actor was not found; the call was not made. */
    void fail(RuntimeException reason);
}
