package io.tellask.actor.runtime;

import io.tellask.actor.Cancellable;
import io.tellask.actor.failure.UnheardFailures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** What the actors of a system that have virtual threads share: the thread of their timers, and when all is over. Thread-safe. */
public final class VirtualThreads {
    private final ThreadDispatcher timers;
    private final UnheardFailures failures = new UnheardFailures();
    private volatile boolean closed;

    /** Starts the thread of the timers. */
    public VirtualThreads(String name) {
        timers = new ThreadDispatcher(name + "-timers", false);
    }

    /** A dispatcher for one actor. */
    public VirtualThreadDispatcher dispatcher(String name) {
        return new VirtualThreadDispatcher(name, this);
    }

    void start(String name, Runnable task) {
        Thread.ofVirtual().name(name).start(task);
    }

    void requireOpen(String name) {
        if (closed) {
            throw new RejectedExecutionException(
                    "dispatch: dispatcher=" + name + " has ended; its actor system is closed");
        }
    }

    Cancellable schedule(VirtualThreadDispatcher dispatcher, Runnable task, long delayNanos) {
        return timers.schedule(() -> runOnTime(dispatcher, task), delayNanos);
    }

    private static void runOnTime(VirtualThreadDispatcher dispatcher, Runnable task) {
        try {
            dispatcher.execute(task);
        } catch (RejectedExecutionException late) {
            CompletableFuture.runAsync(task); // a promise may wait for it; what it has an actor do settles there
        }
    }

    void failed(String what, @Nullable Object where, Throwable failure) {
        failures.failed(what, where, failure);
    }

    /** Failures of tasks that had nobody to be told to. */
    public long failures() {
        return failures.count();
    }

    /** Refuses what comes from here on; what runs goes on. */
    public void close() {
        closed = true;
        timers.close();
    }
}
