package io.tellask.remote;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Keeps what peers can bring about again and again from filling the log: one line a second at most, and the next line counts those left out.
 * Thread-safe.
 */
public final class LogLimiter {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** What {@link #admit} answers for a line that is to be left out. */
    public static final long LEFT_OUT = -1;

    private final LongSupplier nanoTime;
    private long lastNanos; // the rest is guarded by this
    private boolean begun;
    private long suppressed;

    public LogLimiter() {
        this(System::nanoTime);
    }

    /** A limiter with a clock of its own: for tests. */
    public LogLimiter(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Writes a line, unless one was written within the last second; false if it was left out. */
    public boolean log(Logger log, Level level, Supplier<String> line) {
        if (!log.isLoggable(level)) {
            return false;
        }
        long before = admit(nanoTime.getAsLong());
        if (before == LEFT_OUT) {
            return false;
        }
        log.log(level, before == 0 ? line.get() : line.get() + ", suppressed before=" + before);
        return true;
    }

    /** Admits a line at a time of the caller's clock: how many were left out before it, or {@link #LEFT_OUT}. */
    public synchronized long admit(long nowNanos) {
        if (begun && nowNanos - lastNanos < INTERVAL_NANOS) {
            suppressed++;
            return LEFT_OUT;
        }
        begun = true;
        lastNanos = nowNanos;
        long before = suppressed;
        suppressed = 0;
        return before;
    }
}
