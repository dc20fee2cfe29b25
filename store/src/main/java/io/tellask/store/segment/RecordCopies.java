package io.tellask.store.segment;

import io.tellask.store.StoreDamagedException;
import io.tellask.store.ValueTarget;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Reads records that the index points at, and verifies them. What is decided by a header, and every checksum, is taken from a copy on the heap:
 * over a mapped buffer a checksum would kill the JVM where a page cannot be read. Thread-safe; a {@link KeyBuffer} belongs to its caller.
 *
 * <p>No length is used before it is compared with the bounds of the record and of the segment, and no long array is made for one that is not
 * verified. Methods that take a key want it to be the record's, as {@link Records#holds} says.
 */
public final class RecordCopies {
    /** Values up to this size join key and header in the key's array, and are verified in one go. */
    private static final int JOINED_BYTES = 4096;

    /** Damage of the index rather than of the record. */
    static final String OTHER_KEY = "it is the record of a key that is not at this place of the index";

    private static final int PIECE_BYTES = 64 << 10;

    /** A length that is not verified yet may cost so much memory. */
    static final int TRUSTED_BYTES = 1 << 20;

    /** Says where damage is. */
    interface Damages {
        StoreDamagedException at(long word, String reason);
    }

    private final Damages damages;

    RecordCopies(Damages damages) {
        this.damages = damages;
    }

    /** What a reader throws that has met damage in the record that a slot word points at. */
    public StoreDamagedException damaged(long word, String reason) {
        return damages.at(word, reason);
    }

    /**
     * Copies the header and the expiry of a record around its key, where {@link KeyBuffer#recordFlags} and its like find them, and returns the
     * length of the value, which lies within the segment. Verifies nothing else.
     */
    public int readHead(MemorySegment[] views, long word, KeyBuffer key) {
        MemorySegment view = Records.view(views, word);
        long at = RecordAddress.offset(word);
        byte[] head = key.array;
        KeyHash.BYTES.set(head, RecordLayout.CRC, view.get(SegmentLayout.LONG, at));
        KeyHash.BYTES.set(
                head,
                RecordLayout.SEQUENCE_AND_FLAGS,
                view.get(SegmentLayout.LONG, at + RecordLayout.SEQUENCE_AND_FLAGS));
        KeyBuffer.INTS.set(head, RecordLayout.KEY_LENGTH, view.get(SegmentLayout.INT, at + RecordLayout.KEY_LENGTH));
        int recordBytes = (int) KeyBuffer.INTS.get(head, RecordLayout.LENGTH);
        int headBytes = headBytes(key);
        if (recordBytes < headBytes || recordBytes > Records.recordLimit(view) - at) {
            throw damaged(word, "length=" + recordBytes);
        }
        if (headBytes > key.end) {
            KeyHash.BYTES.set(head, key.end, view.get(SegmentLayout.LONG, at + key.end));
        }
        return recordBytes - headBytes;
    }

    /** From the start of a record to its value. */
    private static int headBytes(KeyBuffer key) {
        return key.end + RecordLayout.expiryBytes(key.recordFlags());
    }

    /** The value of the record whose head was read, where it is mapped. */
    public static MemorySegment valueSlice(MemorySegment[] views, long word, KeyBuffer key, int valueBytes) {
        return Records.view(views, word).asSlice(RecordAddress.offset(word) + headBytes(key), valueBytes);
    }

    /** A copy of the value of the record whose head was read, not verified. */
    public static byte[] value(MemorySegment[] views, long word, KeyBuffer key, int valueBytes) {
        byte[] copy = new byte[valueBytes];
        copyValue(views, word, key, copy, 0, valueBytes);
        return copy;
    }

    private static void copyValue(
            MemorySegment[] views, long word, KeyBuffer key, byte[] target, int offset, int valueBytes) {
        long at = RecordAddress.offset(word) + headBytes(key);
        MemorySegment.copy(Records.view(views, word), ValueLayout.JAVA_BYTE, at, target, offset, valueBytes);
    }

    /** As {@link #readHead}, of a record whose checksum is verified. */
    public int verifyHead(MemorySegment[] views, long word, KeyBuffer key) {
        int recordBytes = recordBytes(views, word, key);
        if (recordBytes <= JOINED_BYTES) {
            return recordBytes - join(views, word, key, recordBytes);
        }
        requireWhole(views, word);
        return readHead(views, word, key);
    }

    /** A copy of a record's value, verified. */
    public byte[] verifiedValue(MemorySegment[] views, long word, KeyBuffer key) {
        int recordBytes = recordBytes(views, word, key);
        if (recordBytes <= JOINED_BYTES) {
            int from = join(views, word, key, recordBytes); // first: it may exchange the array
            return Arrays.copyOfRange(key.array, from, recordBytes);
        }
        int valueBytes = trueValueBytes(views, word, key);
        byte[] copy = new byte[valueBytes];
        copyVerified(views, word, key, copy, 0, valueBytes);
        return copy;
    }

