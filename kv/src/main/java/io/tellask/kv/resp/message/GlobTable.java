package io.tellask.kv.resp.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which bytes match at which positions of those segments of a pattern that are not literal: a bit for each position, a row of them for each byte;
 * bytes that match at the same positions share one.
 *
 * <pre>
 *   row of the byte   0        64       128
 *                     +--------+--------+----+
 *   bits              |segment |segment ...  |  and a word of zeros
 *                     +--------+--------+----+
 * </pre>
 *
 * <p>Immutable.
 */
final class GlobTable {
    static final int BYTES = 256;
    static final int SET_WORDS = BYTES / Long.SIZE;

    /** The set of all bytes. */
    static final long[] ANY = {-1, -1, -1, -1};

    private static final int ROW_BYTES = 24;
    private static final GlobTable EMPTY = new GlobTable(new byte[0], new long[0][]);

    private final byte[] rowOf;
    private final long[][] rows;

    private GlobTable(byte[] rowOf, long[][] rows) {
        this.rowOf = rowOf;
        this.rows = rows;
    }

    static void add(long[] set, int member) {
        set[member >>> 6] |= 1L << member;
    }

    /** Whether a byte matches at a position. */
    boolean matches(byte character, int position) {
        return (row(character)[position >>> 6] >>> position & 1) != 0;
    }

    /** The positions at which a byte matches. */
    long[] row(byte character) {
        return rows[rowOf[character & 0xFF] & 0xFF];
    }

    /** 64 bits of a row from a position on. */
    static long bits(long[] row, int position) {
        int word = position >>> 6;
        return row[word] >>> position | row[word + 1] << 1 << ~position;
    }

    int heldBytes() {
        return rows.length == 0 ? 0 : BYTES + rows.length * (ROW_BYTES + Long.BYTES * rows[0].length);
    }

    /** Gathers the positions of a pattern. */
    static final class Builder {
        private final List<long[]> sets = new ArrayList<>();

        /** Adds the set of bytes that match at the next position. */
        void append(long[] set) {
            sets.add(set);
        }

        int size() {
            return sets.size();
        }

        /** Begins with the row of a byte that is nowhere mentioned; others differ from it where they are. */
        GlobTable build() {
            if (sets.isEmpty()) {
                return EMPTY;
            }
            long[] usual = new long[sets.size() / Long.SIZE + 2];
            long[] @Nullable [] own = new long[BYTES] @Nullable [];
            for (int position = 0; position < sets.size(); position++) {
                long[] set = sets.get(position);
                boolean most = size(set) > BYTES / 2;
                if (most) {
                    usual[position >>> 6] |= 1L << position;
                }
                for (int word = 0; word < SET_WORDS; word++) {
                    for (long left = most ? ~set[word] : set[word]; left != 0; left &= left - 1) {
                        int character = (word << 6) + Long.numberOfTrailingZeros(left);
                        if (own[character] == null) {
                            own[character] = new long[usual.length];
                        }
                        add(own[character], position);
                    }
                }
            }
            return shared(usual, own);
        }

        private static int size(long[] set) {
            int size = 0;
            for (long word : set) {
                size += Long.bitCount(word);
            }
            return size;
        }

        private static GlobTable shared(long[] usual, long[] @Nullable [] differences) {
            byte[] rowOf = new byte[BYTES];
            Map<Row, Integer> known = new HashMap<>();
            List<long[]> rows = new ArrayList<>();
            for (int character = 0; character < BYTES; character++) {
                Row row = new Row(sum(usual, differences[character]));
                int index = known.computeIfAbsent(row, added -> {
                    rows.add(added.bits);
                    return rows.size() - 1;
                });
                rowOf[character] = (byte) index;
            }
            return new GlobTable(rowOf, rows.toArray(long[][]::new));
        }

        private static long[] sum(long[] usual, long @Nullable [] difference) {
            if (difference == null) {
                return usual;
            }
            for (int i = 0; i < usual.length; i++) {
                difference[i] ^= usual[i];
            }
            return difference;
        }
    }

    private static final class Row {
        private final long[] bits;

        private Row(long[] bits) {
            this.bits = bits;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Row row && Arrays.equals(bits, row.bits);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bits);
        }
    }
}
