package io.tellask.codec.graph;

/** What hooks of Java serialization leave behind in one reader, made when the first of them runs. Not thread-safe. */
public interface ReadHooks {
    /** Forgets a message. */
    void clear();

    /** Runs what hooks registered for the time when every object is complete. */
    void validate();
}
