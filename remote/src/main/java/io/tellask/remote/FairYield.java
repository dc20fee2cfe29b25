package io.tellask.remote;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets other virtual threads run. {@link Thread#yield} alone is not fair to those that a platform thread starts or wakes: they are queued where a carrier looks
 * once its own queue is empty, which it never is while as many threads as there are carriers yield to each other (measured on JDK 25 with two of
 * each: none ran in 3 s). So this parks for a moment each few milliseconds. For one thread.
 */
public final class FairYield {
    private static final long PARK_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

    private long parkedNanos = System.nanoTime();

    /** Goes on when others that are ready have had the processor. */
    public void yield() {
        if (System.nanoTime() - parkedNanos < PARK_AFTER_NANOS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(this, 1);
            parkedNanos = System.nanoTime();
        }
    }
}
