package io.tellask.codec.references;

import java.util.Arrays;

/**
 * How far each finished object of a message reaches back: the lowest number of an object that was unfinished when it
 * was read and that it refers to, directly or not.
 *
 * <p>A key that reaches an unfinished object has no hash and no order yet, also where it does so through an object that
 * is finished itself. Not thread-safe.
 */
public final class OldestOpenReference {
    /** Everything that is referred to is finished. */
    public static final int NOWHERE = Integer.MAX_VALUE;

    /** Something that is referred to is finished at the end of the message. */
    public static final int END = -1;

    private static final int RETAINED = 4_096;

    private int[] lows = new int[0];

    /** The object {@code number} is finished, but for what {@code lowest} and higher numbers stand for. */
    public void close(int number, int lowest) {
        if (number >= lows.length) {
            int known = lows.length;
            lows = Arrays.copyOf(lows, Math.max(64, 2 * number));
            Arrays.fill(lows, known, lows.length, NOWHERE);
        }
        lows[number] = lowest < number ? lowest : NOWHERE;
    }

    /** The lowest unfinished object that the finished {@code number} reaches now. */
    public int of(int number, OpenObjects open, int depth) {
        int low = low(number);
        while (low >= 0 && low != NOWHERE && !open.isOpen(low, depth)) {
            low = low(low);
            lows[number] = low;
        }
        return low;
    }

    private int low(int number) {
        return number < lows.length ? lows[number] : NOWHERE;
    }

    public void clear() {
        if (lows.length > RETAINED) {
            lows = new int[0];
        } else {
            Arrays.fill(lows, NOWHERE);
        }
    }
}
