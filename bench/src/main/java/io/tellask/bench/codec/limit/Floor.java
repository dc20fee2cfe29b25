package io.tellask.bench.codec.limit;

import io.tellask.bench.codec.Subject;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * What the hand-written codecs share: one array and the ways to put numbers and strings into it.
 *
 * <p>A string is its length in a byte and its Latin-1 bytes. The writer must know that it is Latin-1 and shorter than 256
 * characters: {@code getBytes(int, int, byte[], int)} drops high bytes, and is one array copy for that.
 */
@SuppressWarnings("deprecation") // the two string methods that neither look at the characters nor allocate
abstract class Floor implements Subject {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();
    private static final VarHandle CHAR = MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();
    private static final int LATIN = 0;

    final byte[] buffer;
    int length;

    Floor(int bytes) {
        buffer = new byte[bytes];
    }

    @Override
    public final byte[] encoded() {
        return Arrays.copyOf(buffer, length);
    }

    static void putLong(byte[] bytes, int at, long value) {
        LONG.set(bytes, at, value);
    }

    static void putDouble(byte[] bytes, int at, double value) {
        LONG.set(bytes, at, Double.doubleToRawLongBits(value));
    }

    static void putInt(byte[] bytes, int at, int value) {
        INT.set(bytes, at, value);
    }

    static void putChar(byte[] bytes, int at, char value) {
        CHAR.set(bytes, at, value);
    }

    /** Returns the position behind the string. */
    static int putString(byte[] bytes, int at, String value) {
        int characters = value.length();
        bytes[at] = (byte) characters;
        value.getBytes(0, characters, bytes, at + 1);
        return at + 1 + characters;
    }

    static long longAt(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    static double doubleAt(byte[] bytes, int at) {
        return Double.longBitsToDouble((long) LONG.get(bytes, at));
    }

    static int intAt(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    static char charAt(byte[] bytes, int at) {
        return (char) CHAR.get(bytes, at);
    }

    /** The string whose length is at a position; its end is {@link #behindString}. */
    static String stringAt(byte[] bytes, int at) {
        return new String(bytes, LATIN, at + 1, bytes[at] & 0xff);
    }

    static int behindString(byte[] bytes, int at) {
        return at + 1 + (bytes[at] & 0xff);
    }
}
