package io.tellask.store.segment;

import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreFullException;
import io.tellask.store.StoreIoException;
import io.tellask.store.StoreLimits;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The append-only log: a row of segment files in the order of their sequence numbers, the last of which is written to. A full segment is
 * followed by the next one, prepared in the background since the half of the one before.
 *
 * <p>One writer at a time; readers need no lock, because a record never changes once an address of it is known.
 */
public final class SegmentLog {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** Values up to this size join key and header in one heap array, and are checksummed and copied in one go. */
    private static final int JOINED_BYTES = 4096;

    /** A new segment has at most this part of the log's bytes, so that its empty end weighs little. */
    private static final int LOG_PART = 16;

    /** The last part of a segment takes only what gives space back, until the next segment's file is there. */
    private static final int KEPT_PART = 16;

    private static final int PART_BYTES = 64 << 10;

    private final UUID store;
    private final StoreLimits limits;
    private final StoreFiles files;
    private final SegmentPreparer preparer;
    private final Records records = new Records(this::damaged);
    private final DamageLog damages = new DamageLog();
    private final CRC32C crc = new CRC32C();

    private volatile List<LogSegment> row = List.of();
    private volatile @Nullable LogSegment[] bySlot = new LogSegment[0];
    private @Nullable LogSegment active;
    private @Nullable WriteMark mark;
    private @Nullable RelocationTable relocation;
    private final Set<LogSegment> unneeded = new HashSet<>();
    private long nextSequence = 1;
    private long clearedSequence;
    private long prepareAt;

    public SegmentLog(Path directory, UUID store, StoreLimits limits, StoreFiles files) {
        this.store = store;
        this.limits = limits;
        this.files = files;
        preparer = new SegmentPreparer(directory, files);
    }

    UUID store() {
        return store;
    }

    /** The records of all segments, by address. */
    public Records records() {
        return records;
    }

    /** Room on the disk for compaction. */
    public SegmentReserve reserve() {
        return preparer.reserve();
    }

    /** What reads have met. */
    public DamageLog damages() {
        return damages;
    }

    /** All segments, in the order of their records. */
    public List<LogSegment> segments() {
        return row;
    }

    /** The log as it is now. */
    public LogExtent extent() {
        return new LogExtent(row, active == null ? 0 : active.end, nextSequence, clearedSequence);
    }

    /** The sequence number that the next record will carry. */
    public long nextSequence() {
        return nextSequence;
    }

    /** Takes over a segment that recovery opened or that was made, and appends to it from now on. */
    public void adopt(LogSegment segment) {
        map(segment);
        append(segment);
    }

    /** As {@link #adopt}, with the slot that a checkpoint says. */
    public void adopt(LogSegment segment, int slot) {
        records.place(slot, segment.bytes);
        index(segment, slot);
        append(segment);
    }

    private void append(LogSegment segment) {
        List<LogSegment> longer = new ArrayList<>(row);
        longer.add(segment);
        row = List.copyOf(longer);
        active = segment;
        prepareAt = SegmentPreparer.worthPreparing(segment.capacity()) ? segment.capacity() / 2 : Long.MAX_VALUE;
    }

    /** Gives a segment an address space, without making it part of the log yet. */
    public void map(LogSegment segment) {
        index(segment, records.add(segment.bytes));
    }

    private void index(LogSegment segment, int slot) {
        segment.slot = slot;
        @Nullable LogSegment[] table = Arrays.copyOf(bySlot, Math.max(bySlot.length, slot + 1));
        table[slot] = segment;
        bySlot = table;
    }

    /** Names a mapped segment in the place of a run of others, whose addresses are translated until {@link #endRelocation}. */
    public void exchange(RelocationTable moved, LogSegment fresh) {
        List<LogSegment> changed = new ArrayList<>(row);
        changed.set(row.indexOf(moved.run().getFirst()), fresh);
        changed.removeAll(moved.run());
        row = List.copyOf(changed);
        active = row.getLast(); // another one where the last segment, sealed before the log was opened, is in the run
        relocation = moved;
        unneeded.addAll(moved.run());
    }

    public void endRelocation() {
        relocation = null;
    }

    /** The address of a record that may have been copied elsewhere. */
    public long current(long address) {
        return relocation == null ? address : relocation.translate(address);
    }

