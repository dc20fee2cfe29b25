package io.tellask.store.index;

import io.tellask.store.segment.KeyBuffer;
import io.tellask.store.segment.RecordAddress;
import io.tellask.store.segment.Records;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * One generation of the index: buckets of eight 64-bit slots, a cache line each.
 *
 * <pre>
 *  slot    63              40 39           25 24                   0
 *          +-----------------+---------------+---------------------+      0: never used
 *          | tag of the hash | segment       | offset / 8          |     -1: was removed, may be used again
 *          +-----------------+---------------+---------------------+
 * </pre>
 *
 * A key's bucket is given by the low bits of its hash, the slot to try first by three others; a full bucket overflows into the next one. A
 * slot never becomes 0 again, so a search ends at the first 0. One writer at a time; readers see each slot change at once. After
 * {@link #close} every access raises {@link IllegalStateException}.
 */
public final class IndexTable {
    /** Slots of a table for no keys. */
    static final long LEAST_SLOTS = 1024;

    public static final long EMPTY = 0;
    static final long REMOVED = -1;

    private static final VarHandle SLOT = ValueLayout.JAVA_LONG.varHandle();
    private static final int BUCKET_BYTES = 64;

    final long slots;

    /** Slots that are not 0: the writer's count. */
    long used;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final long bucketMask;

    /** A table of a power of two of slots, at least 8. */
    IndexTable(long slots) {
        this.slots = slots;
        memory = arena.allocate(slots * 8, BUCKET_BYTES);
        bucketMask = slots / 8 - 1;
    }

    /** A table that will soon be too small. */
    public static IndexTable empty() {
        return new IndexTable(LEAST_SLOTS);
    }

    long slot(long position) {
        return (long) SLOT.getAcquire(memory, position);
    }

    void slot(long position, long word) {
        SLOT.setRelease(memory, position, word);
    }

    /** The slot that a key's search begins with. */
    long firstSlot(long hash) {
        return (long) SLOT.get(memory, (hash & bucketMask) * BUCKET_BYTES | (hash >>> 34 & 0x38));
    }

    /** The first slot word with the tag of a hash in its bucket, or 0: likely the one of its key. */
    long candidate(long hash) {
        long tag = hash >>> RecordAddress.BITS;
        long first = hash >>> 34 & 0x38;
        long bucket = (hash & bucketMask) * BUCKET_BYTES;
        for (long turn = first; turn < first + BUCKET_BYTES; turn += 8) {
            long word = (long) SLOT.get(memory, bucket | (turn & 0x38));
            if (word == EMPTY) {
                return EMPTY;
            }
            if (word >>> RecordAddress.BITS == tag && word != REMOVED) {
                return word;
            }
        }
        return EMPTY;
    }

    /** Told of a record whose slot has the tag of a key that was looked for and that carries another key; throws if it is damaged. */
    interface OtherKey {
        void met(MemorySegment[] views, long word);
    }

    /** The slot word of a key, or 0. */
    long find(long hash, KeyBuffer key, MemorySegment[] views, OtherKey other) {
        long tag = hash >>> RecordAddress.BITS;
        long first = hash >>> 34 & 0x38;
        long bucket = (hash & bucketMask) * BUCKET_BYTES;
        for (long probed = 0; probed <= bucketMask; probed++) {
            for (long turn = first; turn < first + BUCKET_BYTES; turn += 8) {
                long word = (long) SLOT.getAcquire(memory, bucket | (turn & 0x38));
                if (word == EMPTY) {
                    return EMPTY;
                }
                if (word >>> RecordAddress.BITS == tag && word != REMOVED) {
                    if (Records.holds(views, word, key.array, KeyBuffer.START, key.length())) {
                        return word;
                    }
                    other.met(views, word);
                }
            }
            bucket = (bucket + BUCKET_BYTES) & (memory.byteSize() - 1);
        }
        return EMPTY;
    }

    /**
     * The position of the slot of a record's key, or the complement of the one where it would be inserted. A slot with the key's tag and a damaged
     * record is the key's: that another key has the same 24 bits is the less likely, and so a put makes a damaged key whole.
     */
    long locate(long hash, long address, Records records) {
        long tag = hash >>> RecordAddress.BITS;
        long first = hash >>> 34 & 0x38;
        long bucket = (hash & bucketMask) * BUCKET_BYTES;
        long free = -1;
        for (long probed = 0; probed <= bucketMask; probed++) {
            for (long turn = first; turn < first + BUCKET_BYTES; turn += 8) {
                long position = bucket | (turn & 0x38);
                long word = (long) SLOT.get(memory, position);
                if (word == EMPTY) {
                    return ~(free < 0 ? position : free);
                }
                if (word == REMOVED) {
                    free = free < 0 ? position : free;
                } else if (word >>> RecordAddress.BITS == tag && records.isOfKey(word, address)) {
                    return position;
                }
            }
            bucket = (bucket + BUCKET_BYTES) & (memory.byteSize() - 1);
        }
        return ~free;
    }

    /** Replaces a slot word that is known in full; returns false if it is not here. */
    boolean swap(long hash, long before, long after) {
        long position = positionOf(hash, before);
        if (position >= 0) {
            slot(position, after);
        }
        return position >= 0;
    }

    /** The position of a slot word that is known in full, or -1. */
    long positionOf(long hash, long sought) {
        long first = hash >>> 34 & 0x38;
        long bucket = (hash & bucketMask) * BUCKET_BYTES;
        for (long probed = 0; probed <= bucketMask; probed++) {
            for (long turn = first; turn < first + BUCKET_BYTES; turn += 8) {
                long position = bucket | (turn & 0x38);
                long word = (long) SLOT.get(memory, position);
                if (word == sought) {
                    return position;
                }
                if (word == EMPTY) {
                    return -1;
                }
            }
            bucket = (bucket + BUCKET_BYTES) & (memory.byteSize() - 1);
        }
        return -1;
    }

    /** Writes a key known to be absent into a free slot. */
    void insert(long hash, long address) {
        long first = hash >>> 34 & 0x38;
        long bucket = (hash & bucketMask) * BUCKET_BYTES;
        while (true) {
            for (long turn = first; turn < first + BUCKET_BYTES; turn += 8) {
                long position = bucket | (turn & 0x38);
                if ((long) SLOT.get(memory, position) == EMPTY) {
                    used++;
                    slot(position, word(hash, address));
                    return;
                }
            }
            bucket = (bucket + BUCKET_BYTES) & (memory.byteSize() - 1);
        }
    }

    static long word(long hash, long address) {
        return hash >>> RecordAddress.BITS << RecordAddress.BITS | address;
    }

    void close() {
        arena.close();
    }
}
