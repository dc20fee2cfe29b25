package io.tellask.kv.resp.message;

import java.util.Arrays;

/**
 * What stands between two stars of a pattern: bytes, or positions of a {@link GlobTable} where some of them have several. Bytes are searched by Knuth,
 * Morris and Pratt's algorithm, positions by Shift-And (Baeza-Yates and Gonnet), 64 of them a step. Immutable.
 */
final class GlobSegment {
    private static final byte[] NONE = {};
    private static final int[] NO_BORDERS = {};
    private static final int BASE_BYTES = 72;

    private final byte[] literal;
    private final int[] borders;
    private final GlobTable table;
    private final int position;
    private final int length;

    /** One that consists of bytes; {@code borders} says for each prefix how long its longest border is, if the segment is to be searched. */
    private GlobSegment(GlobTable table, byte[] literal, int[] borders) {
        this.table = table;
        this.literal = literal;
        this.borders = borders;
        position = 0;
        length = literal.length;
    }

    /** One that consists of so many positions. */
    private GlobSegment(GlobTable table, int position, int length) {
        this.table = table;
        this.position = position;
        this.length = length;
        literal = NONE;
        borders = NO_BORDERS;
    }

    int length() {
        return length;
    }

    private boolean isLiteral() {
        return literal.length == length;
    }

    int heldBytes() {
        return BASE_BYTES + literal.length + Integer.BYTES * borders.length;
    }

    /** The most steps that a search takes for each byte of the text. */
    int stepsPerByte() {
        return isLiteral() ? 2 : words();
    }

    private int words() {
        return (length + Long.SIZE - 1) / Long.SIZE;
    }

    /** Whether it matches at a place of the text behind which there are enough bytes. */
    boolean isAt(byte[] text, int start, MatchCost steps) {
        int matched = 0;
        if (isLiteral()) {
            int mismatch = Arrays.mismatch(text, start, start + length, literal, 0, length);
            matched = mismatch < 0 ? length : mismatch;
        } else {
            while (matched < length && table.matches(text[start + matched], position + matched)) {
                matched++;
            }
        }
        steps.add(matched);
        return matched == length;
    }

    /** Where the first match within a part of the text ends, or -1. */
    int endOfFirst(byte[] text, int from, int to, MatchCost steps) {
        return isLiteral() ? endOfLiteral(text, from, to, steps) : endOfPositions(text, from, to, steps);
    }

    private int endOfLiteral(byte[] text, int from, int to, MatchCost steps) {
        int matched = 0;
        int at = from;
        long shortened = 0;
        while (at < to && matched < length) {
            byte character = text[at++];
            while (matched > 0 && literal[matched] != character) {
                matched = borders[matched - 1];
                shortened++;
            }
            matched += literal[matched] == character ? 1 : 0;
        }
        steps.add(at - from + shortened);
        return matched == length ? at : -1;
    }

    private int endOfPositions(byte[] text, int from, int to, MatchCost steps) {
        long[] ends = new long[words()]; // bit i: positions up to i match the bytes up to here
        long last = 1L << length - 1;
        int at = from;
        boolean found = false;
        while (at < to && !found) {
            long[] row = table.row(text[at++]);
            long carry = 1;
            for (int i = 0; i < ends.length; i++) {
                long before = ends[i];
                ends[i] = (before << 1 | carry) & GlobTable.bits(row, position + (i << 6));
                carry = before >>> 63;
            }
            found = (ends[ends.length - 1] & last) != 0;
        }
        steps.add((long) (at - from) * ends.length);
        return found ? at : -1;
    }

    private static int[] bordersOf(byte[] literal) {
        int[] borders = new int[literal.length];
        int border = 0;
        for (int i = 1; i < literal.length; i++) {
            while (border > 0 && literal[border] != literal[i]) {
                border = borders[border - 1];
            }
            border += literal[border] == literal[i] ? 1 : 0;
            borders[i] = border;
        }
        return borders;
    }

    /** Gathers bytes as long as there are only such, and positions of the table otherwise. */
    static final class Builder {
        private final GlobTable.Builder table;
        private byte[] literal = NONE;
        private int length;
        private int position = -1;

        Builder(GlobTable.Builder table) {
            this.table = table;
        }

        void add(byte character) {
            if (position >= 0) {
                table.append(setOf(character));
            } else {
                literal = length < literal.length ? literal : Arrays.copyOf(literal, Math.max(16, 2 * length));
                literal[length] = character;
            }
            length++;
        }

        void add(long[] set) {
            if (position < 0) {
                position = table.size();
                for (int i = 0; i < length; i++) {
                    table.append(setOf(literal[i]));
                }
                literal = NONE;
            }
            table.append(set);
            length++;
        }

        private static long[] setOf(byte character) {
            long[] set = new long[GlobTable.SET_WORDS];
            GlobTable.add(set, character & 0xFF);
            return set;
        }

        GlobSegment build(GlobTable built, boolean isSearched) {
            if (position >= 0) {
                return new GlobSegment(built, position, length);
            }
            byte[] bytes = Arrays.copyOf(literal, length);
            return new GlobSegment(built, bytes, isSearched ? bordersOf(bytes) : NO_BORDERS);
        }
    }
}
