package io.tellask.store.shard;

import io.tellask.store.Durability;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
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

        /** A change was not on disk for longer than it should. */
        void late(long millis);
    }

    /** Changes that wait for more than so many periods are late: forces take too long. */
    private static final int LATE_PERIODS = 3;

    /** How often a round is tried for which the heap was too full, and how long it rests between. */
    private static final int MEMORY_TRIES = 50;

    private static final long MEMORY_PAUSE_NANOS = 20_000_000;

    private final Work work;
    private final boolean periodic;
    private final long periodMillis;

    /** Something changed since the last periodic round began. */
    private volatile boolean dirty;

    /** When that was. */
    private long dirtySinceNanos;

    /** Whether the round under way has changes to bring to disk that were told of, and since when. */
    private boolean underWay;

    private long underWaySinceNanos;

    private @Nullable CompletableFuture<Void> round;
    private boolean wanted;
    private boolean stopping;
    private @Nullable Thread thread;

    /** What the thread ended of before its time: nothing is forced any more. */
    private @Nullable Throwable dead;

    Forcer(Work work, Durability durability, Duration period) {
        this.work = work;
        periodic = durability == Durability.PERIODIC;
        periodMillis = Math.max(1, period.toMillis());
    }

    /** Tells that the log grew. Cheap when it has been told already. */
    void changed() {
        if (periodic && !dirty) {
            synchronized (this) {
                dirtySinceNanos = System.nanoTime();
                wake(); // first: where no thread can be started, the next change tries again
                dirty = true;
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
        if (dead != null) {
            return CompletableFuture.failedFuture(dead);
        }
        if (round == null) {
            round = new CompletableFuture<>();
        }
        wake();
        return round;
    }

    private void wake() {
        if (thread == null && !stopping && dead == null) {
            thread = Thread.ofPlatform().daemon().name("tellask-store-force").start(this::run);
        }
        notifyAll();
    }

    /** Should the thread end of anything but {@link #stop}, whoever waits is told, and the map takes no more changes. */
    private void run() {
        try {
            runRounds();
        } catch (Throwable failure) {
            end(failure);
        }
    }

    private void end(Throwable failure) {
        try {
            work.failed(failure);
        } finally {
            @Nullable CompletableFuture<Void> waiting;
            synchronized (this) {
                dead = failure;
                thread = null;
                waiting = round;
                round = null;
            }
            if (waiting != null) {
                waiting.completeExceptionally(failure);
            }
        }
    }

    private void runRounds() {
        while (true) {
            @Nullable CompletableFuture<Void> current;
            synchronized (this) {
                if (!awaitWork()) {
                    return;
                }
                current = round;
                round = null;
                wanted = false;
                underWay = dirty;
                underWaySinceNanos = dirtySinceNanos;
                dirty = false;
            }
            try {
                forceWithMemory();
                roundEnded();
            } catch (Throwable e) {
                fail(current, e);
                continue;
            }
            if (current != null) {
                current.complete(null);
            }
        }
    }

    /**
     * Forces, again after a pause where the heap was full before the disk was asked: what was appended is still in the mapped pages. Gives up after {@value #MEMORY_TRIES} tries: whoever waits must hear of it.
     */
    private void forceWithMemory() throws Exception {
        for (int tries = 1; ; tries++) {
            try {
                work.force();
                return;
            } catch (OutOfMemoryError noMemory) {
                if (tries == MEMORY_TRIES) {
                    throw noMemory;
                }
                LockSupport.parkNanos(this, MEMORY_PAUSE_NANOS);
            }
        }
    }

    private void fail(@Nullable CompletableFuture<Void> waiting, Throwable reason) {
        try {
            work.failed(reason);
        } finally {
            if (waiting != null) {
                waiting.completeExceptionally(reason);
            }
        }
    }

    private void roundEnded() {
        long lateMillis;
        synchronized (this) {
            lateMillis = underWay ? millisSince(underWaySinceNanos) : 0;
            underWay = false;
        }
        if (lateMillis > LATE_PERIODS * periodMillis) {
            work.late(lateMillis);
        }
    }

    /** How long ago the oldest change was made that is not on disk; 0 if there is none, or nobody promised when it will be. */
    synchronized long unforcedMillis() {
        return underWay ? millisSince(underWaySinceNanos) : dirty ? millisSince(dirtySinceNanos) : 0;
    }

    private static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }

    /** Returns true when a round is due, false when the thread is to end. */
    private boolean awaitWork() {
        while (round == null && !wanted && !stopping) {
            try {
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
            } catch (InterruptedException e) {
                continue; // nobody has a reason to: only stop() ends this thread
            }
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
