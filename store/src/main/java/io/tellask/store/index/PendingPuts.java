package io.tellask.store.index;

import io.tellask.store.segment.KeyBuffer;
import io.tellask.store.segment.RecordCopies;
import io.tellask.store.segment.Records;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The youngest puts, visible to readers but not in the index table yet: hash and address of each. Putting them into the table together lets
 * their cache misses overlap, which is most of what a put costs.
 *
 * <p>One writer at a time; readers need no lock. An entry is overwritten only after it went into the table, so a reader that looks here first
 * and into the table second finds every finished put; one that meets a half overwritten entry compares the key and moves on.
 */
final class PendingPuts {
    static final int CAPACITY = 16;

    private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(PendingPuts.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long[] hashes = new long[CAPACITY];
    private final long[] addresses = new long[CAPACITY];
    private int count;

    int count() {
        return (int) COUNT.getAcquire(this);
    }

    /** For the writer. */
    long[] hashes() {
        return hashes;
    }

    long hash(int i) {
        return hashes[i];
    }

    long address(int i) {
        return addresses[i];
    }

    /** Adds a put; there must be room. */
    void add(long hash, long address) {
        ENTRY.setRelease(hashes, count, hash);
        ENTRY.setRelease(addresses, count, address);
        COUNT.setRelease(this, count + 1);
    }

    /** Forgets all, after they went into the table. */
    void clear() {
        COUNT.setRelease(this, 0);
    }

    /** The address of a key's youngest put, or 0. */
    long find(long hash, KeyBuffer key, MemorySegment[] views, RecordCopies copies) {
        for (int i = count() - 1; i >= 0; i--) {
            if ((long) ENTRY.getAcquire(hashes, i) == hash) {
                long address = (long) ENTRY.getAcquire(addresses, i);
                if (Records.holds(views, address, key.array, KeyBuffer.START, key.length())) {
                    return address;
                }
                copies.requireWhole(views, address);
            }
        }
        return 0;
    }
}