    /** Copies a record's value, verified, to where somebody wants it; throws {@link CallersFailure} if making room fails. */
    public void verifiedValue(MemorySegment[] views, long word, KeyBuffer key, ValueTarget target) {
        int recordBytes = recordBytes(views, word, key);
        if (recordBytes <= JOINED_BYTES) {
            int from = join(views, word, key, recordBytes);
            makeRoom(target, recordBytes - from);
            System.arraycopy(key.array, from, target.array(), target.offset(), recordBytes - from);
        } else {
            int valueBytes = trueValueBytes(views, word, key);
            makeRoom(target, valueBytes);
            copyVerified(views, word, key, target.array(), target.offset(), valueBytes);
        }
    }

    private static void makeRoom(ValueTarget target, int valueBytes) {
        try {
            target.room(valueBytes);
        } catch (IllegalStateException | IndexOutOfBoundsException e) {
            throw new CallersFailure(e, false);
        }
    }

    /** The length of a record as it says, within the segment's bounds and with room for its key. */
    private int recordBytes(MemorySegment[] views, long word, KeyBuffer key) {
        MemorySegment view = Records.view(views, word);
        long at = RecordAddress.offset(word);
        int recordBytes = view.get(SegmentLayout.INT, at + RecordLayout.LENGTH);
        if (recordBytes < key.end || recordBytes > Records.recordLimit(view) - at) {
            throw damaged(word, "length=" + recordBytes);
        }
        return recordBytes;
    }

    /** Copies a record over its key, verifies it, and returns where the value begins. */
    private int join(MemorySegment[] views, long word, KeyBuffer key, int recordBytes) {
        key.room(recordBytes - key.end);
        byte[] copy = key.array;
        MemorySegment.copy(
                Records.view(views, word), ValueLayout.JAVA_BYTE, RecordAddress.offset(word), copy, 0, recordBytes);
        CRC32C crc = key.crc;
        crc.reset();
        crc.update(copy, RecordLayout.LENGTH, recordBytes - RecordLayout.LENGTH);
        requireChecksum(word, key, crc);
        int from = headBytes(key);
        if (from > recordBytes || (int) KeyBuffer.INTS.get(copy, RecordLayout.KEY_LENGTH) != key.length()) {
            throw damaged(word, "key length=" + (int) KeyBuffer.INTS.get(copy, RecordLayout.KEY_LENGTH));
        }
        return from;
    }

    /** The length of a value, which is verified before if it would take much memory. */
    private int trueValueBytes(MemorySegment[] views, long word, KeyBuffer key) {
        int valueBytes = readHead(views, word, key);
        if (valueBytes > TRUSTED_BYTES) {
            requireWhole(views, word);
        }
        return valueBytes;
    }

    private void copyVerified(
            MemorySegment[] views, long word, KeyBuffer key, byte[] target, int offset, int valueBytes) {
        copyValue(views, word, key, target, offset, valueBytes);
        CRC32C crc = key.crc;
        crc.reset();
        crc.update(key.array, RecordLayout.LENGTH, headBytes(key) - RecordLayout.LENGTH);
        crc.update(target, offset, valueBytes);
        requireChecksum(word, key, crc);
    }

    private void requireChecksum(long word, KeyBuffer key, CRC32C crc) {
        if ((int) crc.getValue() != (int) KeyBuffer.INTS.get(key.array, RecordLayout.CRC)) {
            throw damaged(word, "checksum differs");
        }
    }

    /** Throws unless a record, of whatever key, is what was written. */
    public void requireWhole(MemorySegment[] views, long word) {
        if (!isWhole(views, word)) {
            throw damaged(word, "checksum differs");
        }
    }

    static boolean isWhole(MemorySegment[] views, long word) {
        MemorySegment view = Records.view(views, word);
        return isWhole(view, RecordAddress.offset(word), Records.recordLimit(view));
    }

    /** Whether the record at an offset is what was written, which ends at a limit at the latest; takes little memory, however long it says it is. */
    static boolean isWhole(MemorySegment view, long at, long limit) {
        int recordBytes = view.get(SegmentLayout.INT, at + RecordLayout.LENGTH);
        if (recordBytes < RecordLayout.HEADER || recordBytes > limit - at) {
            return false;
        }
        CRC32C crc = new CRC32C();
        byte[] piece = new byte[Math.min(recordBytes, PIECE_BYTES)];
        for (int done = RecordLayout.LENGTH; done < recordBytes; ) {
            int count = Math.min(piece.length, recordBytes - done);
            MemorySegment.copy(view, ValueLayout.JAVA_BYTE, at + done, piece, 0, count);
            crc.update(piece, 0, count);
            done += count;
        }
        return (int) crc.getValue() == view.get(SegmentLayout.INT, at + RecordLayout.CRC);
    }

    /**
     * Throws unless a record that carries another key than was looked for may have the tag that its slot word has: it is whole, and its own key has
     * that tag. Else the key that was looked for may have been its own.
     */
    public void requireOtherKey(MemorySegment[] views, long word, long seed) {
        requireWhole(views, word);
        if (Records.hashOf(views, word, seed) >>> RecordAddress.BITS != word >>> RecordAddress.BITS) {
            throw damaged(word, OTHER_KEY);
        }
    }
}
