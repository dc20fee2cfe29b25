package io.tellask.aeron;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The budget of memory for messages of topics of which parts have come and parts have not, whoever publishes them. Thread-safe; nothing waits
 * here.
 */
final class ReassemblyMemory {
    /** The share of the heap: growing an array takes up to twice as much for a moment, and decoding the message once more. */
    static final int HEAP_SHARE = 8;

    private static final ReassemblyMemory OF_PROCESS = new ReassemblyMemory(
            Math.min(Runtime.getRuntime().maxMemory() / HEAP_SHARE, Integer.MAX_VALUE - 8)); // an array's most

    private final long limitBytes;
    private final AtomicLong heldBytes = new AtomicLong();

    ReassemblyMemory(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    static ReassemblyMemory ofProcess() {
        return OF_PROCESS;
    }

    long limitBytes() {
        return limitBytes;
    }

    long heldBytes() {
        return heldBytes.get();
    }

    /** Counts so many bytes, unless that would be too much. */
    boolean reserve(long bytes) {
        if (heldBytes.addAndGet(bytes) <= limitBytes) {
            return true;
        }
        heldBytes.addAndGet(-bytes);
        return false;
    }

    void release(long bytes) {
        heldBytes.addAndGet(-bytes);
    }
}
