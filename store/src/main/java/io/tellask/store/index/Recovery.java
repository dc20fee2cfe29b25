package io.tellask.store.index;

import io.tellask.store.Damage;
import io.tellask.store.RecoveryReport;
import io.tellask.store.StoreDamagedException;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.file.StoreOptions;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.ClosedLog;
import io.tellask.store.segment.ExpectedLog;
import io.tellask.store.segment.LogEnd;
import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.SegmentDirectory;
import io.tellask.store.segment.SegmentLog;
import io.tellask.store.segment.SegmentReading;
import io.tellask.store.segment.WriteMark;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Opens the log of a store and builds its index: from the checkpoint and the log behind it, or from the whole log.
 *
 * <p>{@link ClosedLog} judges the files; damage is refused, and then no file is changed. An end that the last process could leave without damage
 * is cut and reported.
 */
public final class Recovery {
    private final Path directory;
    private final StoreIdentity identity;
    private final StoreOptions options;
    private final SegmentDirectory files;
    private final ClosedLog closed;
    private final List<Integer> unwritten = new ArrayList<>();
    private final List<RecoveryReport.Cut> cuts = new ArrayList<>();
    private final long startNanos = System.nanoTime();

    private Recovery(Path directory, StoreIdentity identity, StoreOptions options, ClosedLog closed) {
        this.closed = closed;
        this.directory = directory;
        this.identity = identity;
        this.options = options;
        files = new SegmentDirectory(directory, identity.id(), options.files());
    }

    /** An opened log and what was built from it, and what tells how far it is written. */
    public record Result(
            SegmentLog log,
            HashIndex index,
            SchemaLog schemas,
            WriteMark mark,
            ExpectedLog expected,
            RecoveryReport report) {}

