package io.tellask.bench.aeron;

import io.tellask.struct.Count;

/** What goes to the other process and comes back: 256 bytes. */
interface Ping {
    int BYTES = 256;

    /** Longs that fill it up, each made of the sequence number. */
    int WORDS = 30;

    long sequence();

    void sequence(long sequence);

    /** When it was to be sent, by {@link System#nanoTime} of the process that sends. */
    long dueNanos();

    void dueNanos(long dueNanos);

    @Count(WORDS)
    long words(int index);

    void words(int index, long word);
}
