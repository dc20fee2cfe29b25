package io.tellask.store.layout;

import io.tellask.store.StoreIoException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Where things are in a segment file: a header, records, room, and a footer that is written once the segment is full and on disk.
 *
 * <pre>
 *  header  0        8         12        16           32       36       40         48              56      60     64
 *          +--------+---------+---------+------------+--------+--------+----------+---------------+-------+------+
 *          | magic  | version | 0       | store id   | number | covers | capacity | base sequence | kind  | crc  |
 *          +--------+---------+---------+------------+--------+--------+----------+---------------+-------+------+
 *  footer  0        8         16        24        32              40          48                       60     64   from capacity - 64
 *          +--------+---------+---------+---------+---------------+-----------+------------------------+------+
 *          | magic  | number  | end     | records | last sequence | clean as  | 0                      | crc  |
 *          +--------+---------+---------+---------+---------------+-----------+------------------------+------+
 * </pre>
 */
public final class SegmentLayout {
    public static final int VERSION = 0;
    public static final int HEADER = 64;
    public static final int FOOTER = 64;
    public static final int PAGE_BYTES = 4096;
    public static final int MIN_BYTES = 4096;
    public static final int MAX_BYTES = 256 << 20;
    /** No store comes as far: at ten million records a second it would take a hundred years. There is room for 56 bits. */
    public static final long MAX_SEQUENCE = 1L << 55;

    /** Names of segments have eight digits. */
    public static final int MAX_NUMBER = 99_999_999;

    public static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final long HEADER_MAGIC = ascii("TLSKSEG0");
    private static final long FOOTER_MAGIC = ascii("TLSKSEAL");

    private SegmentLayout() {}

    /** Kinds: a segment of the log as it was written, and one that took the place of others without their dead records. */
    public static final int WRITTEN = 0;

    public static final int REWRITTEN = 1;

    /** A decoded segment header; the segment stands for its own number and the {@code covers} numbers behind it. */
    public record Header(UUID store, int number, int covers, long capacity, long baseSequence, int kind) {
        public static Header written(UUID store, int number, long capacity, long baseSequence) {
            return new Header(store, number, 0, capacity, baseSequence, WRITTEN);
        }

        /** Whether a segment can be like that: the checksum of another one may be right, too. */
        private boolean isPossible() {
            return number >= 0
                    && covers >= 0
                    && covers <= MAX_NUMBER - number
                    && capacity >= HEADER + FOOTER
                    && capacity <= MAX_BYTES
                    && baseSequence >= 1
                    && baseSequence <= MAX_SEQUENCE;
        }
    }

    /**
     * A decoded segment footer: the segment is complete up to {@code end}. No record in a rewritten one was dead when {@code cleanAsOf} was the
     * next sequence number; in others that is 0.
     */
    public record Footer(long end, long records, long lastSequence, long cleanAsOf) {
        private boolean isPossible(long capacity) {
            return end >= HEADER
                    && end % Long.BYTES == 0
                    && end <= capacity - FOOTER
                    && records >= 0
                    && lastSequence >= 0
                    && lastSequence <= MAX_SEQUENCE
                    && cleanAsOf >= 0;
        }
    }

    /** Bytes of records that fit into a segment of {@code capacity} bytes. */
    public static long roomOf(long capacity) {
        return capacity - HEADER - FOOTER;
    }

    public static void writeHeader(MemorySegment file, Header header) {
        byte[] bytes = new byte[HEADER];
        MemorySegment heap = MemorySegment.ofArray(bytes);
        heap.set(LONG, 0, HEADER_MAGIC);
        heap.set(INT, 8, VERSION);
        heap.set(LONG, 16, header.store.getMostSignificantBits());
        heap.set(LONG, 24, header.store.getLeastSignificantBits());
        heap.set(INT, 32, header.number);
        heap.set(INT, 36, header.covers);
        heap.set(LONG, 40, header.capacity);
        heap.set(LONG, 48, header.baseSequence);
        heap.set(INT, 56, header.kind);
        heap.set(INT, 60, crc(bytes, 60));
        MemorySegment.copy(heap, 0, file, 0, HEADER);
    }

    /** The header, or null where the bytes are none. */
    public static @Nullable Header readHeader(MemorySegment file) {
        byte[] bytes = file.asSlice(0, HEADER).toArray(ValueLayout.JAVA_BYTE);
        MemorySegment heap = MemorySegment.ofArray(bytes);
        if (heap.get(LONG, 0) != HEADER_MAGIC || heap.get(INT, 60) != crc(bytes, 60)) {
            return null;
        }
        int kind = heap.get(INT, 56);
        if (heap.get(INT, 8) != VERSION || kind > REWRITTEN) {
            throw new StoreIoException("store: segment version=" + heap.get(INT, 8) + ", kind=" + kind + ", known="
                    + VERSION + "; open it with the release that wrote it");
        }
        UUID store = new UUID(heap.get(LONG, 16), heap.get(LONG, 24));
        Header header =
                new Header(store, heap.get(INT, 32), heap.get(INT, 36), heap.get(LONG, 40), heap.get(LONG, 48), kind);
        return header.isPossible() ? header : null;
    }

    public static void writeFooter(MemorySegment file, int number, Footer footer) {
        byte[] bytes = new byte[FOOTER];
        MemorySegment heap = MemorySegment.ofArray(bytes);
        heap.set(LONG, 0, FOOTER_MAGIC);
        heap.set(LONG, 8, number);
        heap.set(LONG, 16, footer.end);
        heap.set(LONG, 24, footer.records);
        heap.set(LONG, 32, footer.lastSequence);
        heap.set(LONG, 40, footer.cleanAsOf);
        heap.set(INT, 60, crc(bytes, 60));
        MemorySegment.copy(heap, 0, file, file.byteSize() - FOOTER, FOOTER);
    }

    /** The footer, or null where the segment is not sealed. */
    public static @Nullable Footer readFooter(MemorySegment file, int number) {
        byte[] bytes = file.asSlice(file.byteSize() - FOOTER, FOOTER).toArray(ValueLayout.JAVA_BYTE);
        MemorySegment heap = MemorySegment.ofArray(bytes);
        boolean valid =
                heap.get(LONG, 0) == FOOTER_MAGIC && heap.get(LONG, 8) == number && heap.get(INT, 60) == crc(bytes, 60);
        Footer footer = new Footer(heap.get(LONG, 16), heap.get(LONG, 24), heap.get(LONG, 32), heap.get(LONG, 40));
        return valid && footer.isPossible(file.byteSize()) ? footer : null;
    }

    /** Where the records of a segment end at the latest: whatever lies between the end of a sealed one and its footer is no part of it. */
    public static long recordLimit(long capacity, @Nullable Footer footer) {
        return footer == null ? capacity - FOOTER : footer.end();
    }

    /** The checksums of a segment's header and, if it is sealed, of its footer: they differ where anything in a sealed one does. */
    public static long markOf(MemorySegment file, boolean sealed) {
        long header = file.get(INT, HEADER - Integer.BYTES);
        int footer = sealed ? file.get(INT, file.byteSize() - Integer.BYTES) : 0;
        return header << 32 | Integer.toUnsignedLong(footer);
    }

    public static int crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    public static long ascii(String eight) {
        long word = 0;
        for (int i = 7; i >= 0; i--) {
            word = word << 8 | eight.charAt(i);
        }
        return word;
    }
}
