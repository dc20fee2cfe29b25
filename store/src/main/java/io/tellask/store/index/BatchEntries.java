package io.tellask.store.index;

import io.tellask.store.segment.BatchRecord;
import io.tellask.store.segment.RecordAddress;
import io.tellask.store.segment.Records;
import java.lang.foreign.MemorySegment;

/**
 * The records of one batch by key, on the heap: what readers look into first while the index takes the batch in, so that all of it becomes visible
 * at once. Of two records with the same key the later one counts. Immutable after construction.
 */
public final class BatchEntries {
    private final long[] hashes;
    private final long[] addresses;
    private final int mask;

    /** Entries for a batch that was appended at an address. */
    public BatchEntries(BatchRecord batch, long address, long seed) {
        int slots = Integer.highestOneBit(Math.max(1, batch.count())) * 4;
        hashes = new long[slots];
        addresses = new long[slots];
        mask = slots - 1;
        int slot = RecordAddress.slot(address);
        long start = RecordAddress.offset(address);
        for (int i = batch.count() - 1; i >= 0; i--) {
            insert(batch.hash(i, seed), RecordAddress.of(slot, start + batch.offset(i)));
        }
    }

    private void insert(long hash, long address) {
        int at = start(hash);
        while (addresses[at] != 0) {
            at = (at + 1) & mask;
        }
        hashes[at] = hash;
        addresses[at] = address;
    }

    private int start(long hash) {
        return (int) (hash >>> 32) & mask;
    }

    /** The address of a key's record, or 0. */
    public long find(long hash, byte[] key, int from, int length, MemorySegment[] views) {
        for (int at = start(hash); addresses[at] != 0; at = (at + 1) & mask) {
            if (hashes[at] == hash && Records.holds(views, addresses[at], key, from, length)) {
                return addresses[at];
            }
        }
        return 0;
    }
}
