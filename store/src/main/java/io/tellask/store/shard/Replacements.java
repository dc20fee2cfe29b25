package io.tellask.store.shard;

import io.tellask.store.StoreLimitException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The records that were replaced or removed while a scan is open, so that the scan still hands them out: a set of addresses, bounded in number for
 * a map and in memory for the process, whose maps may be many and whose scans may stay open. The writer adds an address before it marks the record
 * dead. Thread-safe.
 */
final class Replacements {
    /** The share of the heap that all of them may take together. */
    static final int HEAP_SHARE = 32;

    private static final int FIRST_SLOTS = 64;
    private static final Budget OF_PROCESS = new Budget(Runtime.getRuntime().maxMemory() / HEAP_SHARE);

    /** Memory that several of them share. Thread-safe. */
    record Budget(long mostBytes, AtomicLong heldBytes) {
        Budget(long mostBytes) {
            this(mostBytes, new AtomicLong());
        }

        private boolean take(long bytes) {
            boolean room = heldBytes.addAndGet(bytes) <= mostBytes;
            if (!room) {
                heldBytes.addAndGet(-bytes);
            }
            return room;
        }
    }

    private final int limit;
    private final Budget budget;
    private boolean withoutMemory;
    private long[] slots = new long[FIRST_SLOTS]; // beyond the first ones counted in the budget
    private volatile int count;

    Replacements(int limit) {
        this(limit, OF_PROCESS);
    }

    Replacements(int limit, Budget budget) {
        this.limit = limit;
        this.budget = budget;
    }

    /** Adds an address for a scan that shares the limit with others: so many, with itself. */
    synchronized void add(long address, int sharing) {
        if (count > limit) {
            return;
        }
        if (++count > Math.max(1, limit / sharing)) {
            forget();
            return;
        }
        if (count * 2 > slots.length && !grow()) {
            withoutMemory = true;
            forget();
            return;
        }
        insert(address);
    }

    /** Gives its memory back; from here on it cannot tell what was replaced. */
    synchronized void forget() {
        count = limit + 1;
        budget.heldBytes.addAndGet(-bytesBeyondFirst(slots.length));
        slots = new long[0];
    }

    private static long bytesBeyondFirst(int slots) {
        return slots > FIRST_SLOTS ? 8L * slots : 0;
    }

    /** Whether the record was replaced since the scan began. Throws {@link StoreLimitException} once there were too many to know. */
    boolean contains(long address) {
        return count > 0 && search(address);
    }

    private synchronized boolean search(long address) {
        if (withoutMemory) {
            throw new StoreLimitException("store: bytes to note what was replaced during scans > " + budget.mostBytes
                    + ", a " + HEAP_SHARE + "nd of the heap; scan faster, in parts, or give the process a larger heap");
        }
        if (count > limit) {
            throw new StoreLimitException("store: records replaced during a scan > StoreLimits.scanReplacements="
                    + limit + ", which all open scans share; scan faster, in parts, or raise the limit");
        }
        int at = start(address);
        while (slots[at] != 0) {
            if (slots[at] == address) {
                return true;
            }
            at = (at + 1) & (slots.length - 1);
        }
        return false;
    }

    private boolean grow() {
        long[] old = slots;
        if (!budget.take(bytesBeyondFirst(old.length * 2) - bytesBeyondFirst(old.length))) {
            return false;
        }
        slots = new long[old.length * 2];
        for (long address : old) {
            if (address != 0) {
                insert(address);
            }
        }
        return true;
    }

    private void insert(long address) {
        int at = start(address);
        while (slots[at] != 0) {
            at = (at + 1) & (slots.length - 1);
        }
        slots[at] = address;
    }

    private int start(long address) {
        return (int) ((address * 0x9E3779B97F4A7C15L) >>> 32) & (slots.length - 1);
    }
}
