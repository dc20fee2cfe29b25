package io.tellask.test;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Waits until a condition holds, for a bounded time. All methods may be called from any thread. */
public final class Await {
    private static final long LIMIT_SECONDS = 30;
    private static final int SPINS = 1_000;
    private static final long PAUSE_NANOS = 50_000;

    private Await() {}

    /** What is waited for. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws Exception;
    }

    /**
     * Waits until the condition holds, which is asked again and again on this thread.
     *
     * @throws AssertionError with the description if it does not hold within 30 s, or the thread is interrupted, as a test's time limit does
     * @throws IllegalStateException if the condition throws a checked exception, with it as the cause
     */
    public static void until(String description, Condition condition) {
        until(() -> description, condition);
    }

    /** The same with a description that is made only for the failure, so that it can tell of what was reached. */
    public static void until(Supplier<String> description, Condition condition) {
        long begin = System.nanoTime();
        for (int turn = 0; !holds(condition); turn++) {
            if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(LIMIT_SECONDS)) {
                throw new AssertionError("not within " + LIMIT_SECONDS + " s: " + description.get());
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("interrupted while waiting: " + description.get());
            }
            pause(turn);
        }
    }

    /** Waits until a thread waits without a time limit, such as in a queue of callers; a lock that another one has for a moment is no such wait. */
    public static void parked(Thread thread) {
        until(() -> thread.getName() + " waits, but is " + thread.getState(), () -> {
            if (!thread.isAlive()) {
                throw new AssertionError("thread ended without having waited: " + thread.getName());
            }
            return isParked(thread);
        });
    }

    /** Whether a thread waits without a time limit, and not for a {@link ReentrantLock}. */
    public static boolean isParked(Thread thread) {
        if (thread.getState() != Thread.State.WAITING) {
            return false;
        }
        Object blocker = LockSupport.getBlocker(thread);
        return blocker == null || blocker.getClass().getEnclosingClass() != ReentrantLock.class;
    }

    private static boolean holds(Condition condition) {
        try {
            return condition.holds();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("the condition failed", e);
        }
    }

    /** Spins at first, for conditions that hold for a moment only, and then leaves the processor to others. */
    private static void pause(int turn) {
        if (turn < SPINS) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
