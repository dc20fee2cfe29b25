package io.tellask.codec.graph;

/** What hooks of Java serialization leave behind in one reader or writer, made when the first runs. Not thread-safe. */
public interface HookState {
    /** Forgets a message. */
    void clear();

    /** Runs what hooks registered for the time when every object is complete. */
    default void validate() {}
}
