package io.tellask.codec.references;

import java.util.Arrays;

/**
 * The numbers of the objects that are being written or read just now, outermost first.
 *
 * <p>Numbers rise with depth, so one array and a binary search tell whether a back reference closes a cycle. A value
 * without a number repeats the one around it. Each entry is twice the number, plus one where a back reference has met
 * the object. Not thread-safe.
 */
public final class OpenObjects {
    private static final int RETAINED = 1_024;

    private int[] numbers = new int[64];

    public OpenObjects() {
        numbers[0] = -2;
    }

    /** An object at {@code depth}, the outermost at 1, gets {@code number}, if its class is tracked. */
    public void enter(int depth, boolean tracked, int number) {
        if (depth == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * depth);
        }
        numbers[depth] = tracked ? number << 1 : numbers[depth - 1];
    }

    boolean isOpen(int number, int depth) {
        return find(number, depth) > 0;
    }

    /** The same, and notes that a back reference has met the object. */
    public boolean reach(int number, int depth) {
        int at = find(number, depth);
        if (at <= 0) {
            return false;
        }
        while (numbers[at - 1] >> 1 == number) {
            at--;
        }
        numbers[at] |= 1;
        return true;
    }

    /** Whether a back reference has met the object at {@code depth}. */
    public boolean isReached(int depth) {
        return (numbers[depth] & 1) != 0;
    }

    /** The number of the innermost object at or around {@code depth}. */
    int number(int depth) {
        return numbers[depth] >> 1;
    }

    private int find(int number, int depth) {
        int low = 1;
        int high = depth;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = numbers[middle] >> 1;
            if (found == number) {
                return middle;
            }
            if (found < number) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    public void clear() {
        if (numbers.length > RETAINED) {
            numbers = new int[64];
            numbers[0] = -2;
        }
    }
}
