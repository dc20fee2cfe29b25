package io.tellask.codec;

/** What hooks of Java serialization leave behind in one writer, made when the first of them runs. Not thread-safe. */
interface WriteHooks {
    /** Forgets a message. */
    void clear();
}
