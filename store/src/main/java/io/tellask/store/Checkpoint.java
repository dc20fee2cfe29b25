package io.tellask.store;

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
final class Checkpoint {
    static final String FILE = "CHECKPOINT";

    private static final long MAGIC = SegmentLayout.ascii("TLSKCKPT");
    private static final int VERSION = 0;
    private static final long MAX_SLOTS = 1L << 36;

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
    record Content(SegmentLog log, IndexTable table, long size, SchemaLog schemas) {}

    @SuppressWarnings("ArrayRecordComponent")
    private record SegmentState(long end, long records, long deadBytes, byte[] deadBits) {}

    static void write(Path directory, StoreIdentity identity, StoreFiles files, Content content) throws IOException {
        if (content.log.segments().isEmpty()) {
            return;
        }
        Path fresh = directory.resolve(FILE + ".tmp");
        try (CheckedFile out = CheckedFile.create(fresh)) {
            out.writeLong(MAGIC);
            out.writeLong(VERSION);
            out.writeLong(identity.id().getMostSignificantBits());
            out.writeLong(identity.id().getLeastSignificantBits());
            out.writeLong(content.size);
            out.writeLong(content.table.used);
            out.writeLong(content.table.slots);
            out.write(content.table.memory());
            out.writeLong(content.log.segments().size());
            for (LogSegment segment : content.log.segments()) {
                out.writeLong(segment.end);
                out.writeLong(segment.records);
                out.writeLong(segment.deadBytes);
                out.write(segment.deadBits());
            }
            writeSchemas(out, content.schemas.all());
            out.finish();
        } catch (IOException e) {
            Files.deleteIfExists(fresh);
            throw e;
        }
        files.move(fresh, directory.resolve(FILE));
        files.forceDirectory(directory);
    }

    private static void writeSchemas(CheckedFile out, Map<Long, byte[]> schemas) throws IOException {
        out.writeLong(schemas.size());
        for (Map.Entry<Long, byte[]> schema : schemas.entrySet()) {
            out.writeLong(schema.getKey());
            out.writeLong(schema.getValue().length);
            out.write(MemorySegment.ofArray(schema.getValue()));
        }
    }

    /** The checkpoint of a directory, or null where there is none that can be trusted. */
    static @Nullable Checkpoint read(Path directory, StoreIdentity identity) {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            return null;
        }
        @Nullable IndexTable table = null;
        try (CheckedFile in = CheckedFile.open(file)) {
            in.expect(MAGIC);
            in.expect(VERSION);
            in.expect(identity.id().getMostSignificantBits());
            in.expect(identity.id().getLeastSignificantBits());
            long size = in.readCount(MAX_SLOTS);
            long used = in.readCount(MAX_SLOTS);
            long slots = in.readCount(Math.min(MAX_SLOTS, Files.size(file) / 8));
            if (slots < 8 || Long.bitCount(slots) != 1 || used >= slots) {
                throw new IOException("slots=" + slots + ", used=" + used);
            }
            table = new IndexTable(slots);
            table.used = used;
            in.read(table.memory());
            SegmentState[] segments = new SegmentState[(int) in.readCount(RecordAddress.MAX_SEGMENTS)];
            for (int i = 0; i < segments.length; i++) {
                long end = in.readCount(SegmentLayout.MAX_BYTES);
                segments[i] = new SegmentState(
                        end, in.readLong(), in.readLong(), in.readBytes((int) ((end + 511) / 512 * 8)));
            }
            SchemaLog schemas = new SchemaLog();
            for (long left = in.readCount(1 << 20); left > 0; left--) {
                schemas.add(in.readLong(), in.readBytes((int) in.readCount(SegmentLayout.MAX_BYTES)));
            }
            in.verify();
            return new Checkpoint(table, size, segments, schemas);
        } catch (IOException e) {
            if (table != null) {
                table.close();
            }
            System.getLogger(Checkpoint.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "store: checkpoint=" + file + " is not used, reason=" + e.getMessage()
                                    + "; the whole log is read");
            return null;
        }
    }

    /** The segment that was written to last. */
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
            LogSegment segment = log.segment(i);
            segment.end = segments[i].end;
            segment.records = segments[i].records;
            segment.deadBytes = segments[i].deadBytes;
            segment.forcedTo = segments[i].end;
            MemorySegment.copy(
                    MemorySegment.ofArray(segments[i].deadBits), 0, segment.deadBits(), 0, segments[i].deadBits.length);
        }
        schemas.all().forEach(target::add);
        return new HashIndex(log, seed, table, size);
    }

    void discard() {
        table.close();
    }
}
