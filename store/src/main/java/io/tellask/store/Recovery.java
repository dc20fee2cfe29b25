package io.tellask.store;

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
final class Recovery {
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
    record Result(SegmentLog log, HashIndex index, SchemaLog schemas, RecoveryReport report) {}

    static Result run(Path directory, StoreIdentity identity, StoreOptions options) throws IOException {
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
            int lastSealed = openAll(log);
            if (checkpoint != null && checkpoint.lastSegment() >= log.segments().size()) {
                checkpoint.discard();
                log.close();
                return null;
            }
            SchemaLog schemas = new SchemaLog();
            index = checkpoint == null
                    ? new HashIndex(log, identity.seed(), Math.max(options.expectedRecords(), sealedRecords(log) / 2))
                    : checkpoint.restore(log, schemas, identity.seed());
            LogReplay replay = new LogReplay(log, index, schemas, identity.seed());
            if (!replayAll(log, replay, checkpoint, lastSealed)) {
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
    private boolean replayAll(SegmentLog log, LogReplay replay, @Nullable Checkpoint checkpoint, int lastSealed)
            throws IOException {
        int first = checkpoint == null ? 0 : checkpoint.lastSegment();
        for (int number = first; number < log.segments().size(); number++) {
            LogSegment segment = log.segment(number);
            long applyFrom = checkpoint != null && number == first ? checkpoint.lastEnd() : 0;
            if (number == first) {
                replay.expect(segment.baseSequence);
            }
            boolean whole = replay.run(segment, applyFrom, number <= lastSealed);
            if (segment.end < applyFrom) {
                return false;
            }
            boolean continued = number + 1 >= log.segments().size()
                    || log.segment(number + 1).baseSequence == replay.expectedSequence();
            if (!continued && number < lastSealed) {
                throw new StoreDamagedException(
                        segment.file.toString(), number, segment.end, "the next segment does not continue it");
            }
            if (!whole || !continued) {
                cut(log, segment, whole ? "segment " + (number + 1) + " does not continue here" : replay.damage());
            }
        }
        log.continueWith(replay.expectedSequence());
        return true;
    }

    /** Opens the segments into the log; returns the number of the last sealed one, or -1. */
    private int openAll(SegmentLog log) throws IOException {
        int count = files.count();
        int lastSealed = -1;
        for (int number = 0; number < count; number++) {
            LogSegment segment = files.open(number);
            if (segment == null) {
                requireUnsealed(number + 1, count);
                dropFrom(number, count, "its header was not written");
                break;
            }
            log.adopt(segment);
            if (SegmentLayout.readFooter(segment.bytes, number) != null) {
                requireSealed(log, number - 1, lastSealed);
                lastSealed = number;
                segment.sealed = true;
                segment.nameForced = true;
            }
        }
        return lastSealed;
    }

    /** Segments are sealed in order. */
    private static void requireSealed(SegmentLog log, int number, int lastSealed) {
        if (lastSealed != number) {
            LogSegment segment = log.segment(number);
            long footer = segment.capacity() - SegmentLayout.FOOTER;
            throw new StoreDamagedException(segment.file.toString(), number, footer, "footer is missing");
        }
    }

    /** A segment without a first page can only be one of the youngest. */
    private void requireUnsealed(int first, int count) throws IOException {
        for (int number = first; number < count; number++) {
            LogSegment later = files.open(number);
            if (later != null) {
                boolean sealed = SegmentLayout.readFooter(later.bytes, number) != null;
                later.close();
                if (sealed) {
                    String file = SegmentPreparer.file(directory, first - 1).toString();
                    throw new StoreDamagedException(file, first - 1, 0, "header is missing");
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
        int count = log.segments().size();
        log.dropAfter(segment);
        dropFrom(segment.number + 1, count, reason);
    }

    private void dropFrom(int first, int count, String reason) throws IOException {
        Files.deleteIfExists(directory.resolve(Checkpoint.FILE));
        for (int number = count - 1; number >= first; number--) {
            long bytes = files.setAside(number);
            if (bytes > 0) {
                cuts.add(new RecoveryReport.Cut(number, 0, bytes, reason));
            }
        }
        options.files().forceDirectory(directory);
    }
}
