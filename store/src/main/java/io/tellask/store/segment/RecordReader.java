package io.tellask.store.segment;

import io.tellask.store.StoreIoException;
import io.tellask.store.layout.RecordLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Walks the records of a segment in order, over heap copies of it, and verifies each one. Not thread-safe.
 *
 * <p>The array always has 8 bytes of slack behind the record, for {@link KeyHash}.
 */
public final class RecordReader {
    /** What {@link #next} came upon. */
    public enum Step {
        RECORD,
        END,
        DAMAGE
    }

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int CHUNK_BYTES = 32 << 10;
    private static final int SLACK = 8;
    private static final int PAGE_BYTES = 4 << 10;
    private static final byte[] NOTHING_READ = new byte[SLACK];
    private static final long ANY_SEQUENCE = -1;

    /** The current record is at {@link #at} in this array, which is made when something is read: many readers wait for their turn. */
    public byte[] array = NOTHING_READ;

    public int at;
    public int recordBytes;
    public int keyLength;
    public int flags;
    public long sequence;

    /** Offset of the current record, or of the damage, in the segment. */
    public long offset;

    /** Why a step was {@link Step#DAMAGE}. */
    public String damage = "";

    private final CRC32C crc = new CRC32C();
    private MemorySegment bytes = MemorySegment.NULL;
    private long limit;
    private long nextOffset;
    private long chunkStart;
    private int chunkBytes;
    private long expected;
    private boolean gaps;

    /** Starts at an offset; records end at {@code limit} at the latest. */
    public void start(MemorySegment segment, long from, long end) {
        start(segment, from, end, ANY_SEQUENCE, true);
    }

    /**
     * The same where it is known how the records go on: the first one has the sequence number {@code first}, and each the next one; where records
     * were left out there are gaps, but they ascend. Another number is {@link Step#DAMAGE}.
     */
    public void start(MemorySegment segment, long from, long end, long first, boolean mayHaveGaps) {
        expected = first;
        gaps = mayHaveGaps;
        bytes = segment;
        limit = end;
        nextOffset = from;
        chunkStart = from;
        chunkBytes = 0;
    }

    /** Gives the array back until {@link #next}; there is no current record until then. */
    public void rest() {
        array = NOTHING_READ;
        chunkStart = nextOffset;
        chunkBytes = 0;
    }

    public int keyOffset() {
        return at + RecordLayout.HEADER;
    }

    public int valueOffset() {
        return at + RecordLayout.HEADER + keyLength + RecordLayout.expiryBytes(flags);
    }

    public int valueLength() {
        return at + recordBytes - valueOffset();
    }

    public byte[] key() {
        return Arrays.copyOfRange(array, keyOffset(), keyOffset() + keyLength);
    }

    /** When the record stops to count, in milliseconds since 1970; 0 for never. */
    public long expiryMillis() {
        return (flags & RecordLayout.EXPIRES) == 0 ? 0 : (long) LONG.get(array, keyOffset() + keyLength);
    }

    public byte[] value() {
        return Arrays.copyOfRange(array, valueOffset(), at + recordBytes);
    }

    /** How many records a batch holds. */
    public int batchRecords() {
        return (int) INT.get(array, keyOffset());
    }

    public int kind() {
        return flags & RecordLayout.KIND_MASK;
    }

    /** Offset of the record that comes next, or of the end. */
    public long nextOffset() {
        return nextOffset;
    }

    /**
     * Moves to the next record; behind the head of a batch, that is the first one in it.
     *
     * @throws StoreIoException if a whole record says something that this release does not know
     */
    public Step next() {
        Step step = moveOn();
        if (step != Step.RECORD) {
            return step;
        }
        if (isTooLongToBelieve() && !RecordCopies.isWhole(bytes, offset, limit)) {
            return damage("checksum differs");
        }
        need(recordBytes);
        crc.reset();
        crc.update(array, at + RecordLayout.LENGTH, recordBytes - RecordLayout.LENGTH);
        if ((int) crc.getValue() != (int) INT.get(array, at + RecordLayout.CRC)) {
            return damage("checksum differs");
        }
        keyLength = (int) INT.get(array, at + RecordLayout.KEY_LENGTH);
        sequence = (long) LONG.get(array, at + RecordLayout.SEQUENCE_AND_FLAGS) >>> 8;
        if (keyLength < 0 || keyLength > recordBytes - RecordLayout.HEADER - RecordLayout.expiryBytes(flags)) {
            return damage("key length=" + keyLength);
        }
        if (!RecordLayout.isKnown(flags)) {
            throw new StoreIoException("store: offset=" + offset + ", record flags=" + flags
                    + " are not known; open it with the release that wrote it");
        }
        if (!RecordLayout.mayHaveKey(flags, keyLength)) {
            return damage("key length=" + keyLength);
        }
        if (expected != ANY_SEQUENCE) {
            if (gaps ? sequence < expected : sequence != expected) {
                return damage("sequence=" + sequence + ", expected=" + expected);
            }
            expected = sequence + 1;
        }
        nextOffset = offset + footprint();
        return Step.RECORD;
    }

    /** A length that may be damaged is no reason to take much memory. */
    private boolean isTooLongToBelieve() {
        return recordBytes > RecordCopies.TRUSTED_BYTES && recordBytes > array.length - SLACK;
    }

    /**
     * As {@link #next}, without verifying the record: only its length and kind are known then. A wrong length may lead past other records, so
     * whoever skips counts what there is.
     */
    public Step skip() {
        Step step = moveOn();
        if (step == Step.RECORD) {
            nextOffset = offset + footprint();
        }
        return step;
    }

    private Step moveOn() {
        offset = nextOffset;
        if (limit - offset < RecordLayout.HEADER) {
            return Step.END;
        }
        need(RecordLayout.HEADER);
        if ((long) LONG.get(array, at) == 0) {
            return Step.END;
        }
        recordBytes = (int) INT.get(array, at + RecordLayout.LENGTH);
        if (recordBytes < RecordLayout.HEADER || recordBytes > limit - offset) {
            return damage("length=" + recordBytes);
        }
        flags = array[at + RecordLayout.SEQUENCE_AND_FLAGS] & 0xFF;
        return Step.RECORD;
    }

    /** Bytes that the record takes in its segment; of a batch, only the head. */
    public long footprint() {
        return kind() == RecordLayout.BATCH ? RecordLayout.BATCH_HEAD : RecordLayout.alignedBytes(recordBytes);
    }

    private Step damage(String reason) {
        damage = reason;
        return Step.DAMAGE;
    }

    /** Makes {@code count} bytes from {@link #offset} available at {@link #at}. */
    private void need(int count) {
        if (offset + count > chunkStart + chunkBytes) {
            int wanted = (int) Math.max(count, Math.min(CHUNK_BYTES, limit - offset));
            if (wanted > array.length - SLACK) {
                array = new byte[wanted + PAGE_BYTES - 1 & -PAGE_BYTES | SLACK];
            }
            chunkStart = offset;
            chunkBytes = (int) Math.min(array.length - SLACK, limit - offset);
            MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, chunkStart, array, 0, chunkBytes);
        }
        at = (int) (offset - chunkStart);
    }
}
