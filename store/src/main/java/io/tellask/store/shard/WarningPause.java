package io.tellask.store.shard;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps what may happen with every change, on a full disk for example, from filling the log: one line in ten seconds at most. Thread-safe.
 */
final class WarningPause {
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final AtomicLong warnedNanos = new AtomicLong(System.nanoTime() - PAUSE_NANOS);

    /** Whether a line may be written now; if so, the next pause begins. */
    boolean isOver() {
        long last = warnedNanos.get();
        long now = System.nanoTime();
        return now - last >= PAUSE_NANOS && warnedNanos.compareAndSet(last, now);
    }
}
