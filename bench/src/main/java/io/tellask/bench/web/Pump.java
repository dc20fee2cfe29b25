package io.tellask.bench.web;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * Makes a server push at the pace of a case. What is late is made up for, unless a second of it is missing.
 *
 * @param periodNanos from one push to the next; 0 for the next as soon as there is room
 * @param items of each push, to each listener
 */
record Pump(long periodNanos, int items) {
    private static final long SECOND = 1_000_000_000L;

    /** The pace of a case, by its label. */
    static Pump of(String label) {
        return switch (label.split("-")[0]) {
            case "push" ->
                label.endsWith("-bursts")
                        ? new Pump(SECOND / 100, 10)
                        : label.endsWith("-most") ? new Pump(0, 64) : new Pump(SECOND / 1_000, 1);
            case "browsers" -> new Pump(SECOND, 1);
            default -> new Pump(SECOND / 100, 1);
        };
    }

    /** Pushes until the process ends, from a thread of its own; a push that fails ends the process. */
    void start(IntFunction<CompletionStage<?>> push) {
        Thread.ofPlatform().daemon().name("bench-pump").start(() -> {
            try {
                run(push);
            } catch (RuntimeException e) {
                e.printStackTrace();
                Runtime.getRuntime().halt(1);
            }
        });
    }

    private void run(IntFunction<CompletionStage<?>> push) {
        long due = System.nanoTime();
        while (true) {
            for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
                LockSupport.parkNanos(early);
            }
            push.apply(items).toCompletableFuture().join();
            due = Math.max(due + periodNanos, System.nanoTime() - SECOND);
        }
    }
}
