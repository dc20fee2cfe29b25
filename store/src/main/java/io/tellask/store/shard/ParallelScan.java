package io.tellask.store.shard;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One scan by several threads: each takes the next segment when it is done with one. The caller's thread is one of them; it returns when all have
 * ended, with the first exception that one of them met.
 */
public final class ParallelScan {
    /** Threads that a scan may use. */
    public static final int MOST_THREADS = 256;

    private final List<ShardScan> parts;
    private final Consumer<ShardScan> action;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** A scan in as many parts as there are threads. */
    public ParallelScan(List<ShardScan> parts, Consumer<ShardScan> action) {
        this.parts = parts;
        this.action = action;
    }

    public void run() {
        List<Thread> helpers = new ArrayList<>();
        for (ShardScan part : parts.subList(1, parts.size())) {
            try {
                helpers.add(
                        Thread.ofPlatform().daemon().name("tellask-store-scan").start(() -> walk(part)));
            } catch (Throwable notStarted) {
                walk(part);
            }
        }
        walk(parts.getFirst());
        boolean interrupted = false;
        for (Thread helper : helpers) {
            while (helper.isAlive()) {
                try {
                    helper.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        rethrow();
    }

    private void walk(ShardScan part) {
        try (part) {
            while (failure.get() == null && part.next()) {
                action.accept(part);
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        }
    }

    private void rethrow() {
        switch (failure.get()) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException("store: scan failed", e);
        }
    }
}
