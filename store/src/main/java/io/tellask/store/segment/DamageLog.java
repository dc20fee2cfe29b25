package io.tellask.store.segment;

import io.tellask.store.StoreDamagedException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the damage that reads of an open map have met, and logs it, at most once a second. Thread-safe. */
public final class DamageLog {
    private static final Logger LOGGER = System.getLogger(DamageLog.class.getName());
    private static final long PAUSE_NANOS = 1_000_000_000;

    private final AtomicLong met = new AtomicLong();
    private final AtomicLong logged = new AtomicLong();
    private final AtomicLong loggedNanos = new AtomicLong(System.nanoTime() - PAUSE_NANOS);

    /** How often damage was met. */
    public long met() {
        return met.get();
    }

    /** Notes damage that is about to be thrown, and returns it. */
    public StoreDamagedException note(StoreDamagedException damage) {
        long count = met.incrementAndGet();
        long now = System.nanoTime();
        long last = loggedNanos.get();
        if (now - last >= PAUSE_NANOS && loggedNanos.compareAndSet(last, now)) {
            long others = count - logged.getAndSet(count) - 1;
            LOGGER.log(
                    Level.ERROR,
                    damage.getMessage() + (others == 0 ? "" : "; met more often since the last line, times=" + others));
        }
        return damage;
    }
}
