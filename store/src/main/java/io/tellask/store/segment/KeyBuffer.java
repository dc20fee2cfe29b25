package io.tellask.store.segment;

import io.tellask.store.StoreLimitException;
import io.tellask.store.StoreTypeException;
import io.tellask.store.layout.RecordLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * A reused heap buffer for one encoded key, with room for the record header before it and a few bytes of slack behind, so that the same
 * array becomes the record, or takes a copy of the one that was found. Never longer than the limit it is given. One per thread.
 */
public final class KeyBuffer {
    public static final int START = RecordLayout.HEADER;

    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int SLACK = 8;
    private static final int KEPT_BYTES = 64 << 10;
    private static final ThreadLocal<KeyBuffer> PER_THREAD = ThreadLocal.withInitial(() -> new KeyBuffer(0));

    public byte[] array = new byte[START + 256 + SLACK];
    public int end = START;
    private int limit;
    private boolean kept;

    /** For the record that is copied into the array. */
    final CRC32C crc = new CRC32C();

    public KeyBuffer(int keyBytes) {
        limit = keyBytes;
    }

    /** This thread's buffer, emptied, for a key of at most {@code keyBytes}; another one while that is kept. */
    public static KeyBuffer empty(int keyBytes) {
        KeyBuffer buffer = PER_THREAD.get();
        if (buffer.kept) {
            return new KeyBuffer(keyBytes);
        }
        buffer.clear(keyBytes);
        return buffer;
    }

    /** While a user's code runs that may use a map itself, the key stays as it is. */
    public void keep(boolean keepIt) {
        kept = keepIt;
    }

    /** Forgets the key, for one of at most {@code keyBytes}. */
    public void clear(int keyBytes) {
        if (array.length > KEPT_BYTES) {
            array = new byte[START + 256 + SLACK];
        }
        end = START;
        limit = keyBytes;
    }

    public int length() {
        return end - START;
    }

    /** A copy of the encoded key. */
    public byte[] bytes() {
        return Arrays.copyOfRange(array, START, end);
    }

    /** Flags of the record whose header {@link RecordCopies} has read. */
    public int recordFlags() {
        return array[RecordLayout.SEQUENCE_AND_FLAGS] & 0xFF;
    }

    /** Sequence number of that record. */
    public long recordSequence() {
        return (long) KeyHash.BYTES.get(array, RecordLayout.SEQUENCE_AND_FLAGS) >>> 8;
    }

    /** When that record stops to count, in milliseconds since 1970; 0 for never. */
    public long recordExpiryMillis() {
        return (recordFlags() & RecordLayout.EXPIRES) == 0 ? 0 : (long) KeyHash.BYTES.get(array, end);
    }

    public long hash(long seed) {
        return KeyHash.of(array, START, end - START, seed);
    }

    /** Makes room for {@code count} bytes at {@link #end}. */
    public void reserve(int count) {
        if (count > limit - length()) {
            throw new StoreLimitException("store: key bytes=" + ((long) length() + count) + " > StoreLimits.keyBytes="
                    + limit + "; use a shorter key or raise the limit");
        }
        room(count);
    }

    /** Makes room for {@code count} bytes that are not part of the key. */
    void room(int count) {
        if (array.length - SLACK - end < count) {
            array = Arrays.copyOf(array, Math.max(end + count, 2 * array.length) + SLACK);
        }
    }

    void writeByte(int value) {
        reserve(1);
        array[end++] = (byte) value;
    }

    public void writeBytes(byte[] source) {
        reserve(source.length);
        System.arraycopy(source, 0, array, end, source.length);
        end += source.length;
    }

    /** Four or eight bytes, big-endian with the sign flipped, so that encoded keys sort as the numbers do. */
    public void writeOrderedInt(int value) {
        reserve(4);
        int flipped = value ^ Integer.MIN_VALUE;
        for (int shift = 24; shift >= 0; shift -= 8) {
            array[end++] = (byte) (flipped >>> shift);
        }
    }

    public void writeOrderedLong(long value) {
        writeBigEndian(value ^ Long.MIN_VALUE);
    }

    public void writeBigEndian(long value) {
        reserve(8);
        for (int shift = 56; shift >= 0; shift -= 8) {
            array[end++] = (byte) (value >>> shift);
        }
    }

    /**
     * UTF-8. A string with half a surrogate pair has no encoding and is refused: replaced by a question mark it would equal another key. Written
     * eight bytes at a time, as {@link KeyHash} reads them: a processor hands on what was just stored only to a load of the same bytes.
     */
    public void writeUtf8(String text) {
        int length = text.length();
        reserve(length);
        for (int i = 0; i < length; i += Long.BYTES) {
            int count = Math.min(length - i, Long.BYTES);
            long word = 0;
            int seen = 0;
            for (int k = 0; k < count; k++) {
                char c = text.charAt(i + k);
                seen |= c;
                word |= (long) c << 8 * k;
            }
            if (seen >= 0x80) {
                writeWide(text, i);
                return;
            }
            KeyHash.BYTES.set(array, end, word);
            end += count;
        }
    }

    private void writeWide(String text, int from) {
        for (int i = from; i < text.length(); ) {
            int point = text.codePointAt(i);
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                throw new StoreTypeException(
                        "store: key has half a surrogate pair at index=" + i + "; such a string has no encoding");
            }
            writePoint(point);
            i += Character.charCount(point);
        }
    }

    private void writePoint(int point) {
        if (point < 0x80) {
            writeByte(point);
        } else if (point < 0x800) {
            writeByte(0xC0 | point >> 6);
            writeByte(0x80 | (point & 0x3F));
        } else if (point < 0x10000) {
            writeByte(0xE0 | point >> 12);
            writeByte(0x80 | (point >> 6 & 0x3F));
            writeByte(0x80 | (point & 0x3F));
        } else {
            writeByte(0xF0 | point >> 18);
            writeByte(0x80 | (point >> 12 & 0x3F));
            writeByte(0x80 | (point >> 6 & 0x3F));
            writeByte(0x80 | (point & 0x3F));
        }
    }
}
