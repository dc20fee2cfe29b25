package io.tellask.codec;

import java.util.Arrays;

/**
 * Finds a latin string of a message that does not track references again, so that its second slot is only the distance
 * back to the first.
 *
 * <p>The table holds nothing but offsets into the message, one for each hash of a length and two characters, and is
 * never cleared: whatever bytes lie at an offset, they count only if they are the same slot. Not thread-safe.
 */
final class RepeatedStrings {
    /** Shorter ones gain too little. */
    static final int LEAST_CHARS = 10;

    /** Longer ones are written again, so that a slot of few bytes can never stand for many. */
    static final int MOST_CHARS = Strings.SHORT;

    private static final int SLOTS = 64;

    private final int[] offsets = new int[SLOTS];

    /**
     * The position of an earlier slot with the same bytes as the one of {@code chars} characters that was just written
     * at {@code at}, or -1; the message begins at {@code start}.
     */
    int find(byte[] array, int start, int at, int chars) {
        int end = at + 1 + chars;
        int slot = chars + array[end - 1] * 7 + array[at + (chars >> 1)] * 31 & SLOTS - 1;
        int known = offsets[slot] + start;
        if (known > start && known < at && array[known] == array[at]) {
            if (Arrays.equals(array, known + 1, known + 1 + chars, array, at + 1, end)) {
                return known;
            }
        }
        offsets[slot] = at - start;
        return -1;
    }
}
