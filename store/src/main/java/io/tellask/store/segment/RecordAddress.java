package io.tellask.store.segment;

/**
 * Where a record is, in 40 bits: the slot of its segment among the mapped ones (15 bits) above its offset in units of 8 bytes (25 bits). It is the low part of an index
 * entry; the high 24 bits hold a tag of the key's hash.
 */
public final class RecordAddress {
    public static final int BITS = 40;
    public static final int MAX_SEGMENTS = 1 << 15;

    private static final int OFFSET_BITS = 25;

    private RecordAddress() {}

    public static long of(int slot, long offset) {
        return (long) slot << OFFSET_BITS | offset >>> 3;
    }

    public static int slot(long word) {
        return (int) (word >>> OFFSET_BITS) & (MAX_SEGMENTS - 1);
    }

    public static long offset(long word) {
        return (word & ((1L << OFFSET_BITS) - 1)) << 3;
    }

    public static long of(long word) {
        return word & ((1L << BITS) - 1);
    }
}
