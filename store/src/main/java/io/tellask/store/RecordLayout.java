package io.tellask.store;

/**
 * Where things are in a record. Little-endian; a record starts at a multiple of 8 and is padded with zeros to the next one.
 *
 * <pre>
 *  0        4        8      9               16        20              20+k         length
 *  +--------+--------+------+---------------+---------+----------------+------------+-------+
 *  | crc32c | length | flag | sequence (56) | key len | key            | value      | pad   |
 *  +--------+--------+------+---------------+---------+----------------+------------+-------+
 * </pre>
 *
 * The checksum covers bytes 4 to length. A zero word where a record would start is the end of the log. {@code docs/STORE_FORMAT.md} has
 * the whole format.
 */
final class RecordLayout {
    static final int CRC = 0;
    static final int LENGTH = 4;
    static final int SEQUENCE_AND_FLAGS = 8;
    static final int KEY_LENGTH = 16;
    static final int HEADER = 20;

    /** Low four bits of the flags: what the record says. */
    static final int KIND_MASK = 0x0F;

    static final int PUT = 0;
    static final int REMOVE = 1;
    static final int SCHEMA = 2;

    /** Reserved kind and flags: a record of several keys, an expiry before the key, a part of a batch, an encrypted body. */
    static final int BATCH = 3;

    static final int EXPIRES = 0x10;
    static final int IN_BATCH = 0x20;
    static final int ENCRYPTED = 0x40;

    static final int MAX_KEY_BYTES = (1 << 24) - 1;

    private RecordLayout() {}

    static long alignedBytes(long length) {
        return (length + 7) & -8;
    }

    static long sequenceAndFlags(long sequence, int flags) {
        return sequence << 8 | flags;
    }

    static boolean isKnown(int flags) {
        return flags <= SCHEMA;
    }
}
