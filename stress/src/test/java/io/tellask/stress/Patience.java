package io.tellask.stress;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** How long a test waits for what other threads do before it calls that lost. Thread-safe. */
public final class Patience {
    /** More than any thread that can run is kept waiting, and little enough for a test that finds something to end. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Once something is lost the test has failed, and need not wait for each further loss. */
    private static final long LIMIT_AFTER_LOSS_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static volatile long limitNanos = LIMIT_NANOS;

    private Patience() {}

    /** Waits for a condition; false if it has not come true within the limit. */
    public static boolean sees(BooleanSupplier condition) {
        long end = System.nanoTime() + limitNanos;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                limitNanos = LIMIT_AFTER_LOSS_NANOS;
                return false;
            }
            Thread.yield();
        }
        return true;
    }

    /** Waits, without a look now and then, for what ends; false if it has not ended within the limit. */
    public static boolean seesEnd(TimedWait wait) {
        try {
            return wait.await(LIMIT_NANOS);
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts the threads of a test", e);
        }
    }

    /** Waits for at most so long; false if that was too short. */
    @FunctionalInterface
    public interface TimedWait {
        boolean await(long timeoutNanos) throws InterruptedException;
    }
}
