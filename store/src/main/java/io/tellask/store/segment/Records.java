package io.tellask.store.segment;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
        if (view.get(SegmentLayout.INT, at + RecordLayout.KEY_LENGTH) != length) {
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

    /** Whether two records carry the same key. */
    public boolean sameKey(long word, long other) {
        MemorySegment view = view(views, word);
        MemorySegment otherView = view(views, other);
        long at = RecordAddress.offset(word);
        long otherAt = RecordAddress.offset(other);
        int rest = view.get(SegmentLayout.INT, at + RecordLayout.KEY_LENGTH);
        if (otherView.get(SegmentLayout.INT, otherAt + RecordLayout.KEY_LENGTH) != rest) {
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

    public long hashOf(long word, long seed) {
        MemorySegment view = view(views, word);
        long at = RecordAddress.offset(word);
        return KeyHash.of(
                view, at + RecordLayout.HEADER, view.get(SegmentLayout.INT, at + RecordLayout.KEY_LENGTH), seed);
    }

    /** The record's flags, and its sequence number above them. */
    public static long sequenceAndFlags(MemorySegment[] views, long word) {
        return view(views, word).get(SegmentLayout.LONG, RecordAddress.offset(word) + RecordLayout.SEQUENCE_AND_FLAGS);
    }

    /** When the record stops to count, in milliseconds since 1970; 0 for never. */
    public static long expiryMillis(MemorySegment[] views, long word) {
        MemorySegment view = view(views, word);
        long at = RecordAddress.offset(word);
        if ((view.get(ValueLayout.JAVA_BYTE, at + RecordLayout.SEQUENCE_AND_FLAGS) & RecordLayout.EXPIRES) == 0) {
            return 0;
        }
        int keyLength = view.get(SegmentLayout.INT, at + RecordLayout.KEY_LENGTH);
        return view.get(SegmentLayout.LONG, at + RecordLayout.HEADER + keyLength);
    }

    /** The value of a record, where it is mapped; {@code flags} are the record's. */
    public static MemorySegment valueSlice(MemorySegment[] views, long word, int flags) {
        MemorySegment view = view(views, word);
        long at = RecordAddress.offset(word);
        int head = headBytes(view, at, flags);
        return view.asSlice(at + head, view.get(SegmentLayout.INT, at + RecordLayout.LENGTH) - head);
    }

    /** A copy of a record's value; {@code flags} are the record's. */
    public static byte[] value(MemorySegment[] views, long word, int flags) {
        MemorySegment view = view(views, word);
        long at = RecordAddress.offset(word);
        int head = headBytes(view, at, flags);
        byte[] copy = new byte[view.get(SegmentLayout.INT, at + RecordLayout.LENGTH) - head];
        MemorySegment.copy(view, ValueLayout.JAVA_BYTE, at + head, copy, 0, copy.length);
        return copy;
    }

    /** From the start of a record to its value. */
    static int headBytes(MemorySegment view, long at, int flags) {
        return RecordLayout.HEADER
                + view.get(SegmentLayout.INT, at + RecordLayout.KEY_LENGTH)
                + RecordLayout.expiryBytes(flags);
    }
}
