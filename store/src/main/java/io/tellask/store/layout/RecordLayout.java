package io.tellask.store.layout;

/**
 * Where things are in a record. Little-endian; a record starts at a multiple of 8 and is padded with zeros to the next one.
 *
 * <pre>
 *  0        4        8      9               16        20       20+k       (28+k)          length
 *  +--------+--------+------+---------------+---------+--------+----------+------------+-------+
 *  | crc32c | length | flag | sequence (56) | key len | key    | (expiry) | value      | pad   |
 *  +--------+--------+------+---------------+---------+--------+----------+------------+-------+
 * </pre>
 *
 * The checksum covers bytes 4 to length. A zero word where a record would start is the end of the log. A batch is a record around records: its
 * key is their number, its value is all of them. {@code docs/STORE_FORMAT.md} has the whole format.
 */
public final class RecordLayout {
    public static final int CRC = 0;
    public static final int LENGTH = 4;
    public static final int SEQUENCE_AND_FLAGS = 8;
    public static final int KEY_LENGTH = 16;
    public static final int HEADER = 20;

    /** Low four bits of the flags: what the record says. */
    public static final int KIND_MASK = 0x0F;

    public static final int PUT = 0;
    public static final int REMOVE = 1;
    public static final int SCHEMA = 2;
    public static final int BATCH = 3;

    /** No key has a value any more; without a key itself. */
    public static final int CLEAR = 4;

    /** Eight bytes between key and value say when a put stops to count, in milliseconds since 1970. */
    public static final int EXPIRES = 0x10;

    /** Part of a batch. */
    public static final int IN_BATCH = 0x20;

    /** From the start of a batch to its first record: the header, and the number of its records as the key. */
    public static final int BATCH_HEAD = HEADER + Integer.BYTES;

    public static final int MAX_KEY_BYTES = (1 << 24) - 1;

    private static final int EXPIRY_SHIFT = 1;

    private RecordLayout() {}

    public static long alignedBytes(long length) {
        return (length + 7) & -8;
    }

    public static long sequenceAndFlags(long sequence, int flags) {
        return sequence << 8 | flags;
    }

    /** Bytes between key and value: 8 or 0. */
    public static int expiryBytes(int flags) {
        return (flags & EXPIRES) >>> EXPIRY_SHIFT;
    }

    /** Whether a record of known flags may have a key of a length. */
    public static boolean mayHaveKey(int flags, int keyLength) {
        return switch (flags & KIND_MASK) {
            case SCHEMA -> keyLength == Long.BYTES;
            case BATCH -> keyLength == Integer.BYTES;
            case CLEAR -> keyLength == 0;
            default -> keyLength <= MAX_KEY_BYTES;
        };
    }

    public static boolean isKnown(int flags) {
        int marks = switch (flags & KIND_MASK) {
            case PUT -> EXPIRES | IN_BATCH;
            case REMOVE -> IN_BATCH;
            default -> 0;
        };
        return (flags & KIND_MASK) <= CLEAR && (flags & ~KIND_MASK & ~marks) == 0;
    }
}
