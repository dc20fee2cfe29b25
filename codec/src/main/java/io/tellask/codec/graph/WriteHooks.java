package io.tellask.codec.graph;

/** What hooks of Java serialization leave behind in one writer, made when the first of them runs. Not thread-safe. */
public interface WriteHooks {
    /** Forgets a message. */
    void clear();
}
