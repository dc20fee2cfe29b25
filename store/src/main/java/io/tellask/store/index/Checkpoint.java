package io.tellask.store.index;

import io.tellask.store.StoreIoException;
import io.tellask.store.file.CheckedFile;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.ExpectedLog;
import io.tellask.store.segment.LogEnd;
import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.RecordAddress;
import io.tellask.store.segment.SegmentDirectory;
import io.tellask.store.segment.SegmentLog;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The index as it was at a clean close: the slots, the dead bits of every segment, and the schemas, so that opening replays only the log
 * behind it. Kept in the file {@code CHECKPOINT}; a missing, damaged or foreign one only costs time.
 *
 * <p>{@code docs/STORE_FORMAT.md} has the layout.
 */
public final class Checkpoint {
    public static final String FILE = SegmentDirectory.CHECKPOINT;

    private static final long MAGIC = SegmentLayout.ascii("TLSKCKPT");
    private static final int VERSION = 1;
    private static final int GROUP_SLOTS = 64;
    private static final long MAX_SLOTS = 1L << 36;

    /** A table with fewer used slots than this part of them may be one whose size is damaged: its checksum is read before it is reserved. */
    private static final int SPARSE_PART = 16;

    private final IndexTable table;
    private final long size;
    private final SegmentState[] segments;
    private final SchemaLog schemas;

    private Checkpoint(IndexTable table, long size, SegmentState[] segments, SchemaLog schemas) {
        this.table = table;
        this.size = size;
        this.segments = segments;
        this.schemas = schemas;
    }

    /** What a checkpoint is written from. */
    public record Content(SegmentLog log, IndexTable table, long size, SchemaLog schemas) {}

    @SuppressWarnings("ArrayRecordComponent")
    private record SegmentState(
            int number,
            int slot,
            long cleanAsOf,
            long end,
            long records,
            long deadBytes,
            long inertBytes,
            long expiringBytes,
            long soonestExpiry,
            long latestExpiry,
            byte[] deadBits) {}

    /** Writes a checkpoint; returns its checksum, {@link LogEnd#NO_CHECKPOINT} for a log without segments. */
    public static long write(Path directory, StoreIdentity identity, StoreFiles files, Content content)
            throws IOException {
        if (content.log.segments().isEmpty()) {
            return LogEnd.NO_CHECKPOINT;
        }
        long crc;
        Path fresh = directory.resolve(FILE + StoreFiles.FRESH);
        try (CheckedFile out = CheckedFile.create(fresh)) {
            out.writeLong(MAGIC);
            out.writeLong(VERSION);
            out.writeLong(identity.id().getMostSignificantBits());
            out.writeLong(identity.id().getLeastSignificantBits());
            out.writeLong(content.size);
            out.writeLong(content.table.used);
            out.writeLong(content.table.slots);
            writeTable(out, content.table);
            out.writeLong(content.log.segments().size());
            for (LogSegment segment : content.log.segments()) {
                writeSegment(out, segment);
            }
            writeSchemas(out, content.schemas.all());
            crc = out.finish();
        } catch (IOException e) {
            Files.deleteIfExists(fresh);
            throw e;
        }
        files.move(fresh, directory.resolve(FILE));
        files.forceDirectory(directory);
        return crc;
    }

    /** Of each group of 64 slots (8 in a table of 8) a word of bits says which are used; those follow it. */
    private static void writeTable(CheckedFile out, IndexTable table) throws IOException {
        int group = (int) Math.min(GROUP_SLOTS, table.slots);
        for (long first = 0; first < table.slots; first += group) {
            long present = 0;
            for (int i = 0; i < group; i++) {
                present |= (table.slot((first + i) * 8) == IndexTable.EMPTY ? 0L : 1L) << i;
            }
            out.writeLong(present);
            for (long left = present; left != 0; left &= left - 1) {
                out.writeLong(table.slot((first + Long.numberOfTrailingZeros(left)) * 8));
            }
        }
    }

    private static void readTable(CheckedFile in, IndexTable table) throws IOException {
        int group = (int) Math.min(GROUP_SLOTS, table.slots);
        for (long first = 0; first < table.slots; first += group) {
            for (long left = in.readLong(); left != 0; left &= left - 1) {
                long slot = first + Long.numberOfTrailingZeros(left);
                if (slot >= table.slots) {
                    throw new IOException("slot=" + slot + ", slots=" + table.slots);
                }
                table.slot(slot * 8, in.readLong());
            }
        }
    }

    private static void writeSegment(CheckedFile out, LogSegment segment) throws IOException {
        out.writeLong(segment.number);
        out.writeLong(segment.slot);
        out.writeLong(segment.cleanAsOf);
        out.writeLong(segment.end);
        out.writeLong(segment.records);
        out.writeLong(segment.deadBytes);
        out.writeLong(segment.inertBytes);
        out.writeLong(segment.expiries.bytes());
        out.writeLong(segment.expiries.soonestMillis());
        out.writeLong(segment.expiries.latestMillis());
        out.write(segment.allDeadBits());
    }

