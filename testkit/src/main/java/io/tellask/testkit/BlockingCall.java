package io.tellask.testkit;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** A call that may block, on a plain thread, watched from outside. */
final class BlockingCall<T> {
    /** A thread that has been told to go on may still look as if it waited; after this long it hardly does. */
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final FutureTask<T> task;
    private final Thread thread;
    private long quietSinceNanos;

    BlockingCall(Callable<T> callable, String name) {
        task = new FutureTask<>(callable);
        thread = Thread.ofPlatform().daemon().name(name).start(task);
        quietSinceNanos = System.nanoTime();
    }

    boolean isDone() {
        return task.isDone();
    }

    /** Returns once the thread waits for something, or is done. */
    void awaitQuiet() {
        while (!task.isDone() && !waits()) {
            quietSinceNanos = System.nanoTime();
            Thread.onSpinWait();
        }
    }

    /** Something was done that may have told the thread to go on. */
    void mayWake() {
        quietSinceNanos = System.nanoTime();
    }

    /** Whether the thread has been waiting for so long that what was done before will hardly wake it. */
    boolean isQuiet() {
        return isQuietFor(GRACE_NANOS);
    }

    /** As {@link #isQuiet}, beyond doubt even where the machine is busy. */
    boolean isStuck() {
        return isQuietFor(STUCK_NANOS);
    }

    private boolean isQuietFor(long nanos) {
        if (!waits()) {
            mayWake();
        }
        Thread.yield();
        return System.nanoTime() - quietSinceNanos > nanos && !task.isDone();
    }

    private boolean waits() {
        Thread.State state = thread.getState();
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }

    Throwable whereItWaits() {
        Throwable where = new IllegalStateException("waiting here");
        where.setStackTrace(thread.getStackTrace());
        return where;
    }

    T result() {
        try {
            return task.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new CompletionException(failed.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SimulationException("simulation: interrupted", e);
        }
    }
}
