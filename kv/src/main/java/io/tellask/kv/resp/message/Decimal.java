package io.tellask.kv.resp.message;

/** Integers as Redis writes them: 64 bits, a minus sign or none, no leading zeros, nothing else. Stateless. */
public final class Decimal {
    /** Longest text of a number. */
    public static final int MAX_LENGTH = 20;

    private Decimal() {}

    /** Whether the bytes are a number that fits 64 bits. */
    public static boolean isInteger(byte[] array, int start, int length) {
        if (length == 0 || length > MAX_LENGTH) {
            return false;
        }
        boolean negative = array[start] == '-';
        int first = negative ? start + 1 : start;
        int digits = negative ? length - 1 : length;
        if (digits == 0 || digits > 1 && array[first] == '0' || negative && array[first] == '0') {
            return false;
        }
        for (int i = first; i < first + digits; i++) {
            if (array[i] < '0' || array[i] > '9') {
                return false;
            }
        }
        return digits < 19 || fits(array, first, digits, negative);
    }

    private static boolean fits(byte[] array, int first, int digits, boolean negative) {
        if (digits > 19) {
            return false;
        }
        long value = magnitude(array, first, digits);
        return value >= 0 || negative && value == Long.MIN_VALUE;
    }

    /** The number that {@link #isInteger} found. */
    public static long parse(byte[] array, int start, int length) {
        return array[start] == '-' ? -magnitude(array, start + 1, length - 1) : magnitude(array, start, length);
    }

    private static long magnitude(byte[] array, int first, int digits) {
        long value = 0;
        for (int i = first; i < first + digits; i++) {
            value = value * 10 + (array[i] - '0');
        }
        return value;
    }

    /** Writes a number; returns where it ends. There must be room for {@link #MAX_LENGTH} bytes. */
    public static int write(long value, byte[] target, int at) {
        int first = at;
        if (value < 0) {
            target[first++] = '-';
        }
        int end = first + digits(value);
        long rest = value;
        for (int i = end - 1; i >= first; i--) {
            target[i] = (byte) ('0' + Math.abs(rest % 10));
            rest /= 10;
        }
        return end;
    }

    /** Counts on the negative side, where every number has its counterpart. */
    private static int digits(long value) {
        long negative = value < 0 ? value : -value;
        int digits = 1;
        for (long bound = -10; digits < 19 && negative <= bound; bound *= 10) {
            digits++;
        }
        return digits;
    }
}
