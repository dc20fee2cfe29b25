package io.tellask.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The append-only log: a row of segment files, the last of which is written to. A full segment is followed by the next one, prepared in the
 * background since the half of the one before.
 *
 * <p>One writer at a time; readers need no lock, because a record never changes once an address of it is known.
 */
final class SegmentLog {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Values up to this size join key and header in one heap array, and are checksummed and copied in one go. */
    private static final int JOINED_BYTES = 4096;

    private static final int PART_BYTES = 64 << 10;
    private static final int MOST_INTERRUPTS = 100;

    private final UUID store;
    private final StoreLimits limits;
    private final StoreFiles files;
    private final SegmentPreparer preparer;
    private final CRC32C crc = new CRC32C();

    private volatile MemorySegment[] views = new MemorySegment[0];
    private volatile LogSegment[] segments = new LogSegment[0];
    private @Nullable LogSegment active;
    private long nextSequence = 1;
    private long prepareAt;

    SegmentLog(Path directory, UUID store, StoreLimits limits, StoreFiles files) {
        this.store = store;
        this.limits = limits;
        this.files = files;
        preparer = new SegmentPreparer(directory, files);
    }

    /** All segments, by number. */
    List<LogSegment> segments() {
        return List.of(segments);
    }

    LogSegment segment(int number) {
        return segments[number];
    }

    /** The end of the segment that is written to, or 0 before the first one. */
    long activeEnd() {
        return active == null ? 0 : active.end;
    }

    /** The sequence number that the next record will carry. */
    long nextSequence() {
        return nextSequence;
    }

    /** Takes over a segment that recovery read, and appends to it from now on. */
    void adopt(LogSegment segment) {
        MemorySegment[] grownViews = Arrays.copyOf(views, segment.number + 1);
        grownViews[segment.number] = segment.bytes;
        LogSegment[] grown = Arrays.copyOf(segments, segment.number + 1);
        grown[segment.number] = segment;
        views = grownViews;
        segments = grown;
        active = segment;
        prepareAt = SegmentPreparer.worthPreparing(segment.capacity()) ? segment.capacity() / 2 : Long.MAX_VALUE;
    }

    /** Lets go of all segments behind one, which recovery found not to follow it. */
    void dropAfter(LogSegment last) {
        for (int number = last.number + 1; number < segments.length; number++) {
            segments[number].close();
        }
        segments = Arrays.copyOf(segments, last.number + 1);
        views = Arrays.copyOf(views, last.number + 1);
        active = last;
    }

    void continueWith(long sequence) {
        nextSequence = sequence;
    }

