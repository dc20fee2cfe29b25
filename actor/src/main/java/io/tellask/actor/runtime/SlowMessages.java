package io.tellask.actor.runtime;

import io.tellask.text.SafeText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Logs messages that took an actor longer than a limit: one a second at most, with the number of those that were not logged since. Thread-safe.
 */
public final class SlowMessages {
    private static final Logger LOG = System.getLogger("io.tellask.actor");
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final long limitNanos;
    private final Logger log;
    private final AtomicLong lastReportNanos;
    private final AtomicLong suppressed = new AtomicLong();

    public SlowMessages(Duration limit) {
        this(limit, LOG, System.nanoTime());
    }

    /** Logs from that instant on. */
    SlowMessages(Duration limit, Logger log, long nowNanos) {
        limitNanos = TimeUnit.NANOSECONDS.convert(limit);
        this.log = log;
        lastReportNanos = new AtomicLong(nowNanos - INTERVAL_NANOS);
    }

    /** Whether a message that took so long is to be reported. */
    boolean isSlow(long nanos) {
        return nanos >= limitNanos;
    }

    /**
     * Logs a message, or counts it.
     *
     * @param tookNanos how long the actor worked on it
     * @param waitedNanos how long it was in the mailbox; negative where that is not known
     * @param sender who sent it; empty where that is not known
     * @param nowNanos the clock of the system
     */
    void report(String actor, String method, long tookNanos, long waitedNanos, String sender, long nowNanos) {
        long last = lastReportNanos.get();
        if (nowNanos - last < INTERVAL_NANOS || !lastReportNanos.compareAndSet(last, nowNanos)) {
            suppressed.incrementAndGet();
            return;
        }
        log.log(
                Level.WARNING,
                "slow message: actor=" + actor + ", method=" + method + ", tookMillis=" + millis(tookNanos)
                        + " >= limitMillis=" + millis(limitNanos) + ", waitedMillis="
                        + (waitedNanos < 0 ? "unknown" : millis(waitedNanos)) + ", sender="
                        + (sender.isEmpty() ? "unknown" : SafeText.of(sender)) + ", suppressed="
                        + suppressed.getAndSet(0));
    }

    private static String millis(long nanos) {
        return String.valueOf(TimeUnit.NANOSECONDS.toMillis(nanos));
    }
}