    /** Whether a segment is not part of the log any more and still mapped. */
    public boolean isUnneeded(LogSegment segment) {
        return unneeded.contains(segment);
    }

    /** Returns whether a segment that is not part of the log any more is still mapped, and leaves it to the caller. */
    public boolean takeUnneeded(LogSegment segment) {
        return unneeded.remove(segment);
    }

    /** Keeps a segment mapped until the log is closed. */
    public void keepUnneeded(LogSegment segment) {
        unneeded.add(segment);
    }

    /** Lets go of all segments behind one, which recovery found not to follow it. */
    public void dropAfter(LogSegment last) {
        int kept = row.indexOf(last) + 1;
        for (LogSegment dropped : row.subList(kept, row.size())) {
            records.retire();
            dropped.close();
            records.release(dropped.slot);
        }
        row = List.copyOf(row.subList(0, kept));
        active = last;
    }

    public void continueWith(long sequence) {
        nextSequence = sequence;
    }

    /** From now on the mark is told how far records are written. */
    public void markWith(WriteMark follower) {
        mark = follower;
    }

    /** Goes on in a new segment if a part of the one written to is dead, so that it can be sealed; returns whether it does. */
    public boolean rollIfDead(int part, long nowMillis) {
        boolean worth = active != null
                && !active.sealed
                && active.end - SegmentLayout.HEADER > active.lastingBytes(nowMillis)
                && (active.end - active.lastingBytes(nowMillis)) * part > active.capacity();
        if (worth) {
            addSegmentFor(0);
        }
        return worth;
    }

    /**
     * Makes sure that a record of so many bytes fits; throws {@link StoreFullException}, leaving everything as it was, where it cannot. Returns whether
     * there is a new segment.
     *
     * @param frees whether it gives space back, like a removal: on a full disk there is some room left for these
     */
    public boolean makeRoom(long recordBytes, boolean frees) {
        long bytes = RecordLayout.alignedBytes(recordBytes);
        LogSegment segment = active;
        if (segment == null || segment.room() < bytes) {
            addSegmentFor(bytes);
            return true;
        }
        if (!frees && segment.room() - bytes < segment.capacity() / KEPT_PART && !preparer.hasNext()) {
            requireNextSegment(segment.through() + 1);
        }
        return false;
    }

    private void requireNextSegment(int number) {
        long planned = nextCapacity();
        try {
            preparer.require(planned);
        } catch (IOException e) {
            throw full(number, planned, e);
        }
    }

    private void addSegmentFor(long recordBytes) {
        int number = active == null ? 0 : active.through() + 1;
        long planned = nextCapacity();
        long needed = recordBytes + SegmentLayout.HEADER + SegmentLayout.FOOTER;
        try {
            Path file = preparer.take(number, planned, needed);
            SegmentLayout.Header header = SegmentLayout.Header.written(store, number, Files.size(file), nextSequence);
            LogSegment segment = new LogSegment(files, file, header);
            SegmentLayout.writeHeader(segment.bytes, header);
            adopt(segment);
        } catch (IOException e) {
            throw full(number, Math.max(needed, planned), e);
        }
    }

    private static StoreFullException full(int number, long bytes, IOException failure) {
        return new StoreFullException(
                "store: cannot allocate segment=" + number + ", bytes=" + bytes + ", reason="
                        + StoreIoException.reason(failure)
                        + "; free disk space, or remove keys and compact; the map stays readable",
                failure);
    }

    private long nextCapacity() {
        if (!records.hasRoom()) {
            throw new StoreFullException("store: segments=" + row.size() + ", limit=" + RecordAddress.MAX_SEGMENTS
                    + "; export the map into a new store with a larger segmentBytes");
        }
        long written = 0;
        for (LogSegment segment : row) {
            written += segment.capacity();
        }
        long part = Long.highestOneBit(Math.max(1, written / LOG_PART));
        return Math.min(limits.segmentBytes(), Math.max(limits.firstSegmentBytes(), part));
    }

