package io.tellask.store.index;

import io.tellask.store.RecoveryReport;
import io.tellask.store.StoreDamagedException;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.SegmentDirectory;
import io.tellask.store.segment.SegmentLayout;
import io.tellask.store.segment.SegmentLog;
import io.tellask.store.segment.SegmentPreparer;
import io.tellask.store.shard.StoreOptions;
import java.io.IOException;
import java.lang.System.Logger.Level;
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
 * <p>Segments up to the last sealed one were on disk completely, so anything wrong there is damage and is refused. Behind it only what the
 * last force covered is certain: the first incomplete record ends the log, and everything from there is cut and reported.
 */
public final class Recovery {
    private final Path directory;
    private final StoreIdentity identity;
    private final StoreOptions options;
    private final SegmentDirectory files;
    private final List<RecoveryReport.Cut> cuts = new ArrayList<>();
    private final long startNanos = System.nanoTime();

    private Recovery(Path directory, StoreIdentity identity, StoreOptions options) {
        this.directory = directory;
        this.identity = identity;
        this.options = options;
        files = new SegmentDirectory(directory, identity.id(), options.files());
    }

    /** An opened log and what was built from it. */
    public record Result(SegmentLog log, HashIndex index, SchemaLog schemas, RecoveryReport report) {}

    public static Result run(Path directory, StoreIdentity identity, StoreOptions options) throws IOException {
        Recovery recovery = new Recovery(directory, identity, options);
        recovery.files.deleteUnfinished();
        Checkpoint checkpoint = options.verifyOnOpen() ? null : Checkpoint.read(directory, identity);
        Result result = checkpoint == null ? null : recovery.attempt(checkpoint);
        if (result == null) {
            result = Objects.requireNonNull(recovery.attempt(null));
        }
        recovery.logCuts();
        return result;
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
    private @Nullable Result attempt(@Nullable Checkpoint checkpoint) throws IOException {
        SegmentLog log = new SegmentLog(directory, identity.id(), options.limits(), options.files());
        HashIndex index = null;
        try {
            int sealed = openAll(log, checkpoint);
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
            if (!replayAll(log, replay, checkpoint, sealed)) {
                index.close();
                log.close();
                return null;
            }
            Duration duration = Duration.ofNanos(System.nanoTime() - startNanos);
            int segments = log.segments().size();
            boolean fromCheckpoint = checkpoint != null;
            return new Result(
                    log,
                    index,
                    schemas,
                    new RecoveryReport(index.size(), replay.replayed(), segments, fromCheckpoint, cuts, duration));
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
    private boolean replayAll(SegmentLog log, LogReplay replay, @Nullable Checkpoint checkpoint, int sealed)
            throws IOException {
        int first = checkpoint == null ? 0 : checkpoint.lastSegment();
        for (int i = first; i < log.segments().size(); i++) {
            LogSegment segment = log.segments().get(i);
            long applyFrom = checkpoint != null && i == first ? checkpoint.lastEnd() : 0;
            if (i == first) {
                replay.expect(segment.baseSequence);
            }
            boolean whole = replay.run(segment, applyFrom, i < sealed);
            if (segment.end < applyFrom) {
                return false;
            }
            boolean continued = i + 1 >= log.segments().size()
                    || log.segments().get(i + 1).baseSequence == replay.expectedSequence();
            if (!continued && i + 1 < sealed) {
                throw new StoreDamagedException(
                        segment.file.toString(), segment.number, segment.end, "the next segment does not continue it");
            }
            if (!whole || !continued) {
                int next = segment.through() + 1;
                cut(log, segment, whole ? "segment " + next + " does not continue here" : replay.damage());
            }
        }
        log.continueWith(replay.expectedSequence());
        return true;
    }

    /** Opens the segments into the log; returns how many are sealed. */
    private int openAll(SegmentLog log, @Nullable Checkpoint checkpoint) throws IOException {
        List<Integer> numbers = files.numbers();
        int sealed = 0;
        int expected = 0;
        for (int i = 0; i < numbers.size(); i++) {
            int number = numbers.get(i);
            if (number < expected) {
                files.delete(number);
                continue;
            }
            if (number > expected) {
                String missing = SegmentPreparer.file(directory, expected).toString();
                throw new StoreDamagedException(missing, expected, 0, "file is missing");
            }
            LogSegment segment = files.open(number);
            if (segment == null) {
                List<Integer> rest = numbers.subList(i, numbers.size());
                requireUnsealed(rest);
                dropAll(rest, "its header was not written");
                break;
            }
            adopt(log, segment, checkpoint);
            if (noteSealed(segment)) {
                requireSealed(log, sealed);
                sealed++;
            }
            expected = segment.through() + 1;
        }
        return sealed;
    }

    private static void adopt(SegmentLog log, LogSegment segment, @Nullable Checkpoint checkpoint) {
        int slot = checkpoint == null ? -1 : checkpoint.slotOf(segment.number);
        if (slot < 0) {
            log.adopt(segment);
        } else {
            log.adopt(segment, slot);
        }
    }

    /** Returns whether the segment has a footer, as every rewritten one must. */
    private static boolean noteSealed(LogSegment segment) {
        SegmentLayout.Footer footer = SegmentLayout.readFooter(segment.bytes, segment.number);
        if (footer == null) {
            if (segment.isRewritten()) {
                throw missingFooter(segment);
            }
            return false;
        }
        segment.sealed = true;
        segment.nameForced = true;
        segment.lastSequence = footer.lastSequence();
        segment.cleanAsOf = Math.max(segment.cleanAsOf, footer.cleanAsOf());
        return true;
    }

    /** Segments are sealed in order. */
    private static void requireSealed(SegmentLog log, int sealed) {
        if (log.segments().size() != sealed + 1) {
            throw missingFooter(log.segments().get(sealed));
        }
    }

    private static StoreDamagedException missingFooter(LogSegment segment) {
        long footer = segment.capacity() - SegmentLayout.FOOTER;
        return new StoreDamagedException(segment.file.toString(), segment.number, footer, "footer is missing");
    }

    /** A segment without a first page can only be one of the youngest. */
    private void requireUnsealed(List<Integer> numbers) throws IOException {
        for (int number : numbers.subList(1, numbers.size())) {
            LogSegment later = files.open(number);
            if (later != null) {
                boolean sealed = SegmentLayout.readFooter(later.bytes, number) != null;
                later.close();
                if (sealed) {
                    String file = SegmentPreparer.file(directory, number - 1).toString();
                    throw new StoreDamagedException(file, number - 1, 0, "header is missing");
                }
            }
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
