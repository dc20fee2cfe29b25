package io.tellask.codec;

import io.tellask.codec.bytes.Varints;
import io.tellask.codec.failure.Failures.WriteInParts;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A growing heap buffer that codecs and generated proxies write into.
 *
 * <p>Fixed-width numbers are little-endian. Varints are LEB128 (7 bits a byte, low bits first), signed ones zig-zagged
 * first. The array always has {@value #SLACK} bytes behind the last reserved one, so that a varint may be stored with
 * one wide write.
 *
 * <p>Growth stops at {@link #MAX_BYTES}: a larger message raises {@link EncodeException}.
 *
 * <p>Who holds a lock that others wait for writes {@linkplain #beginInPlace in place}: so many bytes at most, without
 * growth, and without a call of the application's code. What that does not suit raises {@link NotInPlaceException}; the
 * writer of the message then moves the position back, and writes it elsewhere. Not thread-safe.
 */
public final class ByteWriter {
    /** Bytes behind the reserved room that a wide store may touch. */
    public static final int SLACK = 16;

    /** The largest array a writer grows to. */
    public static final int MAX_BYTES = Integer.MAX_VALUE - 64;

    private static final int MIB = 1 << 20;
    private static final int ARRAY_HEADER = 16;

    private byte[] array;
    private int position;

    /** What the array grows to where a longer graph is written in parts; else more than it can have. */
    private final int wholeBytes;

    private boolean full;

    /** Where the room ends: that of the array, or sooner while something is written in place. */
    private int end;

    private boolean inPlace;
    private @Nullable ToIntFunction<Object> references;

    public ByteWriter(int initialBytes) {
        this(initialBytes, Integer.MAX_VALUE);
    }

    /** One for a graph that is written in parts where it has more than {@code wholeBytes}. */
    ByteWriter(int initialBytes, int wholeBytes) {
        this.end = Math.min(Math.max(initialBytes, 64), wholeBytes);
        this.array = new byte[end + SLACK];
        this.wholeBytes = wholeBytes;
    }

    /** What is written from here until {@link #endInPlace} takes so many bytes at most, or what room there is, if that is less. */
    public void beginInPlace(int mostBytes) {
        inPlace = true;
        end = Math.min(end, position + mostBytes);
    }

    public void endInPlace() {
        inPlace = false;
        end = array.length - SLACK;
    }

    public boolean isInPlace() {
        return inPlace;
    }

    /** What numbers the references to actors that are written here; null where none may be. */
    public void references(@Nullable ToIntFunction<Object> numbers) {
        references = numbers;
    }

    public @Nullable ToIntFunction<Object> references() {
        return references;
    }

    /** How many bytes there is room for without growth. */
    public int room() {
        return end - position;
    }

    /** The backing array; replaced when the writer grows. */
    public byte[] array() {
        return array;
    }

    /**
     * Goes on in a longer array, into which it copies what was written; not while it writes in place.
     *
     * @return the array that it had, to which it no longer refers
     */
    public byte[] moveTo(byte[] longer) {
        Objects.requireNonNull(longer, "longer");
        byte[] before = array;
        System.arraycopy(before, 0, longer, 0, position);
        array = longer;
        end = longer.length - SLACK;
        return before;
    }

    public int position() {
        return position;
    }

    /** Moves the position, backwards to roll back or forwards over bytes stored directly into {@link #array()}. */
    public void position(int newPosition) {
        Objects.checkIndex(newPosition, array.length - SLACK + 1);
        position = newPosition;
    }

    /** Moves the position over bytes stored within {@linkplain #reserve reserved} room, unchecked. */
    public void advanceTo(int newPosition) {
        position = newPosition;
    }

    public void clear() {
        position = 0;
        full = false;
    }

    /** Whether it could not take what it was given: the graph in it is of no use, even if a hook went on. */
    boolean isFull() {
        return full;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(array, position);
    }

    /** Makes room for {@code count} more bytes. */
    public void reserve(int count) {
        if (end - position < count) {
            grow(count);
        }
    }

    /** The array, with room for so many bytes from a position on. */
    public byte[] room(int at, int count) {
        if (end - at < count) {
            position = at;
            grow(count);
        }
        return array;
    }

    private void grow(int count) {
        if (inPlace) {
            throw end < array.length - SLACK ? NotInPlaceException.LONG : NotInPlaceException.FULL;
        }
        long needed = (long) position + count;
        if (needed > wholeBytes) {
            full = true;
            throw new WriteInParts();
        }
        if (needed > MAX_BYTES - SLACK) {
            throw new EncodeException("encode: bytes=" + needed + " > MAX_BYTES=" + MAX_BYTES + "; split the message");
        }
        long doubled = Math.min(Math.max(needed, 2L * array.length), MAX_BYTES - SLACK);
        int length = Math.min(arrayLength(needed + SLACK, doubled + SLACK), MAX_BYTES);
        array = Arrays.copyOf(array, (int) Math.min(length, (long) wholeBytes + SLACK));
        end = array.length - SLACK;
    }

    /**
     * A length for an array of at least {@code least} bytes, about {@code wished}. Beyond half a MiB it is whole MiB less the array's header: the
     * collector gives such arrays regions of their own, and one byte more would take another MiB that nobody counts.
     */
    public static int arrayLength(long least, long wished) {
        if (least + ARRAY_HEADER <= MIB / 2) {
            return (int) Math.min(wished, MIB / 2 - ARRAY_HEADER);
        }
        long below = (wished + ARRAY_HEADER) / MIB * MIB - ARRAY_HEADER;
        long length = below >= least ? below : (least + ARRAY_HEADER + MIB - 1) / MIB * MIB - ARRAY_HEADER;
        return (int) Math.min(length, MAX_BYTES);
    }

    public void writeByte(int value) {
        reserve(1);
        array[position++] = (byte) value;
    }

    public void writeBoolean(boolean value) {
        writeByte(value ? 1 : 0);
    }

    public void writeInt16(int value) {
        reserve(2);
        position = Varints.putInt16(array, position, (short) value);
    }

    public void writeInt32(int value) {
        reserve(4);
        position = Varints.putInt32(array, position, value);
    }

    public void writeInt64(long value) {
        reserve(8);
        position = Varints.putInt64(array, position, value);
    }

    public void writeFloat(float value) {
        writeInt32(Float.floatToRawIntBits(value));
    }

    public void writeDouble(double value) {
        writeInt64(Double.doubleToRawLongBits(value));
    }

    /** Overwrites four bytes at an earlier position: how a length is filled in when it is known. */
    public void patchInt32(int at, int value) {
        Varints.putInt32(array, at, value);
    }

    /** Unsigned varint of 1 to 5 bytes; a negative number takes 5. */
    public void writeVarInt(int value) {
        reserve(5);
        position = Varints.putVarInt(array, position, value);
    }

    /** Unsigned varint of 1 to 10 bytes. */
    public void writeVarLong(long value) {
        reserve(10);
        position = Varints.putVarLong(array, position, value);
    }

    /** Zig-zag varint: small numbers of either sign are short. */
    public void writeZigZagInt(int value) {
        writeVarInt((value << 1) ^ (value >> 31));
    }

    public void writeZigZagLong(long value) {
        writeVarLong((value << 1) ^ (value >> 63));
    }

    public void writeBytes(byte[] source, int offset, int length) {
        Objects.requireNonNull(source, "source");
        reserve(length);
        System.arraycopy(source, offset, array, position, length);
        position += length;
    }

    /**
     * A string or null: varint of UTF-8 length + 1 (0 is null), then the bytes. Used by the protocol; the codec has
     * forms of its own.
     */
    public void writeUtf8(@Nullable String value) {
        if (value == null) {
            writeByte(0);
            return;
        }
        if (inPlace) {
            reserve(value.length());
        }
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        writeVarInt(bytes.length + 1);
        writeBytes(bytes, 0, bytes.length);
    }

    /** A byte array or null: varint of length + 1 (0 is null), then the bytes. */
    public void writeByteArray(byte @Nullable [] value) {
        if (value == null) {
            writeByte(0);
        } else {
            writeVarInt(value.length + 1);
            writeBytes(value, 0, value.length);
        }
    }
}
