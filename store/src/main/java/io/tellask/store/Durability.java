package io.tellask.store;

/** When a put is safe from what. Every level survives {@code kill -9} of the process as soon as the put returns. */
public enum Durability {
    /** The operating system writes when it likes; a full segment is forced in the background. A power cut may lose the youngest puts, in order. */
    BUFFERED,
    /** As {@link #BUFFERED}, and forced to disk at most one period after a put: 100 ms unless the builder says otherwise. The default. */
    PERIODIC,
    /** A put returns when it is on disk. Callers at the same time share one force. */
    FORCED
}
