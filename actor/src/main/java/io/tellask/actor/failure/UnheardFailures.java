package io.tellask.actor.failure;

import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Failures of code that has nobody to tell: they are counted, and logged, one a second at most. Thread-safe. */
public final class UnheardFailures {
    private static final Logger LOG = System.getLogger("io.tellask.actor");
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    static {
        try {
            MethodHandles.publicLookup()
                    .ensureInitialized(SafeLog.class); // not when memory is short for the first time
        } catch (IllegalAccessException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** For code that runs on no loop, or on one that counts none itself. */
    public static final UnheardFailures SHARED = new UnheardFailures();

    private final AtomicLong count = new AtomicLong();
    private final AtomicLong lastLogNanos = new AtomicLong(System.nanoTime() - INTERVAL_NANOS);

    /** Counts a failure, and logs it, one a second at most. Never throws. */
    public void failed(String what, @Nullable Object where, Throwable failure) {
        count.incrementAndGet();
        long last = lastLogNanos.get();
        long now = System.nanoTime();
        if (now - last >= INTERVAL_NANOS && lastLogNanos.compareAndSet(last, now)) {
            SafeLog.log(LOG, Level.ERROR, what, where, failure);
        }
    }

    /** How many failures there were. */
    public long count() {
        return count.get();
    }
}
