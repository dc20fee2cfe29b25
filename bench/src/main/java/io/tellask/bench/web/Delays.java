package io.tellask.bench.web;

import java.util.Arrays;

/** Delays of what was pushed, the last {@value #MOST} of them. Thread-safe. */
final class Delays {
    static final int MOST = 1 << 20;

    private final long[] nanos = new long[MOST];
    private int count;

    synchronized void add(long delayNanos) {
        nanos[count++ % MOST] = delayNanos;
    }

    synchronized void clear() {
        count = 0;
    }

    synchronized int count() {
        return count;
    }

    /** Median and 99th percentile, in nanoseconds; 0 of none. */
    synchronized String percentiles() {
        int size = Math.min(count, MOST);
        long[] sorted = Arrays.copyOf(nanos, Math.max(1, size));
        Arrays.sort(sorted);
        return sorted[sorted.length / 2] + " " + sorted[(int) (0.99 * (sorted.length - 1))];
    }
}
