package io.tellask.store.shard;

import io.tellask.store.Durability;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The thread that forces a shard's log to disk: when asked, when a period after a change is over, and when a segment is full. Callers that ask
 * while it is busy share the next round. Thread-safe.
 *
 * <p>It is a platform thread, because a force blocks its carrier, and it starts with the first change. When a force fails it never tries
 * again: the kernel forgets which pages were not written, so a second success would mean nothing.
 */
final class Forcer {
    /** The work of one round. */
    interface Work {
        void force() throws Exception;

        void failed(Throwable reason);
    }

    private final Work work;
    private final boolean periodic;
    private final long periodMillis;

    /** Something changed since the last periodic round began. */
    private volatile boolean dirty;

    /** When that was. */
    private long dirtySinceNanos;

    private @Nullable CompletableFuture<Void> round;
    private boolean wanted;
    private boolean stopping;
    private @Nullable Thread thread;

    Forcer(Work work, Durability durability, Duration period) {
        this.work = work;
        periodic = durability == Durability.PERIODIC;
        periodMillis = Math.max(1, period.toMillis());
    }

    /** Tells that the log grew. Cheap when it has been told already. */
    void changed() {
        if (periodic && !dirty) {
            synchronized (this) {
                if (!dirty) {
                    dirtySinceNanos = System.nanoTime();
                    dirty = true;
                }
                wake();
            }
        }
    }

    /** Asks for a round that nobody waits for. */
    synchronized void want() {
        wanted = true;
        wake();
    }

    /** Completes when everything appended before the call is on disk. */
    synchronized CompletableFuture<Void> force() {
        if (stopping) {
            return CompletableFuture.failedFuture(ShardHealth.closedException());
        }
        if (round == null) {
            round = new CompletableFuture<>();
        }
        wake();
        return round;
    }

    private void wake() {
        if (thread == null && !stopping) {
            thread = Thread.ofPlatform().daemon().name("tellask-store-force").start(this::run);
        }
        notifyAll();
    }

    private void run() {
        while (true) {
            @Nullable CompletableFuture<Void> current;
            synchronized (this) {
                if (!awaitWork()) {
                    return;
                }
                current = round;
                round = null;
                wanted = false;
                dirty = false;
            }
            try {
                work.force();
                if (current != null) {
                    current.complete(null);
                }
            } catch (Throwable e) {
                work.failed(e);
                if (current != null) {
                    current.completeExceptionally(e);
                }
            }
        }
    }

    /** Returns true when a round is due, false when the thread is to end. */
    private boolean awaitWork() {
        try {
            while (round == null && !wanted && !stopping) {
                if (!dirty) {
                    wait();
                } else {
                    long leftNanos = periodMillis * 1_000_000 - (System.nanoTime() - dirtySinceNanos);
                    long leftMillis = (leftNanos + 999_999) / 1_000_000;
                    if (leftMillis <= 0) {
                        return true;
                    }
                    wait(leftMillis);
                }
            }
        } catch (InterruptedException e) {
            return round != null;
        }
        return round != null || wanted;
    }

    /** Completes rounds already asked for and ends the thread; returns when it has ended. */
    void stop() {
        @Nullable Thread running;
        synchronized (this) {
            stopping = true;
            running = thread;
            notifyAll();
        }
        boolean interrupted = false;
        while (running != null && running.isAlive()) {
            try {
                running.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
