package io.tellask.bench.cluster;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Puts in the background, {@value #EACH} each millisecond, whatever becomes of the group: for how long no answer came, and how many puts failed. */
final class PacedPuts {
    private static final int EACH = 4;
    private static final int MOST_OPEN = 6_000; // what would be more is not sent
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PATIENCE_SECONDS = 60;

    private final IntFunction<CompletionStage<?>> put;
    private final Thread thread;
    private volatile boolean isToEnd;
    private int open; // with this held, as all below
    private int failed;
    private long lastAnswered = System.nanoTime();
    private long longestNanos;
    private @Nullable String failure;
    private long killed = Long.MAX_VALUE;
    private CompletableFuture<Long> firstAfter = new CompletableFuture<>();

    private PacedPuts(IntFunction<CompletionStage<?>> put) {
        this.put = put;
        thread = Thread.ofPlatform().daemon().name("bench-paced").start(this::run);
    }

    static PacedPuts start(IntFunction<CompletionStage<?>> put) {
        return new PacedPuts(put);
    }

    private void run() {
        int number = 0;
        while (!isToEnd) {
            for (int i = 0; i < EACH && mayOpen(); i++) {
                long began = System.nanoTime();
                put.apply(number++).whenComplete((done, problem) -> settle(began, problem));
            }
            LockSupport.parkNanos(this, PAUSE_NANOS);
        }
    }

    private synchronized boolean mayOpen() {
        if (open == MOST_OPEN) {
            return false;
        }
        open++;
        return true;
    }

    private synchronized void settle(long began, @Nullable Throwable problem) {
        open--;
        long now = System.nanoTime();
        if (problem != null) {
            failed++;
            failure = problem.toString();
            return;
        }
        longestNanos = Math.max(longestNanos, now - lastAnswered);
        lastAnswered = now;
        if (began > killed) {
            killed = Long.MAX_VALUE;
            firstAfter.complete(now);
        }
    }

    /** Ends a process as {@code kill -9} does; returns the nanoseconds until a put is answered that began afterwards. */
    long kill(long pid) throws Exception {
        ProcessHandle member = ProcessHandle.of(pid).orElseThrow();
        CompletableFuture<Long> answered = new CompletableFuture<>();
        long start;
        synchronized (this) {
            firstAfter = answered;
            start = System.nanoTime();
            member.destroyForcibly();
            killed = System.nanoTime();
        }
        return answered.get(PATIENCE_SECONDS, TimeUnit.SECONDS) - start;
    }

    /** Ends the load once all is answered; returns the longest time without an answer in nanoseconds, and how many puts failed. */
    String end() throws InterruptedException {
        isToEnd = true;
        thread.join();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (isOpen() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(this, PAUSE_NANOS);
        }
        synchronized (this) {
            if (failed > 0) {
                System.err.println("bench: puts failed=" + failed + ", the last one: " + failure);
            }
            return longestNanos + " " + (failed + open);
        }
    }

    private synchronized boolean isOpen() {
        return open > 0;
    }
}
