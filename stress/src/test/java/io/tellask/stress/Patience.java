package io.tellask.stress;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** How long a test waits for what other threads do before it calls that lost. Stateless. */
public final class Patience {
    /** More than any thread that can run is kept waiting, and little enough for a test that finds something to end. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private Patience() {}

    /** Waits for a condition; false if it has not come true within the limit. */
    public static boolean sees(BooleanSupplier condition) {
        long end = System.nanoTime() + LIMIT_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            Thread.yield();
        }
        return true;
    }

    public static long limitNanos() {
        return LIMIT_NANOS;
    }
}
