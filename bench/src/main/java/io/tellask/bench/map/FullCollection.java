package io.tellask.bench.map;

import java.lang.management.ManagementFactory;

/** A full collection of the heap on request. */
final class FullCollection {
    private FullCollection() {}

    /** Bytes of the heap that are used after one, and the nanoseconds that the caller of a second one waits. */
    static String measure() {
        System.gc();
        long startNanos = System.nanoTime();
        System.gc();
        long nanos = System.nanoTime() - startNanos;
        long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        return used + "," + nanos;
    }
}
