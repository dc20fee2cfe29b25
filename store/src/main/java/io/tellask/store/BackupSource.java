package io.tellask.store;

import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.segment.ClosedLog;
import io.tellask.store.segment.LogExtent;
import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.RecordReader;
import io.tellask.store.segment.SegmentDirectory;
import io.tellask.store.segment.SegmentFile;
import io.tellask.store.segment.SegmentLayout;
import io.tellask.store.segment.SegmentPreparer;
import io.tellask.store.segment.TailReading;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The log of a store as a backup takes it: an unbroken beginning, which is the map at one moment.
 *
 * @param sequence the last sequence number in it
 * @param arena what the files are mapped in, to be closed with this, or null where the segments are an open store's
 */
record BackupSource(
        Path directory,
        StoreIdentity identity,
        List<Piece> pieces,
        long sequence,
        @Nullable Arena arena) implements AutoCloseable {
    private static final int MOST_ATTEMPTS = 100;
    private static final long PAUSE_NANOS = 20_000_000;

    /**
     * A segment, or the part of it that was written.
     *
     * @param length bytes from the start of the file that belong to the backup
     * @param recordEnd where its records end
     * @param mark checksums of header and footer, 0 for one that is not sealed
     */
    record Piece(Path file, int number, MemorySegment bytes, long length, long recordEnd, long mark) {
        static Piece sealed(Path file, int number, MemorySegment bytes, long recordEnd) {
            return new Piece(file, number, bytes, bytes.byteSize(), recordEnd, markOf(bytes));
        }

        static Piece open(Path file, int number, MemorySegment bytes, long end) {
            return new Piece(file, number, bytes, end, end, 0);
        }

        String name() {
            return SegmentPreparer.name(number);
        }
    }

    /** The checksums of header and footer, which differ where anything in a sealed segment does. */
    static long markOf(MemorySegment segment) {
        long header = segment.get(SegmentLayout.INT, SegmentLayout.HEADER - Integer.BYTES);
        long footer = segment.get(SegmentLayout.INT, segment.byteSize() - Integer.BYTES);
        return header << 32 | Integer.toUnsignedLong((int) footer);
    }

    /** The log of an open store, held on to by its owner. */
    static BackupSource of(Path directory, StoreIdentity identity, LogExtent extent) {
        List<Piece> pieces = new ArrayList<>();
        for (LogSegment segment : extent.segments()) {
            long end = extent.endOf(segment);
            pieces.add(
                    segment.sealed
                            ? Piece.sealed(segment.file, segment.number, segment.bytes, end)
                            : Piece.open(segment.file, segment.number, segment.bytes, end));
        }
        return new BackupSource(directory, identity, pieces, extent.nextSequence() - 1, null);
    }

    /**
     * The log as its files are now. Where another process goes on writing to them, it may compact while they are read: then they are read again.
     */
    static BackupSource of(Path directory, StoreIdentity identity, boolean live) throws IOException {
        for (int attempt = 1; ; attempt++) {
            Arena arena = Arena.ofShared();
            try {
                Map<Integer, Object> before = keys(directory, identity);
                BackupSource source = read(directory, identity, arena);
                requireSame(directory, before, keys(directory, identity));
                return source;
            } catch (NoSuchFileException | StoreDamagedException e) {
                arena.close();
                if (!live || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            } catch (IOException | RuntimeException e) {
                arena.close();
                throw e;
            }
        }
    }

    /** What tells one file of a name from the next one of that name. */
    private static Map<Integer, Object> keys(Path directory, StoreIdentity identity) throws IOException {
        Map<Integer, Object> keys = new HashMap<>();
        for (int number : new SegmentDirectory(directory, identity.id(), new StoreFiles()).numbers()) {
            Path file = SegmentPreparer.file(directory, number);
            Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            keys.put(number, Objects.requireNonNullElse(key, file));
        }
        return keys;
    }

    /**
     * Old and rewritten segments side by side need not be a log: a removal may be gone from one because what it removed is gone from the other.
     * Files that were the same before and after belonged together in between.
     */
    private static void requireSame(Path directory, Map<Integer, Object> before, Map<Integer, Object> after)
            throws IOException {
        for (Map.Entry<Integer, Object> file : before.entrySet()) {
            if (!file.getValue().equals(after.get(file.getKey()))) {
                throw new NoSuchFileException(
                        SegmentPreparer.file(directory, file.getKey()).toString());
            }
        }
    }

    private static BackupSource read(Path directory, StoreIdentity identity, Arena arena) throws IOException {
        ClosedLog log = ClosedLog.read(directory, identity, arena);
        List<Piece> pieces = new ArrayList<>();
        long last = 0;
        for (ClosedLog.Place place : log.places().subList(0, log.wholeTo() + 1)) {
            SegmentFile file = place.file();
            SegmentLayout.Footer footer = file == null ? null : file.footer();
            if (file == null
                    || footer == null
                    || file.header() == null
                    || footer.lastSequence() != place.lastSequence()) {
                throw new StoreDamagedException(
                        directory.resolve(SegmentPreparer.name(place.number())).toString(),
                        place.number(),
                        0,
                        "it is missing or not whole");
            }
            pieces.add(Piece.sealed(file.file(), file.number(), file.bytes(), footer.end()));
            last = footer.lastSequence();
        }
        TailReading tail = new TailReading(last);
        for (ClosedLog.Place place :
                log.places().subList(log.wholeTo() + 1, log.places().size())) {
            SegmentFile file = place.presentFile();
            long end = tail.read(file);
            if (end > 0) {
                pieces.add(Piece.open(file.file(), file.number(), file.bytes(), end));
            }
        }
        return new BackupSource(directory, identity, pieces, tail.lastSequence(), arena);
    }

    /** Verifies the records of a piece. */
    static void verify(Piece piece) {
        RecordReader reader = new RecordReader();
        reader.start(piece.bytes(), SegmentLayout.HEADER, piece.recordEnd());
        RecordReader.Step step = reader.next();
        while (step == RecordReader.Step.RECORD) {
            step = reader.next();
        }
        if (step == RecordReader.Step.DAMAGE || reader.offset < piece.recordEnd()) {
            String reason = step == RecordReader.Step.DAMAGE ? reader.damage : "record is missing";
            throw new StoreDamagedException(piece.file().toString(), piece.number(), reader.offset, reason);
        }
    }

    @Override
    public void close() {
        if (arena != null) {
            arena.close();
        }
    }
}
