package io.tellask.store;

/**
 * Where a record is, in 40 bits: the segment's number (15 bits) above its offset in units of 8 bytes (25 bits). It is the low part of an index
 * slot; the high 24 bits hold a tag of the key's hash.
 */
final class RecordAddress {
    static final int BITS = 40;
    static final int MAX_SEGMENTS = 1 << 15;

    private static final int OFFSET_BITS = 25;

    private RecordAddress() {}

    static long of(int segment, long offset) {
        return (long) segment << OFFSET_BITS | offset >>> 3;
    }

    static int segment(long slot) {
        return (int) (slot >>> OFFSET_BITS) & (MAX_SEGMENTS - 1);
    }

    static long offset(long slot) {
        return (slot & ((1L << OFFSET_BITS) - 1)) << 3;
    }

    static long of(long slot) {
        return slot & ((1L << BITS) - 1);
    }
}
