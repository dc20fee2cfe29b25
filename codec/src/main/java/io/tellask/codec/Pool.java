package io.tellask.codec;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * A few reusable objects, at most one per stripe: as many as processors, whatever the number of threads. Thread-safe.
 *
 * <p>One that is not given back, because its call failed, is left to the garbage collector.
 */
final class Pool<T> {
    /** Neighbours lie a cache line apart. */
    private static final int STRIDE = 32;

    private static final int STRIPES =
            Integer.highestOneBit(Math.max(1, Math.min(64, Runtime.getRuntime().availableProcessors()))) * 2;

    private final AtomicReferenceArray<T> stripes = new AtomicReferenceArray<>(STRIPES * STRIDE);
    private final Supplier<T> factory;

    Pool(Supplier<T> factory) {
        this.factory = factory;
    }

    T take() {
        T pooled = stripes.getAndSet(stripe(), null);
        return pooled != null ? pooled : factory.get();
    }

    void give(T used) {
        stripes.setRelease(stripe(), used);
    }

    private static int stripe() {
        return ((int) Thread.currentThread().threadId() & (STRIPES - 1)) * STRIDE;
    }
}
