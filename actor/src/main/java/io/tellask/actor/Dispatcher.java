package io.tellask.actor;

import io.tellask.actor.failure.UnheardFailures;
import org.jspecify.annotations.Nullable;

/**
 * Runs actors, one task at a time and in the order of submission: a thread of its own, an I/O loop, or a simulated one in tests.
 * Implementations come with Tellask: what they run on knows which actor it is running.
 *
 * <p>Thread-safe: every method may be called from any thread.
 */
public interface Dispatcher {
    /** Queues a task; never blocks. After the dispatcher ended, raises {@link java.util.concurrent.RejectedExecutionException}. */
    void execute(Runnable task);

    /**
     * Queues a task before those that wait, as far as this dispatcher can: one that gives memory back which others wait for. Such tasks keep their order
     * among each other. Raises what {@link #execute} does.
     */
    default void executeAhead(Runnable task) {
        execute(task);
    }

    /** Whether the calling thread is running a task of this dispatcher. */
    boolean isCurrent();

    /** Runs a task once after a delay, on this dispatcher. */
    Cancellable schedule(Runnable task, long delayNanos);

    /** The clock that delays and deadlines of this dispatcher count by. */
    long nanoTime();

    /** Whether sockets are served here: code that blocks, and spores, must not run on such a dispatcher. */
    boolean servesIo();

    /** Whether tasks here run only as the calling thread has them run, as in a simulation: nothing that they bring comes while that thread waits for it. */
    default boolean isSteppedByCurrentThread() {
        return false;
    }

    /**
     * Takes note of code that failed here and has nobody to tell: counts it, and logs {@code what} and {@code where}, one failure a second at
     * most. Never throws.
     */
    default void failed(String what, @Nullable Object where, Throwable failure) {
        UnheardFailures.SHARED.failed(what, where, failure);
    }
}
