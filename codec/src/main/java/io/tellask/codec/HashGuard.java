package io.tellask.codec;

import org.jspecify.annotations.Nullable;

/**
 * Refuses tables whose keys were made to collide.
 *
 * <p>A bucket of a JDK table degrades to a tree, which is searched by comparing; keys that cannot be compared are then
 * searched one by one. For those, this counts keys by hash in as many cells as the table would have and refuses a cell
 * that fills far beyond the mean.
 */
final class HashGuard {
    /** Keys of one cell that are always taken. */
    static final int MAX_EQUAL_HASHES = 256;

    private static final int MAX_CELLS = 1 << 16;
    private static final int MEANS = 8;

    private final int[] cells;
    private final int limit;

    private HashGuard(int count) {
        cells = new int[Math.min(MAX_CELLS, Integer.highestOneBit(count) << 1)];
        limit = MAX_EQUAL_HASHES + MEANS * (count / cells.length);
    }

    /** A guard for a table of {@code count} keys, or null where so few cannot hurt. */
    static @Nullable HashGuard of(int count) {
        return count <= MAX_EQUAL_HASHES ? null : new HashGuard(count);
    }

    void check(@Nullable Object key, int offset) {
        if (key == null || key instanceof Comparable) {
            return;
        }
        int mixed = key.hashCode() * 0x9E3779B9;
        int cell = (mixed ^ mixed >>> 16) & cells.length - 1;
        if (++cells[cell] > limit) {
            throw new DecodeException("decode: keys of equal hash=" + cells[cell] + " > limit=" + limit + ", class="
                    + key.getClass().getName() + ", offset=" + offset
                    + "; give the class a better hashCode or make it Comparable");
        }
    }
}
