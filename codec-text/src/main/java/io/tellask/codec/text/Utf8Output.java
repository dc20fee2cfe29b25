package io.tellask.codec.text;

import io.tellask.codec.EncodeException;
import java.io.Writer;
import java.util.Arrays;

/**
 * Takes JSON as characters and keeps it as UTF-8, up to a limit. Half of a surrogate pair has no UTF-8: it is written as
 * the escape that JSON has for it, which is right because it can only stand inside a string. Not thread-safe.
 */
final class Utf8Output extends Writer {
    private static final int LONGEST = 6;

    private final int maxBytes;
    private byte[] bytes = new byte[256];
    private int count;
    private char high;

    Utf8Output(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public void write(char[] source, int offset, int length) {
        int end = offset + length;
        int i = offset;
        while (i < end) {
            i = writeAscii(source, i, end);
            if (i < end) {
                write(source[i++]);
            }
        }
    }

    /** Most text is ASCII: writes as much of it as there is room for, and says what comes behind. */
    private int writeAscii(char[] source, int from, int end) {
        int room = Math.min(bytes.length - 2 * LONGEST, maxBytes) - count;
        int most = high == 0 && room > 0 ? from + Math.min(room, end - from) : from;
        int i = from;
        while (i < most && source[i] < 0x80) {
            bytes[count++] = (byte) source[i++];
        }
        return i;
    }

    private void write(char next) {
        if (count + 2 * LONGEST > bytes.length) {
            long most = Math.min(maxBytes + 4L * LONGEST, Integer.MAX_VALUE - Long.BYTES);
            bytes = Arrays.copyOf(bytes, (int) Math.min(2L * bytes.length, most));
        }
        if (high != 0) {
            char first = high;
            high = 0;
            if (Character.isLowSurrogate(next)) {
                putPair(Character.toCodePoint(first, next));
                return;
            }
            putEscape(first);
        }
        if (Character.isHighSurrogate(next)) {
            high = next;
        } else if (Character.isLowSurrogate(next)) {
            putEscape(next);
        } else {
            put(next);
        }
        if (count > maxBytes) {
            throw over(maxBytes);
        }
    }

    static EncodeException over(int maxBytes) {
        return new EncodeException(
                "encode: text > limits.bytes=" + maxBytes + "; split the message or raise the limit");
    }

    private void put(char one) {
        if (one < 0x80) {
            bytes[count++] = (byte) one;
        } else if (one < 0x800) {
            bytes[count++] = (byte) (0xC0 | one >> 6);
            bytes[count++] = (byte) (0x80 | one & 0x3F);
        } else {
            bytes[count++] = (byte) (0xE0 | one >> 12);
            bytes[count++] = (byte) (0x80 | one >> 6 & 0x3F);
            bytes[count++] = (byte) (0x80 | one & 0x3F);
        }
    }

    private void putPair(int codePoint) {
        bytes[count++] = (byte) (0xF0 | codePoint >> 18);
        bytes[count++] = (byte) (0x80 | codePoint >> 12 & 0x3F);
        bytes[count++] = (byte) (0x80 | codePoint >> 6 & 0x3F);
        bytes[count++] = (byte) (0x80 | codePoint & 0x3F);
    }

    private void putEscape(char half) {
        bytes[count++] = '\\';
        bytes[count++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[count++] = (byte) Character.forDigit(half >> shift & 0xF, 16);
        }
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, count);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