    public static Result run(Path directory, StoreIdentity identity, StoreOptions options) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            ClosedLog closed =
                    ClosedLog.read(directory, identity, arena, options.files().boot());
            Recovery recovery = new Recovery(directory, identity, options, closed);
            recovery.requireNone(closed.faults());
            if (closed.endsEarly()) {
                recovery.requireTorn();
                recovery.requireWhole();
            }
            Opened opened = recovery.open();
            try {
                recovery.files.deleteUnfinished();
                Result result = recovery.begin(opened);
                recovery.logCuts();
                return result;
            } catch (IOException | RuntimeException e) {
                opened.index.close();
                opened.log.close();
                throw e;
            }
        }
    }

    private record Opened(SegmentLog log, HashIndex index, SchemaLog schemas, long replayed, boolean fromCheckpoint) {}

    private Opened open() throws IOException {
        long known = closed.expected().checkpoint();
        Checkpoint checkpoint = options.verifyOnOpen() ? null : Checkpoint.read(directory, identity, known);
        Opened opened = checkpoint == null ? null : attempt(checkpoint);
        return opened == null ? Objects.requireNonNull(attempt(null)) : opened;
    }

    /** Tells on disk that the store is open. A store of an earlier release gets the files for that first. */
    private Result begin(Opened opened) throws IOException {
        SegmentLog log = opened.log;
        long last = log.nextSequence() - 1;
        long forced = closed.expected().forced();
        List<LogSegment> sealed =
                log.segments().stream().filter(segment -> segment.sealed).toList();
        if (!sealed.isEmpty()) {
            forced = Math.max(forced, sealed.getLast().lastSequence);
        }
        if (identity.version() < StoreIdentity.VERSION) {
            LogEnd end = LogEnd.of(identity.id(), forced, LogEnd.NO_CHECKPOINT, sealed);
            create(directory, identity.upgraded(), options.files(), end);
        }
        WriteMark mark = WriteMark.start(directory, options.files(), identity.id(), last, forced);
        log.markWith(mark);
        Duration duration = Duration.ofNanos(System.nanoTime() - startNanos);
        int segments = log.segments().size();
        RecoveryReport report = new RecoveryReport(
                opened.index.size(), opened.replayed, segments, opened.fromCheckpoint, cuts, duration);
        return new Result(log, opened.index, opened.schemas, mark, closed.expected(), report);
    }

    /** Makes a store without records; it is one when its identity is on disk, which comes last. */
    public static void create(Path directory, StoreIdentity identity, StoreFiles files) throws IOException {
        LogEnd end = new LogEnd(identity.id(), 0, LogEnd.NO_CHECKPOINT, List.of());
        create(directory, identity, files, end);
    }

    private static void create(Path directory, StoreIdentity identity, StoreFiles files, LogEnd end)
            throws IOException {
        end.write(directory, files);
        files.replace(directory.resolve(WriteMark.FILE), WriteMark.closed(identity.id(), end.lastSequence()));
        identity.write(directory, files);
    }

    private void requireNone(List<Damage> faults) {
        if (!faults.isEmpty()) {
            throw StoreDamagedException.of(directory, faults);
        }
    }

    /** Refuses the store unless its log ends as the last process could leave it. */
    private void requireTorn() {
        closed.readTail(false);
        requireNone(closed.readDamages());
    }

    /** Reads all that has to be whole before the first change, which lengthening a file is: replay would come upon damage only later. */
    private void requireWhole() {
        long last = 0;
        for (ClosedLog.Place place : closed.places().subList(0, closed.wholeTo() + 1)) {
            SegmentReading reading = SegmentReading.ofWhole(place, last, record -> {});
            requireNone(reading.damages());
            last = reading.lastSequence();
        }
    }

    private void logCuts() {
        for (RecoveryReport.Cut cut : cuts) {
            System.getLogger(Recovery.class.getName())
                    .log(
                            Level.WARNING,
                            "store: directory=" + directory + ", dropped an end that was not completely written: "
                                    + cut);
        }
    }

    /** Opens everything; returns null, having let go of it again, if the checkpoint does not fit the log. */
    private @Nullable Opened attempt(@Nullable Checkpoint checkpoint) throws IOException {
        SegmentLog log = new SegmentLog(directory, identity.id(), options.limits(), options.files());
        HashIndex index = null;
        try {
            openAll(log, checkpoint);
            if (checkpoint != null && !checkpoint.fits(log)) {
                checkpoint.discard();
                log.close();
                return null;
            }
            SchemaLog schemas = new SchemaLog();
            index = checkpoint == null
                    ? new HashIndex(
                            log.records(),
                            identity.seed(),
                            Math.max(options.expectedRecords(), sealedRecords(log) * 3 / 4))
                    : checkpoint.restore(log, schemas, identity.seed());
            LogReplay replay = new LogReplay(log, index, schemas, identity.seed());
            if (!replayAll(log, replay, checkpoint)) {
                index.close();
                log.close();
                return null;
            }
            return new Opened(log, index, schemas, replay.replayed(), checkpoint != null);
        } catch (IOException | RuntimeException e) {
            if (index != null) {
                index.close();
            } else if (checkpoint != null) {
                checkpoint.discard();
            }
            log.close();
            throw e;
        }
    }

    /** Returns false if the log ends before the checkpoint does. */
    private boolean replayAll(SegmentLog log, LogReplay replay, @Nullable Checkpoint checkpoint) throws IOException {
        int first = checkpoint == null ? 0 : checkpoint.lastSegment();
        boolean ended = false;
        for (int i = first; i < log.segments().size() && !ended; i++) {
            LogSegment segment = log.segments().get(i);
            long applyFrom = checkpoint != null && i == first ? checkpoint.lastEnd() : 0;
            if (i == first) {
                replay.expect(segment.baseSequence);
            }
            boolean whole = replay.run(segment, applyFrom, segment.sealed);
            if (segment.end < applyFrom) {
                return false;
            }
            boolean continued = i + 1 >= log.segments().size()
                    || log.segments().get(i + 1).baseSequence == replay.expectedSequence();
            if (!whole || !continued) {
                int next = segment.through() + 1;
                requireTorn();
                cut(log, segment, whole ? "segment " + next + " does not continue here" : replay.damage());
                ended = true;
            }
        }
        log.continueWith(replay.expectedSequence());
        if (!closed.expected().isMetBy(log.nextSequence() - 1)) {
            requireTorn();
        }
        if (!ended && !unwritten.isEmpty()) {
            requireTorn();
            dropAll(unwritten, "its header was not written");
        }
        files.deleteAll(closed.covered());
        return true;
    }

    /** Opens the segments into the log, and notes those whose header was never written. */
    private void openAll(SegmentLog log, @Nullable Checkpoint checkpoint) throws IOException {
        unwritten.clear();
        for (ClosedLog.Place place : closed.places()) {
            LogSegment segment = unwritten.isEmpty() ? files.open(place.number()) : null;
            if (segment == null) {
                unwritten.add(place.number());
            } else {
                adopt(log, segment, checkpoint);
                noteSealed(segment);
            }
        }
    }

    private static void adopt(SegmentLog log, LogSegment segment, @Nullable Checkpoint checkpoint) {
        int slot = checkpoint == null ? -1 : checkpoint.slotOf(segment.number);
        if (slot < 0) {
            log.adopt(segment);
        } else {
            log.adopt(segment, slot);
        }
    }

    private static void noteSealed(LogSegment segment) {
        SegmentLayout.Footer footer = SegmentLayout.readFooter(segment.bytes, segment.number);
        if (footer != null) {
            segment.seal();
            segment.nameForced = true;
            segment.lastSequence = footer.lastSequence();
            segment.cleanAsOf = Math.max(segment.cleanAsOf, footer.cleanAsOf());
        }
    }

    private static long sealedRecords(SegmentLog log) {
        long records = 0;
        for (LogSegment segment : log.segments()) {
            SegmentLayout.Footer footer = SegmentLayout.readFooter(segment.bytes, segment.number);
            records += footer == null ? 0 : footer.records();
        }
        return records;
    }

    private void cut(SegmentLog log, LogSegment segment, String reason) throws IOException {
        Files.deleteIfExists(directory.resolve(Checkpoint.FILE));
        long last = segment.lastByte();
        if (last > segment.end) {
            cuts.add(new RecoveryReport.Cut(segment.number, segment.end, last - segment.end, reason));
            MemorySegment rest = segment.bytes.asSlice(segment.end, segment.recordLimit() - segment.end);
            rest.fill((byte) 0);
            options.files().force(rest);
        }
        List<Integer> dropped = files.numbers();
        dropped.removeIf(number -> number <= segment.through());
        log.dropAfter(segment);
        dropAll(dropped, reason);
    }

    private void dropAll(List<Integer> numbers, String reason) throws IOException {
        Files.deleteIfExists(directory.resolve(Checkpoint.FILE));
        for (int number : numbers.reversed()) {
            long bytes = files.setAside(number);
            if (bytes > 0) {
                cuts.add(new RecoveryReport.Cut(number, 0, bytes, reason));
            }
        }
        options.files().forceDirectory(directory);
    }
}
