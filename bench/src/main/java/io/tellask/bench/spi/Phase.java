package io.tellask.bench.spi;

import java.util.function.IntConsumer;

/**
 * The stretch of time in which a caller keeps sending: it ends with its time or with its number of messages, whichever
 * comes first. Cheap enough to be asked before every message; the clock is read once in 1,024. Immutable.
 */
public final class Phase {
    private static final int CLOCK_MASK = 1023;

    private final long messages;
    private final long endNanos;

    private Phase(long messages, long endNanos) {
        this.messages = messages;
        this.endNanos = endNanos;
    }

    /** Starts a phase now. */
    public static Phase start(long millis, long messages) {
        return new Phase(messages, System.nanoTime() + millis * 1_000_000);
    }

    /** Tells whether another message may be sent after {@code sent} of them; once false for a count, it stays false. */
    public boolean open(long sent) {
        return sent < messages && ((sent & CLOCK_MASK) != 0 || System.nanoTime() - endNanos < 0);
    }

    /** Sends one message after the other while the phase is open, each by its first int; returns how many there were. */
    public long each(IntConsumer sending) {
        long sent = 0;
        for (int first = 0; open(sent); first = Pairs.next(first)) {
            sending.accept(first);
            sent++;
        }
        return sent;
    }
}
