package io.tellask.store.offline;

import io.tellask.store.Damage;
import io.tellask.store.StoreDamagedException;
import io.tellask.store.file.RegularFiles;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.ClosedLog;
import io.tellask.store.segment.LogEnd;
import io.tellask.store.segment.LogExtent;
import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.SegmentDirectory;
import io.tellask.store.segment.SegmentFile;
import io.tellask.store.segment.SegmentPreparer;
import io.tellask.store.segment.SegmentReading;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The log of a store as a backup takes it: an unbroken beginning, which is the map at one moment.
 *
 * @param sequence the last sequence number in it
 * @param arena what the files are mapped in, to be closed with this, or null where the segments are an open store's
 */
public record BackupSource(
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
     * @param reading what is damaged in it
     * @param mark checksums of header and footer, 0 for one that is not sealed
     * @param part what the backup's {@code END} says of it
     */
    public record Piece(
            Path file,
            int number,
            MemorySegment bytes,
            long length,
            long mark,
            LogEnd.Part part,
            Supplier<List<Damage>> reading) {
        static Piece sealed(LogSegment segment) {
            LogEnd.Part part = LogEnd.Part.of(segment);
            return new Piece(
                    segment.file,
                    segment.number,
                    segment.bytes,
                    segment.bytes.byteSize(),
                    part.mark(),
                    part,
                    () -> SegmentReading.ofSealed(segment).damages());
        }

        static Piece sealed(ClosedLog.Place place, SegmentLayout.Footer footer) {
            SegmentFile segment = place.presentFile();
            long mark = SegmentLayout.markOf(segment.bytes(), true);
            LogEnd.Part part = new LogEnd.Part(segment.number(), mark, footer.cleanAsOf());
            return new Piece(
                    segment.file(),
                    segment.number(),
                    segment.bytes(),
                    segment.bytes().byteSize(),
                    mark,
                    part,
                    () -> SegmentReading.ofWhole(place, place.baseSequence() - 1, record -> {})
                            .damages());
        }

        static Piece open(Path file, int number, MemorySegment bytes, long end) {
            LogEnd.Part part = new LogEnd.Part(number, SegmentLayout.markOf(bytes, false), 0);
            Supplier<List<Damage>> reading = () -> SegmentReading.damagesBefore(end, bytes, number);
            return new Piece(file, number, bytes, end, 0, part, reading);
        }

        String name() {
            return SegmentPreparer.name(number);
        }
    }

    /**
     * The log of an open store, held on to by its owner, who goes on sealing segments in their order. None may lie unsealed before a sealed one, so
     * the youngest is looked at first; and one that was filled since holds more than belongs to the backup.
     */
    public static BackupSource of(Path directory, StoreIdentity identity, LogExtent extent) {
        List<Piece> pieces = new ArrayList<>();
        long last = extent.nextSequence() - 1;
        for (LogSegment segment : extent.segments().reversed()) {
            long end = extent.endOf(segment);
            pieces.addFirst(
                    segment.sealed && segment.lastSequence <= last
                            ? Piece.sealed(segment)
                            : Piece.open(segment.file, segment.number, segment.bytes, end));
        }
        return new BackupSource(directory, identity, pieces, last, null);
    }

    /**
     * The log as its files are now. Where another process goes on writing to them, it may compact while they are read: then they are read again.
     */
    public static BackupSource of(Path directory, StoreIdentity identity, boolean live) throws IOException {
        for (int attempt = 1; ; attempt++) {
            Arena arena = Arena.ofShared();
            try {
                Map<Integer, Object> before = keys(directory, identity);
                BackupSource source = read(directory, identity, arena, live);
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
            RegularFiles.require(file);
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

    private static BackupSource read(Path directory, StoreIdentity identity, Arena arena, boolean live)
            throws IOException {
        ClosedLog log = ClosedStore.log(directory, identity, arena);
        requireNone(directory, log.faults());
        TailReading tail = log.readTail(live);
        requireNone(directory, log.readDamages());
        List<Piece> pieces = new ArrayList<>();
        long last = 0;
        for (ClosedLog.Place place : log.places()) {
            SegmentFile file = place.presentFile();
            SegmentLayout.Footer footer = file.footer();
            if (footer != null) {
                pieces.add(Piece.sealed(place, footer));
                last = footer.lastSequence();
            } else if (tail.end(file) > 0) {
                pieces.add(Piece.open(file.file(), file.number(), file.bytes(), tail.end(file)));
            }
        }
        return new BackupSource(directory, identity, pieces, Math.max(last, tail.lastSequence()), arena);
    }

    private static void requireNone(Path directory, List<Damage> damages) {
        if (!damages.isEmpty()) {
            throw StoreDamagedException.of(directory, damages);
        }
    }

    /** Verifies the records of a piece. */
    void verify(Piece piece) {
        requireNone(directory, piece.reading().get());
    }

    @Override
    public void close() {
        if (arena != null) {
            arena.close();
        }
    }
}
