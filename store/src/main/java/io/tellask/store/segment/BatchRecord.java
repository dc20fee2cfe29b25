package io.tellask.store.segment;

import io.tellask.store.StoreLimitException;
import io.tellask.store.layout.RecordLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * A batch while it is put together, in one heap array: a record whose value is a row of whole records. Sequence numbers and checksums come last,
 * under the writer's lock. Not thread-safe.
 */
public final class BatchRecord {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int SLACK = 8;
    private static final int FIRST_BYTES = 512;
    private static final int FIRST_RECORDS = 8;

    private final int limitBytes;
    private byte[] array = new byte[FIRST_BYTES];
    private int end = RecordLayout.BATCH_HEAD;
    private int[] offsets = new int[FIRST_RECORDS];
    private int count;

    public BatchRecord(int limitBytes) {
        this.limitBytes = limitBytes;
    }

    public int count() {
        return count;
    }

    public int bytes() {
        return end;
    }

    public byte[] array() {
        return array;
    }

    /** Where a record starts, counted from the start of the batch. */
    public int offset(int i) {
        return offsets[i];
    }

    public boolean isRemoval(int i) {
        return (array[offsets[i] + RecordLayout.SEQUENCE_AND_FLAGS] & RecordLayout.KIND_MASK) == RecordLayout.REMOVE;
    }

    public int keyOffset(int i) {
        return offsets[i] + RecordLayout.HEADER;
    }

    public int keyLength(int i) {
        return (int) INT.get(array, offsets[i] + RecordLayout.KEY_LENGTH);
    }

    public long hash(int i, long seed) {
        return KeyHash.of(array, keyOffset(i), keyLength(i), seed);
    }

    /** Tells when the records that expire do. */
    void noteExpiries(ExpirySummary expiries) {
        for (int i = 0; i < count; i++) {
            int at = offsets[i];
            if ((array[at + RecordLayout.SEQUENCE_AND_FLAGS] & RecordLayout.EXPIRES) != 0) {
                long millis = (long) KeyHash.BYTES.get(array, keyOffset(i) + keyLength(i));
                expiries.add(millis, RecordLayout.alignedBytes((int) INT.get(array, at + RecordLayout.LENGTH)));
            }
        }
    }

    /** Adds a record; throws {@link StoreLimitException}, leaving the batch as it was, if it gets too large. */
    public void add(int kindAndMarks, KeyBuffer key, long expiryMillis, byte[] value, int offset, int length) {
        int flags = kindAndMarks | RecordLayout.IN_BATCH;
        int valueAt = key.end + RecordLayout.expiryBytes(flags);
        long recordBytes = RecordLayout.alignedBytes((long) valueAt + length);
        if (end + recordBytes > limitBytes) {
            throw new StoreLimitException("store: batch bytes=" + (end + recordBytes) + " > StoreLimits.batchBytes="
                    + limitBytes + "; commit in parts or raise the limit");
        }
        makeRoom((int) recordBytes);
        System.arraycopy(key.array, KeyBuffer.START, array, end + RecordLayout.HEADER, key.length());
        if (valueAt > key.end) {
            KeyHash.BYTES.set(array, end + key.end, expiryMillis);
        }
        System.arraycopy(value, offset, array, end + valueAt, length);
        INT.set(array, end + RecordLayout.LENGTH, valueAt + length);
        INT.set(array, end + RecordLayout.KEY_LENGTH, key.length());
        array[end + RecordLayout.SEQUENCE_AND_FLAGS] = (byte) flags;
        offsets[count++] = end;
        end += (int) recordBytes;
    }

    private void makeRoom(int recordBytes) {
        if (array.length - SLACK - end < recordBytes) {
            array = Arrays.copyOf(array, Math.max(end + recordBytes, 2 * array.length) + SLACK);
        }
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * count);
        }
    }

    /** Writes sequence numbers and checksums: the batch takes the first number, its records the following ones. */
    void seal(long sequence) {
        CRC32C crc = new CRC32C();
        for (int i = 0; i < count; i++) {
            int at = offsets[i];
            int flags = array[at + RecordLayout.SEQUENCE_AND_FLAGS] & 0xFF;
            write(crc, at, (int) INT.get(array, at + RecordLayout.LENGTH), sequence + 1 + i, flags);
        }
        INT.set(array, RecordLayout.LENGTH, end);
        INT.set(array, RecordLayout.KEY_LENGTH, Integer.BYTES);
        INT.set(array, RecordLayout.HEADER, count);
        write(crc, 0, end, sequence, RecordLayout.BATCH);
    }

    private void write(CRC32C crc, int at, int length, long sequence, int flags) {
        KeyHash.BYTES.set(array, at + RecordLayout.SEQUENCE_AND_FLAGS, RecordLayout.sequenceAndFlags(sequence, flags));
        crc.reset();
        crc.update(array, at + RecordLayout.LENGTH, length - RecordLayout.LENGTH);
        INT.set(array, at + RecordLayout.CRC, (int) crc.getValue());
    }

    /** Forgets everything added. */
    public void clear() {
        Arrays.fill(array, 0, end, (byte) 0);
        end = RecordLayout.BATCH_HEAD;
        count = 0;
    }
}
