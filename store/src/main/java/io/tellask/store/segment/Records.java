package io.tellask.store.segment;

import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * The mapped segments by slot, and what is in their records, by address. One writer at a time adds and frees slots; readers need no lock.
 *
 * <p>A reader takes {@link #views} once, before it looks into the index. A slot is used again only in a new array, and only after the segment
 * that it named before is unmapped: so a reader whose array and address are not of the same time reaches the segment that was meant, or
 * {@link IllegalStateException} or {@link IndexOutOfBoundsException}, and finds {@link #generation} changed. It never reads bytes of another
 * segment.
 */
public final class Records {
    private static final int FIRST_SLOTS = 8;

    private volatile MemorySegment[] views = new MemorySegment[FIRST_SLOTS];
    private volatile int generation;

    private final Deque<Integer> free = new ArrayDeque<>();
    private int used;
    private final RecordCopies copies;

    Records(RecordCopies.Damages damages) {
        copies = new RecordCopies(damages);
    }

    /** Reads what is in the records. */
    public RecordCopies copies() {
        return copies;
    }

    /** The segments by slot as of now. */
    public MemorySegment[] views() {
        return views;
    }

    /** Unchanged means that an exception a reader met had another reason than that a segment was freed or added. */
    public int generation() {
        return generation;
    }

    /** Whether another segment can be added. */
    boolean hasRoom() {
        return used < RecordAddress.MAX_SEGMENTS || !free.isEmpty();
    }

    /** Where records end at the latest. */
    static long recordLimit(MemorySegment view) {
        return view.byteSize() - SegmentLayout.FOOTER;
    }

    /** Gives a segment a slot. */
    int add(MemorySegment bytes) {
        Integer again = free.poll();
        int slot = again == null ? used++ : again;
        place(slot, bytes);
        return slot;
    }

    /** Gives a segment the slot that a checkpoint says; slots that are left out stay free. */
    void place(int slot, MemorySegment bytes) {
        free.remove(slot);
        MemorySegment[] now = views;
        if (slot < now.length && now[slot] == null) {
            now[slot] = bytes;
        } else {
            MemorySegment[] fresh = Arrays.copyOf(now, slot < now.length ? now.length : slot * 2);
            fresh[slot] = bytes;
            views = fresh;
            advance();
        }
        for (; used <= slot; used++) {
            if (used < slot) {
                free.add(used);
            }
        }
    }

    /** Tells readers that a segment is about to be unmapped. */
    public void retire() {
        advance();
    }

    /** Lets a slot be used again, after its segment was unmapped. */
    public void release(int slot) {
        free.add(slot);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void advance() {
        generation++;
    }

    /** The segment that a slot word points into. */
    static MemorySegment view(MemorySegment[] views, long word) {
        int slot = RecordAddress.slot(word);
        MemorySegment view = slot < views.length ? views[slot] : null;
        if (view == null) {
            throw new IllegalStateException("segment was added meanwhile");
        }
        return view;
    }

    /** Whether the record that a slot word points at carries the key at {@code keyOffset}. The array has 8 bytes of slack behind the key. */
    public static boolean holds(MemorySegment[] views, long word, byte[] key, int keyOffset, int length) {
        MemorySegment view = view(views, word);
        long at = RecordAddress.offset(word);
        if (view.get(SegmentLayout.INT, at + RecordLayout.KEY_LENGTH) != length
                || at + RecordLayout.HEADER + length > recordLimit(view)) {
            return false;
        }
        at += RecordLayout.HEADER;
        int from = keyOffset;
        int rest = length;
        for (; rest >= 8; rest -= 8, at += 8, from += 8) {
            if (view.get(SegmentLayout.LONG, at) != (long) KeyHash.BYTES.get(key, from)) {
                return false;
            }
        }
        return rest == 0
                || (view.get(SegmentLayout.LONG, at) ^ (long) KeyHash.BYTES.get(key, from)) << (64 - 8 * rest) == 0;
    }

    /** Whether a record carries the same key as another, which is whole, or is damaged and may have carried it. */
    public boolean isOfKey(long word, long other) {
        return sameKey(word, other) || !RecordCopies.isWhole(views, word);
    }

    private boolean sameKey(long word, long other) {
        MemorySegment view = view(views, word);
        MemorySegment otherView = view(views, other);
        long at = RecordAddress.offset(word);
        long otherAt = RecordAddress.offset(other);
        int rest = view.get(SegmentLayout.INT, at + RecordLayout.KEY_LENGTH);
        if (otherView.get(SegmentLayout.INT, otherAt + RecordLayout.KEY_LENGTH) != rest
                || at + RecordLayout.HEADER + rest > recordLimit(view)
                || otherAt + RecordLayout.HEADER + rest > recordLimit(otherView)) {
            return false;
        }
        at += RecordLayout.HEADER;
        otherAt += RecordLayout.HEADER;
        for (; rest >= 8; rest -= 8, at += 8, otherAt += 8) {
            if (view.get(SegmentLayout.LONG, at) != otherView.get(SegmentLayout.LONG, otherAt)) {
                return false;
            }
        }
        long difference = view.get(SegmentLayout.LONG, at) ^ otherView.get(SegmentLayout.LONG, otherAt);
        return rest == 0 || difference << (64 - 8 * rest) == 0;
    }

    /** Loads the cache lines that the first 72 bytes of a record lie in; a footer follows every record, so they are there. */
    public static long touch(MemorySegment[] views, long word) {
        MemorySegment view = view(views, word);
        long at = RecordAddress.offset(word);
        return view.get(SegmentLayout.LONG, at) + view.get(SegmentLayout.LONG, at + 64);
    }

    /** The hash of a record's key; of one whose key's length is damaged, that of an empty key. */
    public long hashOf(long word, long seed) {
        return hashOf(views, word, seed);
    }

    static long hashOf(MemorySegment[] views, long word, long seed) {
        MemorySegment view = view(views, word);
        long key = RecordAddress.offset(word) + RecordLayout.HEADER;
        int length = view.get(SegmentLayout.INT, key - RecordLayout.HEADER + RecordLayout.KEY_LENGTH);
        return KeyHash.of(view, key, length < 0 || key + length > recordLimit(view) ? 0 : length, seed);
    }

    /** The record's flags, and its sequence number above them. */
    public static long sequenceAndFlags(MemorySegment[] views, long word) {
        return view(views, word).get(SegmentLayout.LONG, RecordAddress.offset(word) + RecordLayout.SEQUENCE_AND_FLAGS);
    }
}
