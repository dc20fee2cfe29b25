package io.tellask.bench.spi;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many messages a caller has open, for contenders without back-pressure of their own. One thread acquires and
 * parks when the window is full, until half of it is free; any thread settles.
 */
public final class Window {
    private final int capacity;
    private final AtomicLong settled = new AtomicLong();
    private long acquired;
    private volatile long wakeAt;
    private volatile @Nullable Thread waiter;
    private volatile @Nullable Throwable failure;

    /** A window for {@code capacity} open messages. */
    public Window(int capacity) {
        this.capacity = capacity;
    }

    /** Takes a place for one more message, waiting while there is none. */
    public void acquire() {
        if (acquired - settled.get() >= capacity) {
            awaitSettled(acquired - capacity / 2);
        }
        acquired++;
    }

    /** Waits until everything acquired is settled. */
    public void awaitAll() {
        awaitSettled(acquired);
    }

    /** Gives back the places of {@code count} messages. */
    public void settle(long count) {
        long now = settled.addAndGet(count);
        if (waiter != null && now >= wakeAt) {
            LockSupport.unpark(waiter);
        }
    }

    /** Makes the acquiring thread throw, now or at its next wait. */
    public void fail(Throwable cause) {
        failure = cause;
        LockSupport.unpark(waiter);
    }

    private void awaitSettled(long wanted) {
        wakeAt = wanted;
        waiter = Thread.currentThread();
        while (settled.get() < wanted && failure == null) {
            LockSupport.park(this);
        }
        waiter = null;
        if (failure != null) {
            throw new IllegalStateException("message failed", failure);
        }
    }
}
