package io.tellask.codec.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Numbers in a heap array whose room is already checked: what {@code ByteWriter}, {@code ByteReader} and generated
 * codecs share.
 *
 * <p>A varint of up to eight bytes is spread into, or gathered from, one 64-bit word by three mask-and-shift steps,
 * and moves with a single store or load, without a branch per byte. Stores may touch up to {@code ByteWriter.SLACK}
 * bytes behind the varint.
 */
public final class Varints {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MORE = 0x8080808080808080L;

    /** What a number of a field takes at most. */
    public static final int LONGEST_PREFIXED = 9;

    private Varints() {}

    public static int putInt16(byte[] array, int at, short value) {
        SHORT.set(array, at, value);
        return at + 2;
    }

    public static int putInt32(byte[] array, int at, int value) {
        INT.set(array, at, value);
        return at + 4;
    }

    public static int putInt64(byte[] array, int at, long value) {
        LONG.set(array, at, value);
        return at + 8;
    }

    public static int putByte(byte[] array, int at, int value) {
        array[at] = (byte) value;
        return at + 1;
    }

    public static int putFloat(byte[] array, int at, float value) {
        return putInt32(array, at, Float.floatToRawIntBits(value));
    }

    public static int putDouble(byte[] array, int at, double value) {
        return putInt64(array, at, Double.doubleToRawLongBits(value));
    }

    public static int putChar(byte[] array, int at, char value) {
        return putPrefixed(array, at, value);
    }

    public static int putZigZagInt(byte[] array, int at, int value) {
        return putPrefixed(array, at, ((value << 1) ^ (value >> 31)) & 0xFFFFFFFFL);
    }

    public static int putZigZagLong(byte[] array, int at, long value) {
        return putPrefixed(array, at, (value << 1) ^ (value >> 63));
    }

    /**
     * A number of {@code n} bytes whose lowest bit that is set, the {@code n}th, tells {@code n}; 7 bits a byte remain.
     * A number of more than 56 bits lies whole behind a byte of zero.
     */
    public static int putPrefixed(byte[] array, int at, long value) {
        int length = (70 - Long.numberOfLeadingZeros(value | 1)) * 37 >>> 8;
        if (length > Long.BYTES) {
            array[at] = 0;
            return putInt64(array, at + 1, value);
        }
        LONG.set(array, at, value << length | 1L << length - 1);
        return at + length;
    }

    /** How many bytes the number takes that {@code word} begins with. */
    public static int prefixedLength(long word) {
        return Long.numberOfTrailingZeros(word | 0x100) + 1;
    }

    /** The length of the short string at {@code at}; negative where there is none that ends before the limit. */
    public static int shortLength(byte[] array, int at, int limit) {
        if (at >= limit) {
            return -1;
        }
        int length = array[at] - Strings.FIRST_LATIN_HEAD;
        return length < limit - at ? length : -1;
    }

    public static int putVarInt(byte[] array, int at, int value) {
        if ((value & ~0x7F) == 0) {
            array[at] = (byte) value;
            return at + 1;
        }
        return putSpread(array, at, value & 0xFFFFFFFFL);
    }

    public static int putVarLong(byte[] array, int at, long value) {
        if ((value & ~0x7FL) == 0) {
            array[at] = (byte) value;
            return at + 1;
        }
        return value >>> 56 == 0 ? putSpread(array, at, value) : putLongest(array, at, value);
    }

    /** A value of 8 to 56 bits as one word: seven bits a byte, with all continuation bits but the last. */
    private static int putSpread(byte[] array, int at, long value) {
        int bits = 64 - Long.numberOfLeadingZeros(value);
        int length = (bits + 6) * 37 >>> 8;
        LONG.set(array, at, spread(value) | MORE & (1L << (length - 1 << 3)) - 1);
        return at + length;
    }

    /** A value of 57 to 64 bits: eight bytes that all continue, then one or two. */
    private static int putLongest(byte[] array, int at, long value) {
        LONG.set(array, at, spread(value & (1L << 56) - 1) | MORE);
        return putVarInt(array, at + 8, (int) (value >>> 56));
    }

    private static long spread(long value) {
        long x = (value & 0x000000000FFFFFFFL) | (value & 0x00FFFFFFF0000000L) << 4;
        x = (x & 0x00003FFF00003FFFL) | (x & 0x0FFFC0000FFFC000L) << 2;
        return (x & 0x007F007F007F007FL) | (x & 0x3F803F803F803F80L) << 1;
    }

    public static short int16(byte[] array, int at) {
        return (short) SHORT.get(array, at);
    }

    public static char char16(byte[] array, int at) {
        return (char) (short) SHORT.get(array, at);
    }

    public static int int32(byte[] array, int at) {
        return (int) INT.get(array, at);
    }

    public static long int64(byte[] array, int at) {
        return (long) LONG.get(array, at);
    }

    public static float float32(byte[] array, int at) {
        return Float.intBitsToFloat(int32(array, at));
    }

    public static double float64(byte[] array, int at) {
        return Double.longBitsToDouble(int64(array, at));
    }

    /** How many bytes the varint at the start of {@code word} takes; 0 if it is longer than eight. */
    public static int varLength(long word) {
        long stops = ~word & MORE;
        return stops == 0 ? 0 : (Long.numberOfTrailingZeros(stops) >>> 3) + 1;
    }

    /** The value of the varint at the start of {@code word}, which is no longer than eight bytes. */
    public static long varValue(long word) {
        long stops = ~word & MORE;
        long x = word & (stops ^ stops - 1);
        x = (x & 0x007F007F007F007FL) | (x & 0x7F007F007F007F00L) >>> 1;
        x = (x & 0x00003FFF00003FFFL) | (x & 0x3FFF00003FFF0000L) >>> 2;
        return (x & 0x000000000FFFFFFFL) | (x & 0x0FFFFFFF00000000L) >>> 4;
    }
}
