package io.tellask.cli.demo;

import java.util.Arrays;

/** Durations of single calls, and what may be said of them. Not thread-safe. */
final class Latencies {
    private final long[] nanos;
    private int count;

    Latencies(int capacity) {
        nanos = new long[capacity];
    }

    void add(long durationNanos) {
        nanos[count++] = durationNanos;
    }

    /** The duration within which the given share of the calls was answered, in microseconds; 0 if there were none. */
    double micros(double share) {
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return count == 0 ? 0 : sorted[Math.min(count - 1, (int) (count * share))] / 1e3;
    }
}