    /** Makes sure that a record of so many bytes fits; throws {@link StoreFullException}, leaving everything as it was, where it cannot. */
    boolean makeRoom(long recordBytes) {
        if (active != null && active.room() >= RecordLayout.alignedBytes(recordBytes)) {
            return false;
        }
        boolean interrupted = Thread.interrupted();
        try {
            for (int attempt = 0; !addSegment(RecordLayout.alignedBytes(recordBytes), attempt); attempt++) {
                interrupted = true;
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns false if an interrupt of this thread closed the file: it is no reason for a put to fail. */
    private boolean addSegment(long recordBytes, int attempt) {
        int number = segments.length;
        long planned = capacityOf(number);
        long needed = recordBytes + SegmentLayout.HEADER + SegmentLayout.FOOTER;
        try {
            Path file = preparer.take(number, planned, needed);
            SegmentLayout.Header header = new SegmentLayout.Header(store, number, Files.size(file), nextSequence);
            LogSegment segment = new LogSegment(files, file, header);
            SegmentLayout.writeHeader(segment.bytes, header);
            adopt(segment);
            return true;
        } catch (IOException e) {
            if (e instanceof ClosedByInterruptException && attempt < MOST_INTERRUPTS && Thread.interrupted()) {
                return false;
            }
            throw new StoreFullException(
                    "store: cannot allocate segment=" + number + ", bytes=" + Math.max(needed, planned) + ", reason="
                            + e.getMessage() + "; free disk space and try again, the map stays readable",
                    e);
        }
    }

    private long capacityOf(int number) {
        if (number >= RecordAddress.MAX_SEGMENTS) {
            throw new StoreFullException("store: segments=" + number + ", limit=" + RecordAddress.MAX_SEGMENTS
                    + "; export the map into a new store with a larger segmentBytes");
        }
        return Math.min(limits.segmentBytes(), (long) limits.firstSegmentBytes() << Math.min(number, 32));
    }

    /** Writes one record, for which {@link #makeRoom} made room; returns its address. */
    long append(int flags, KeyBuffer key, byte[] value, int offset, int length) {
        int headBytes = key.end;
        if (length <= JOINED_BYTES) {
            key.room(length);
            System.arraycopy(value, offset, key.array, headBytes, length);
            headBytes += length;
        }
        byte[] head = key.array;
        int recordBytes = key.end + length;
        INT.set(head, RecordLayout.LENGTH, recordBytes);
        LONG.set(head, RecordLayout.SEQUENCE_AND_FLAGS, RecordLayout.sequenceAndFlags(nextSequence, flags));
        INT.set(head, RecordLayout.KEY_LENGTH, key.length());
        crc.reset();
        crc.update(head, RecordLayout.LENGTH, headBytes - RecordLayout.LENGTH);

        LogSegment segment = Objects.requireNonNull(active);
        long at = segment.end;
        if (headBytes < recordBytes) {
            copyInParts(value, offset, length, segment.bytes, at + headBytes);
        }
        INT.set(head, RecordLayout.CRC, (int) crc.getValue());
        MemorySegment.copy(head, 0, segment.bytes, ValueLayout.JAVA_BYTE, at, headBytes);
        segment.end = at + RecordLayout.alignedBytes(recordBytes);
        segment.records++;
        nextSequence++;
        if (segment.end >= prepareAt) {
            prepareAt = Long.MAX_VALUE;
            preparer.prepare(capacityOf(segments.length));
        }
        return RecordAddress.of(segment.number, at);
    }

    /** Copies and checksums a long value by way of an array of our own: the caller may be changing his, and both must see the same bytes. */
    private void copyInParts(byte[] value, int offset, int length, MemorySegment target, long at) {
        byte[] part = new byte[Math.min(length, PART_BYTES)];
        for (int done = 0; done < length; done += part.length) {
            int count = Math.min(part.length, length - done);
            System.arraycopy(value, offset + done, part, 0, count);
            crc.update(part, 0, count);
            MemorySegment.copy(part, 0, target, ValueLayout.JAVA_BYTE, at + done, count);
        }
    }

    /** Whether the record that a slot word points at carries the key at {@code keyOffset}. The array has 8 bytes of slack behind the key. */
    boolean holds(long word, byte[] key, int keyOffset, int length) {
        MemorySegment view = views[RecordAddress.segment(word)];
        long at = RecordAddress.offset(word);
        if (view.get(SegmentLayout.INT, at + RecordLayout.KEY_LENGTH) != length) {
            return false;
        }
        at += RecordLayout.HEADER;
        int from = keyOffset;
        int rest = length;
        for (; rest >= 8; rest -= 8, at += 8, from += 8) {
            if (view.get(SegmentLayout.LONG, at) != (long) LONG.get(key, from)) {
                return false;
            }
        }
        return rest == 0 || (view.get(SegmentLayout.LONG, at) ^ (long) LONG.get(key, from)) << (64 - 8 * rest) == 0;
    }

    /** Whether two records carry the same key. */
    boolean sameKey(long word, long other) {
        MemorySegment view = views[RecordAddress.segment(word)];
        MemorySegment otherView = views[RecordAddress.segment(other)];
        long at = RecordAddress.offset(word);
        long otherAt = RecordAddress.offset(other);
        int rest = view.get(SegmentLayout.INT, at + RecordLayout.KEY_LENGTH);
        if (otherView.get(SegmentLayout.INT, otherAt + RecordLayout.KEY_LENGTH) != rest) {
            return false;
        }
        at += RecordLayout.HEADER;
        otherAt += RecordLayout.HEADER;
        for (; rest >= 8; rest -= 8, at += 8, otherAt += 8) {
            if (view.get(SegmentLayout.LONG, at) != otherView.get(SegmentLayout.LONG, otherAt)) {
                return false;
            }
        }
        long difference = view.get(SegmentLayout.LONG, at) ^ otherView.get(SegmentLayout.LONG, otherAt);
        return rest == 0 || difference << (64 - 8 * rest) == 0;
    }

    int keyLength(long word) {
        return views[RecordAddress.segment(word)].get(
                SegmentLayout.INT, RecordAddress.offset(word) + RecordLayout.KEY_LENGTH);
    }

    long hashOf(long word, long seed) {
        MemorySegment view = views[RecordAddress.segment(word)];
        long at = RecordAddress.offset(word);
        return KeyHash.of(
                view, at + RecordLayout.HEADER, view.get(SegmentLayout.INT, at + RecordLayout.KEY_LENGTH), seed);
    }

    /** A copy of the value of the record that a slot word points at. */
    byte[] value(long word) {
        MemorySegment view = views[RecordAddress.segment(word)];
        long at = RecordAddress.offset(word);
        int head = RecordLayout.HEADER + view.get(SegmentLayout.INT, at + RecordLayout.KEY_LENGTH);
        byte[] copy = new byte[view.get(SegmentLayout.INT, at + RecordLayout.LENGTH) - head];
        MemorySegment.copy(view, ValueLayout.JAVA_BYTE, at + head, copy, 0, copy.length);
        return copy;
    }

    /** As {@link #value}, from a copy of the whole record whose checksum is verified. */
    byte[] verifiedValue(long word) {
        LogSegment segment = segments[RecordAddress.segment(word)];
        long at = RecordAddress.offset(word);
        long recordBytes = Integer.toUnsignedLong(segment.bytes.get(SegmentLayout.INT, at + RecordLayout.LENGTH));
        if (recordBytes < RecordLayout.HEADER || recordBytes > segment.capacity() - SegmentLayout.FOOTER - at) {
            throw new StoreDamagedException(segment.file.toString(), segment.number, at, "length=" + recordBytes);
        }
        byte[] copy = new byte[(int) recordBytes];
        MemorySegment.copy(segment.bytes, ValueLayout.JAVA_BYTE, at, copy, 0, copy.length);
        CRC32C check = new CRC32C();
        check.update(copy, RecordLayout.LENGTH, copy.length - RecordLayout.LENGTH);
        int head = RecordLayout.HEADER + (int) INT.get(copy, RecordLayout.KEY_LENGTH);
        if ((int) check.getValue() != (int) INT.get(copy, RecordLayout.CRC) || head > copy.length) {
            throw new StoreDamagedException(segment.file.toString(), segment.number, at, "checksum differs");
        }
        return Arrays.copyOfRange(copy, head, copy.length);
    }

    /** Marks the record at an address as no longer the value of its key. */
    void markDead(long address) {
        segments[RecordAddress.segment(address)].markDead(RecordAddress.offset(address));
    }

    void close() {
        preparer.close();
        for (LogSegment segment : segments) {
            segment.close();
        }
    }
}
