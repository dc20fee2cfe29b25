package io.tellask.codec.bytes;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.DecodeException;

/** The numbers of fields, whose first byte tells their length, as {@link Varints#putPrefixed} has them. */
public final class FieldNumbers {
    private FieldNumbers() {}

    public static void writeLong(ByteWriter out, long value) {
        out.reserve(9);
        out.advanceTo(Varints.putZigZagLong(out.array(), out.position(), value));
    }

    public static void writeInt(ByteWriter out, int value) {
        out.reserve(5);
        out.advanceTo(Varints.putZigZagInt(out.array(), out.position(), value));
    }

    public static void writeChar(ByteWriter out, char value) {
        out.reserve(3);
        out.advanceTo(Varints.putChar(out.array(), out.position(), value));
    }

    public static long readLong(ByteReader in) {
        return signed(readPrefixed(in));
    }

    public static int readInt(ByteReader in) {
        return signedInt(in, readPrefixed(in));
    }

    public static char readChar(ByteReader in) {
        return requireChar(in, readPrefixed(in));
    }

    /**
     * The number of {@code length} bytes at {@code at}, with which {@code word} begins, for generated code: all bytes
     * that it can take are there, and the caller moves the position.
     */
    public static long takeLong(ByteReader in, int at, long word, int length) {
        return signed(prefixed(in, at, word, length));
    }

    /** The same for an int. */
    public static int takeInt(ByteReader in, int at, long word, int length) {
        return signedInt(in, prefixed(in, at, word, length));
    }

    /** The same for a char. */
    public static char takeChar(ByteReader in, int at, long word, int length) {
        return requireChar(in, prefixed(in, at, word, length));
    }

    private static long prefixed(ByteReader in, int at, long word, int length) {
        if (length > Long.BYTES) {
            in.advanceTo(at);
            return readLongest(in, length);
        }
        return prefixed(word, length);
    }

    private static long readPrefixed(ByteReader in) {
        int at = in.position();
        int rest = in.limit() - at;
        if (rest < Long.BYTES && in.isStreamed()) {
            in.holds(Long.BYTES);
            at = in.position();
            rest = in.limit() - at;
        }
        long word = rest >= Long.BYTES ? Varints.int64(in.array(), at) : lastWord(in, rest);
        int length = Varints.prefixedLength(word);
        if (length > Math.min(rest, Long.BYTES)) {
            return readLongest(in, length);
        }
        in.advanceTo(at + length);
        return prefixed(word, length);
    }

    private static long prefixed(long word, int length) {
        long high = word << Long.SIZE - 8 * length;
        if (high >>> Long.SIZE - 7 == 0 && length > 1) {
            throw overLong(length);
        }
        return high >>> Long.SIZE - 7 * length;
    }

    /** The last bytes, less than eight, with zeros above them. */
    private static long lastWord(ByteReader in, int rest) {
        byte[] array = in.array();
        if (in.limit() >= Long.BYTES && rest > 0) {
            return Varints.int64(array, in.limit() - Long.BYTES) >>> Long.SIZE - 8 * rest;
        }
        long word = 0;
        for (int i = rest - 1; i >= 0; i--) {
            word = word << Byte.SIZE | array[in.position() + i] & 0xFF;
        }
        return word;
    }

    private static long readLongest(ByteReader in, int length) {
        in.require(length);
        long value = Varints.int64(in.array(), in.position() + 1);
        if (value >>> 56 == 0) {
            throw overLong(length);
        }
        in.advanceTo(in.position() + length);
        return value;
    }

    private static DecodeException overLong(int length) {
        return new DecodeException(
                "decode: number of bytes=" + length + " is longer than its value needs; the stream is damaged");
    }

    private static long signed(long raw) {
        return (raw >>> 1) ^ -(raw & 1);
    }

    private static int signedInt(ByteReader in, long raw) {
        if (raw >>> Integer.SIZE != 0) {
            throw tooLarge(in, raw, 0xFFFFFFFFL);
        }
        return (int) (raw >>> 1) ^ -(int) (raw & 1);
    }

    private static char requireChar(ByteReader in, long value) {
        if (value >>> Character.SIZE != 0) {
            throw tooLarge(in, value, Character.MAX_VALUE);
        }
        return (char) value;
    }

    private static DecodeException tooLarge(ByteReader in, long value, long largest) {
        return new DecodeException("decode: number=" + Long.toUnsignedString(value) + " > " + largest + ", offset="
                + in.offset() + "; the stream is damaged");
    }
}