    /** Writes one record, for which {@link #makeRoom} made room; returns its address. */
    public long append(int flags, KeyBuffer key, long expiryMillis, byte[] value, int offset, int length) {
        int headBytes = key.end + RecordLayout.expiryBytes(flags);
        key.room(RecordLayout.expiryBytes(flags) + Math.min(length, JOINED_BYTES));
        byte[] head = key.array;
        if (headBytes > key.end) {
            KeyHash.BYTES.set(head, key.end, expiryMillis);
        }
        int recordBytes = headBytes + length;
        if (length <= JOINED_BYTES) {
            System.arraycopy(value, offset, head, headBytes, length);
            headBytes += length;
        }
        INT.set(head, RecordLayout.LENGTH, recordBytes);
        KeyHash.BYTES.set(head, RecordLayout.SEQUENCE_AND_FLAGS, RecordLayout.sequenceAndFlags(nextSequence, flags));
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
        if ((flags & RecordLayout.EXPIRES) != 0) {
            segment.expiries.add(expiryMillis, RecordLayout.alignedBytes(recordBytes));
        }
        advance(segment, recordBytes, 1);
        return RecordAddress.of(segment.slot, at);
    }

    /** Writes a batch, for which {@link #makeRoom} made room; returns its address. */
    public long append(BatchRecord batch) {
        batch.seal(nextSequence);
        LogSegment segment = Objects.requireNonNull(active);
        long at = segment.end;
        MemorySegment.copy(batch.array(), 0, segment.bytes, ValueLayout.JAVA_BYTE, at, batch.bytes());
        segment.markInert(at, RecordLayout.BATCH_HEAD);
        batch.noteExpiries(segment.expiries);
        advance(segment, batch.bytes(), 1 + batch.count());
        return RecordAddress.of(segment.slot, at);
    }

    /** Writes that no key has a value any more, for which {@link #makeRoom} made room. */
    public void appendClear() {
        long sequence = nextSequence;
        LogSegment segment = Objects.requireNonNull(active);
        long at = segment.end;
        long _ = append(RecordLayout.CLEAR, new KeyBuffer(0), 0, new byte[0], 0, 0);
        clear(sequence, segment, at);
    }

    /** Takes every record before the one at an offset, which says that the map was cleared, as dead. */
    public void clear(long sequence, LogSegment segment, long offset) {
        for (LogSegment older : row.subList(0, row.indexOf(segment))) {
            older.clear(older.end);
        }
        segment.clear(offset);
        segment.markInert(offset, segment.recordBytes(offset));
        clearedSequence = sequence;
    }

    private void advance(LogSegment segment, int recordBytes, int count) {
        segment.end += RecordLayout.alignedBytes(recordBytes);
        segment.records += count;
        nextSequence += count;
        if (mark != null) {
            mark.written(nextSequence - 1);
        }
        if (segment.end >= prepareAt) {
            prepareAt = Long.MAX_VALUE;
            preparer.prepare(nextCapacity(), row.size() > 1);
        }
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

    /** What is thrown of a record whose key is not where the index has it. */
    public StoreDamagedException misplaced(long address) {
        return damaged(address, RecordCopies.OTHER_KEY);
    }

    private StoreDamagedException damaged(long word, String reason) {
        LogSegment segment = segmentOf(word);
        String file = segment.file.toString();
        long offset = RecordAddress.offset(word);
        return damages.note(
                reason.equals(RecordCopies.OTHER_KEY)
                        ? StoreDamagedException.ofIndex(file, segment.number, offset, reason)
                        : new StoreDamagedException(file, segment.number, offset, reason));
    }

    private LogSegment segmentOf(long address) {
        return Objects.requireNonNull(bySlot[RecordAddress.slot(address)]);
    }

    /** Whether the record at an address is no longer the value of its key. */
    public boolean isDead(long address) {
        return segmentOf(address).isDead(RecordAddress.offset(address));
    }

    /** Marks the record at an address as no longer the value of its key. */
    public void markDead(long address) {
        segmentOf(address).markDead(RecordAddress.offset(address));
    }

    /** Marks a removal, which never was a value. */
    public void markInert(long address) {
        LogSegment segment = segmentOf(address);
        long offset = RecordAddress.offset(address);
        segment.markInert(offset, segment.recordBytes(offset));
    }

    public void close() {
        preparer.close();
        for (LogSegment segment : row) {
            segment.close();
        }
        for (LogSegment segment : unneeded) {
            segment.close();
        }
        unneeded.clear();
    }
}
