package io.tellask.codec;

import io.tellask.codec.bytes.Varints;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link ByteWriter} wrote, from a range of a heap array.
 *
 * <p>Every read is checked against the end of the range; a message that ends too early, or a varint longer than its
 * type, raises {@link DecodeException} naming the offset. Not thread-safe; {@link #wrap} makes one reader serve many
 * messages.
 */
public final class ByteReader {
    /** What the JDK puts in the place of bytes that are no UTF-8. */
    private static final char REPLACEMENT = '\ufffd';

    private byte[] array;
    private int position;
    private int limit;

    /** Where the bytes behind the limit come from, if this reads a stream. */
    private final @Nullable Window window;

    /** Offset of the array's first byte in what is read. */
    private long dropped;

    private @Nullable IntFunction<Object> references;

    public ByteReader() {
        array = new byte[0];
        window = null;
    }

    /** One that has a part of a stream in its array, and takes more of it where a read goes beyond. */
    ByteReader(Window window) {
        this.array = new byte[0];
        this.window = window;
    }

    public ByteReader(byte[] bytes) {
        window = null;
        wrap(bytes, 0, bytes.length);
    }

    /** What the numbers of references to actors stand for; null where none are read. It may raise a {@link DecodeException}. */
    public void references(@Nullable IntFunction<Object> byNumber) {
        references = byNumber;
    }

    public @Nullable IntFunction<Object> references() {
        return references;
    }

    /** Points this reader at {@code length} bytes from {@code offset}. */
    public void wrap(byte[] bytes, int offset, int length) {
        java.util.Objects.checkFromIndexSize(offset, length, bytes.length);
        if (array != bytes) { // a store to an old reader costs a barrier with a fence
            array = bytes;
        }
        position = offset;
        limit = offset + length;
    }

    public byte[] array() {
        return array;
    }

    public int position() {
        return position;
    }

    public void position(int newPosition) {
        java.util.Objects.checkIndex(newPosition, limit + 1);
        position = newPosition;
    }

    /** Moves the position within bytes already {@linkplain #require required}, unchecked. */
    public void advanceTo(int newPosition) {
        position = newPosition;
    }

    /** One past the last readable byte. */
    public int limit() {
        return limit;
    }

    public int remaining() {
        return limit - position;
    }

    /**
     * How many bytes lie before the position: in the array or, where a stream is read, from the start of its graph. Unlike
     * {@link #position()} it stays the same when more of a stream is taken into the array.
     */
    public long offset() {
        return dropped + position;
    }

    /** The bytes from an {@linkplain #offset() offset} to the position, or as many as an int can tell. */
    public int bytesSince(long offset) {
        return (int) Math.min(Integer.MAX_VALUE, offset() - offset);
    }

    /**
     * Whether this reads a stream: then whatever reads may replace the array and move position and limit within it, and what
     * remains is only what has arrived.
     */
    public boolean isStreamed() {
        return window != null;
    }

    /** Whether {@code count} more bytes follow; of a stream they are in the array then. */
    public boolean holds(long count) {
        return limit - position >= count || load(count);
    }

    /** Checks that {@code count} more bytes are there. */
    public void require(int count) {
        if (count < 0 || limit - position < count) {
            requireMore(count);
        }
    }

    private void requireMore(int count) {
        if (count < 0 || !load(count)) {
            throw truncated(count);
        }
    }

    private boolean load(long count) {
        if (window == null) {
            return false;
        }
        while (limit - position < count) {
            if (limit == array.length) {
                int from = window.keptFrom(position);
                array = window.renewed(array, from, limit, position + count);
                position -= from;
                limit -= from;
                dropped += from;
            }
            int more = window.read(array, limit);
            if (more < 0) {
                return false;
            }
            limit += more;
        }
        return true;
    }

    private DecodeException truncated(int count) {
        return new DecodeException("decode: message ends early, offset=" + offset() + ", needed=" + count
                + ", remaining=" + remaining() + "; the sender and this reader disagree or bytes were lost");
    }

    public byte readByte() {
        if (position >= limit) {
            requireMore(1);
        }
        return array[position++];
    }

    /** One byte: 0 or 1. */
    public boolean readBoolean() {
        int value = readByte();
        if ((value & ~1) != 0) {
            throw new DecodeException("decode: boolean byte=" + (value & 0xFF) + " is neither 0 nor 1, offset="
                    + (offset() - 1) + "; the stream is damaged");
        }
        return value != 0;
    }

    public short readInt16() {
        require(2);
        short value = Varints.int16(array, position);
        position += 2;
        return value;
    }

    public int readInt32() {
        require(4);
        int value = Varints.int32(array, position);
        position += 4;
        return value;
    }

    public long readInt64() {
        require(8);
        long value = Varints.int64(array, position);
        position += 8;
        return value;
    }

    public float readFloat() {
        return Float.intBitsToFloat(readInt32());
    }

    public double readDouble() {
        return Double.longBitsToDouble(readInt64());
    }

    public int readVarInt() {
        int at = position;
        if (at < limit && array[at] >= 0) {
            position = at + 1;
            return array[at];
        }
        if (array.length - at >= 8) { // what lies behind the limit is not looked at beyond the value's end
            long word = Varints.int64(array, at);
            int length = Varints.varLength(word);
            long value = Varints.varValue(word);
            if (length != 0 && value >>> 32 == 0 && length <= 5 && length <= limit - at) {
                position = at + length;
                return (int) value;
            }
        }
        byte first = readByte();
        return first >= 0 ? first : readLongVarInt(first & 0x7F);
    }

    private int readLongVarInt(int low) {
        int value = low;
        for (int shift = 7; shift < 35; shift += 7) {
            byte next = readByte();
            if (shift == 28 && (next & 0xF0) != 0) {
                break;
            }
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new DecodeException("decode: varint longer than 5 bytes, offset=" + offset() + "; the stream is damaged");
    }

    /** A varint that must fit a char. */
    public char readChar() {
        int value = readVarInt();
        if ((value & ~0xFFFF) != 0) {
            throw new DecodeException("decode: char=" + Integer.toUnsignedString(value) + " > 65535, offset=" + offset()
                    + "; the stream is damaged");
        }
        return (char) value;
    }

    public long readVarLong() {
        int at = position;
        if (limit - at >= 8) {
            long word = Varints.int64(array, at);
            int length = Varints.varLength(word);
            if (length != 0) {
                position = at + length;
                return Varints.varValue(word);
            }
        }
        return readLongestVarLong();
    }

    private long readLongestVarLong() {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            byte next = readByte();
            if (shift == 63 && (next & 0xFE) != 0) {
                break;
            }
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new DecodeException(
                "decode: varint longer than 10 bytes, offset=" + offset() + "; the stream is damaged");
    }

    public int readZigZagInt() {
        int raw = readVarInt();
        return (raw >>> 1) ^ -(raw & 1);
    }

    public long readZigZagLong() {
        long raw = readVarLong();
        return (raw >>> 1) ^ -(raw & 1);
    }

    /**
     * Reads a count of elements that take at least {@code bytesEach} bytes: more than could follow is refused before
     * anything is allocated.
     */
    public int readCount(int bytesEach) {
        int count = readVarInt();
        if (count < 0 || !holds((long) count * bytesEach)) {
            throw new DecodeException("decode: count=" + Integer.toUnsignedString(count) + " > remaining=" + remaining()
                    + " bytes, offset=" + offset() + "; the stream is damaged");
        }
        return count;
    }

    public byte[] readBytes(int length) {
        require(length);
        byte[] bytes = java.util.Arrays.copyOfRange(array, position, position + length);
        position += length;
        return bytes;
    }

    public void skip(int count) {
        require(count);
        position += count;
    }

    /** The counterpart of {@link ByteWriter#writeUtf8}. */
    public @Nullable String readUtf8() {
        int length = readVarInt() - 1;
        if (length == -1) {
            return null;
        }
        require(length);
        String value = new String(array, position, length, StandardCharsets.UTF_8);
        if (value.indexOf(REPLACEMENT) >= 0 && !isUtf8(value, length)) {
            throw new DecodeException("decode: text is no UTF-8, offset=" + offset() + "; the stream is damaged");
        }
        position += length;
        return value;
    }

    private boolean isUtf8(String value, int length) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return Arrays.equals(bytes, 0, bytes.length, array, position, position + length);
    }

    /** The counterpart of {@link ByteWriter#writeByteArray}. */
    public byte @Nullable [] readByteArray() {
        int length = readVarInt() - 1;
        return length == -1 ? null : readBytes(length);
    }
}