    private static SegmentState readSegment(CheckedFile in) throws IOException {
        int number = (int) in.readCount(Integer.MAX_VALUE);
        int slot = (int) in.readCount(RecordAddress.MAX_SEGMENTS - 1);
        long cleanAsOf = in.readLong();
        long end = in.readCount(SegmentLayout.MAX_BYTES);
        int bitBytes = (int) ((end + 511) / 512 * 8);
        return new SegmentState(
                number,
                slot,
                cleanAsOf,
                end,
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readBytes(bitBytes));
    }

    private static void writeSchemas(CheckedFile out, Map<Long, byte[]> schemas) throws IOException {
        out.writeLong(schemas.size());
        for (Map.Entry<Long, byte[]> schema : schemas.entrySet()) {
            out.writeLong(schema.getKey());
            out.writeLong(schema.getValue().length);
            out.write(MemorySegment.ofArray(schema.getValue()));
        }
    }

    /** The checkpoint of a directory, or null where there is none that can be trusted, or another one than that with a known checksum. */
    static @Nullable Checkpoint read(Path directory, StoreIdentity identity, long known) {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            return null;
        }
        @Nullable IndexTable table = null;
        try (CheckedFile in = CheckedFile.open(file)) {
            if (known != ExpectedLog.ANY_CHECKPOINT && in.lastWord() != known) {
                throw new IOException("it is another one than the last");
            }
            in.expect(MAGIC);
            in.expect(VERSION);
            in.expect(identity.id().getMostSignificantBits());
            in.expect(identity.id().getLeastSignificantBits());
            long size = in.readCount(MAX_SLOTS);
            long used = in.readCount(Math.min(MAX_SLOTS, Files.size(file) / 8));
            long slots = in.readCount(Math.min(MAX_SLOTS, Files.size(file) * GROUP_SLOTS / 8));
            if (slots < 8 || Long.bitCount(slots) != 1 || used >= slots) {
                throw new IOException("slots=" + slots + ", used=" + used);
            }
            if (slots > IndexTable.LEAST_SLOTS && used < slots / SPARSE_PART) {
                requireWhole(file);
            }
            table = new IndexTable(slots);
            table.used = used;
            readTable(in, table);
            SegmentState[] segments = new SegmentState[(int) in.readCount(RecordAddress.MAX_SEGMENTS)];
            for (int i = 0; i < segments.length; i++) {
                segments[i] = readSegment(in);
            }
            SchemaLog schemas = new SchemaLog();
            for (long left = in.readCount(1 << 20); left > 0; left--) {
                schemas.add(in.readLong(), in.readBytes((int) in.readCount(SegmentLayout.MAX_BYTES)));
            }
            long crc = in.verify();
            if (known != ExpectedLog.ANY_CHECKPOINT && crc != known) {
                throw new IOException("it is another one than the last");
            }
            return new Checkpoint(table, size, segments, schemas);
        } catch (IOException e) {
            if (table != null) {
                table.close();
            }
            System.getLogger(Checkpoint.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "store: checkpoint=" + file + " is not used, reason=" + StoreIoException.reason(e)
                                    + "; the whole log is read");
            return null;
        }
    }

    private static void requireWhole(Path file) throws IOException {
        try (CheckedFile in = CheckedFile.open(file)) {
            long _ = in.verifyRest();
        }
    }

    /** The slot that addresses name a segment by, or -1 for one that is younger than the checkpoint. */
    int slotOf(int number) {
        for (SegmentState segment : segments) {
            if (segment.number == number) {
                return segment.slot;
            }
        }
        return -1;
    }

    /** Whether all segments that the addresses name are there, and none was rewritten since. */
    boolean fits(SegmentLog log) {
        if (segments.length > log.segments().size()) {
            return false;
        }
        for (int i = 0; i < segments.length; i++) {
            LogSegment found = log.segments().get(i);
            if (found.number != segments[i].number || found.cleanAsOf != segments[i].cleanAsOf) {
                return false;
            }
        }
        return true;
    }

    /** The segment that was written to last, counted from 0. */
    int lastSegment() {
        return segments.length - 1;
    }

    /** Where that segment ended. */
    long lastEnd() {
        return segments[segments.length - 1].end;
    }

    /** Puts the log's segments into the state they had, and returns the index over them. */
    HashIndex restore(SegmentLog log, SchemaLog target, long seed) {
        for (int i = 0; i < segments.length; i++) {
            LogSegment segment = log.segments().get(i);
            segment.end = segments[i].end;
            segment.records = segments[i].records;
            segment.deadBytes = segments[i].deadBytes;
            segment.inertBytes = segments[i].inertBytes;
            segment.forcedTo = segments[i].end;
            segment.expiries.restore(segments[i].expiringBytes, segments[i].soonestExpiry, segments[i].latestExpiry);
            MemorySegment.copy(
                    MemorySegment.ofArray(segments[i].deadBits), 0, segment.deadBits(), 0, segments[i].deadBits.length);
        }
        schemas.all().forEach(target::add);
        return new HashIndex(log.records(), seed, table, size);
    }

    void discard() {
        table.close();
    }
}
