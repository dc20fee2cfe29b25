package io.tellask.store.shard;

import io.tellask.store.StoreLimitException;

/**
 * The records that were replaced or removed while a scan is open, so that the scan still hands them out: a set of addresses, bounded. The
 * writer adds an address before it marks the record dead. Thread-safe.
 */
final class Replacements {
    private final int limit;
    private long[] slots = new long[64];
    private volatile int count;

    Replacements(int limit) {
        this.limit = limit;
    }

    /** Adds an address for a scan that shares the limit with others: so many, with itself. */
    synchronized void add(long address, int sharing) {
        if (count > limit) {
            return;
        }
        if (++count > Math.max(1, limit / sharing)) {
            count = limit + 1;
            slots = new long[0];
            return;
        }
        if (count * 2 > slots.length) {
            grow();
        }
        insert(address);
    }

    /** Whether the record was replaced since the scan began. Throws {@link StoreLimitException} once there were too many to know. */
    boolean contains(long address) {
        return count > 0 && search(address);
    }

    private synchronized boolean search(long address) {
        if (count > limit) {
            throw new StoreLimitException("store: records replaced during a scan > scanReplacements=" + limit
                    + ", which all open scans share; scan faster, in parts, or raise the limit");
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

    private void grow() {
        long[] old = slots;
        slots = new long[old.length * 2];
        for (long address : old) {
            if (address != 0) {
                insert(address);
            }
        }
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
