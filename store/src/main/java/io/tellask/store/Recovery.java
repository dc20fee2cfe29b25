package io.tellask.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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
    private final RecordReader reader = new RecordReader();
    private final List<RecoveryReport.Cut> cuts = new ArrayList<>();
    private final long startNanos = System.nanoTime();

    private SegmentLog log;
    private HashIndex index;
    private SchemaLog schemas;
    private boolean fromCheckpoint;
    private long replayed;
    private long expectedSequence;

    private Recovery(Path directory, StoreIdentity identity, StoreOptions options) {
        this.directory = directory;
        this.identity = identity;
        this.options = options;
        files = new SegmentDirectory(directory, identity.id(), options.files());
    }

    static Recovery run(Path directory, StoreIdentity identity, StoreOptions options) throws IOException {
        Recovery recovery = new Recovery(directory, identity, options);
        Checkpoint checkpoint = options.verifyOnOpen() ? null : Checkpoint.read(directory, identity);
        recovery.files.deleteUnfinished();
        try {
            if (!recovery.rebuild(checkpoint)) {
                recovery.release();
                recovery.rebuild(null);
            }
            recovery.logCuts();
            return recovery;
        } catch (IOException | RuntimeException e) {
            if (checkpoint != null && recovery.index == null) {
                checkpoint.discard();
            }
            recovery.release();
            throw e;
        }
    }

    SegmentLog log() {
        return log;
    }

    HashIndex index() {
        return index;
    }

    SchemaLog schemas() {
        return schemas;
    }

    RecoveryReport report() {
        return new RecoveryReport(index.size(), replayed, log.segments().size(), fromCheckpoint, cuts,
                Duration.ofNanos(System.nanoTime() - startNanos));
    }

    private void logCuts() {
        for (RecoveryReport.Cut cut : cuts) {
            System.getLogger(Recovery.class.getName())
                    .log(System.Logger.Level.WARNING, "store: directory=" + directory + ", dropped an end that was not completely written: "
                            + cut);
        }
    }

    private void release() {
        if (index != null) {
            index.close();
        }
        if (log != null) {
            log.close();
        }
    }

    /** Returns false if the checkpoint does not fit the log. */
    private boolean rebuild(Checkpoint checkpoint) throws IOException {
        int count = files.count();
        log = new SegmentLog(directory, identity.id(), options.limits(), options.files());
        schemas = new SchemaLog();
        index = null;
        replayed = 0;
        expectedSequence = 1;
        fromCheckpoint = checkpoint != null;
        int lastSealed = openAll(count);
        if (checkpoint == null) {
            index = new HashIndex(log, identity.seed(), Math.max(options.expectedRecords(), sealedRecords() / 2));
        } else if (checkpoint.lastSegment() < log.segments().size()) {
            index = checkpoint.restore(log, schemas, identity.seed());
        } else {
            checkpoint.discard();
            return false;
        }
        for (int number = checkpoint == null ? 0 : checkpoint.lastSegment(); number < log.segments().size(); number++) {
            long applyFrom = checkpoint != null && number == checkpoint.lastSegment() ? checkpoint.lastEnd() : 0;
            LogSegment segment = log.segment(number);
            boolean whole = replay(segment, applyFrom, number <= lastSealed);
            if (segment.end < applyFrom) {
                return false;
            }
            if (!whole || !continues(number)) {
                if (number < lastSealed) {
                    throw new StoreDamagedException(segment.file.toString(), number, segment.end, "the next segment does not continue it");
                }
                cut(segment, whole ? "segment " + (number + 1) + " does not continue here" : reader.damage);
                break;
            }
        }
        log.continueAfter(expectedSequence - 1);
        return true;
    }

    /** Opens the segments into the log; returns the number of the last sealed one, or -1. */
    private int openAll(int count) throws IOException {
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
                if (lastSealed != number - 1) {
                    throw new StoreDamagedException(log.segment(number - 1).file.toString(), number - 1,
                            log.segment(number - 1).capacity() - SegmentLayout.FOOTER, "footer is missing");
                }
                lastSealed = number;
                segment.sealed = true;
                segment.nameForced = true;
            }
        }
        return lastSealed;
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

    private long sealedRecords() {
        long records = 0;
        for (LogSegment segment : log.segments()) {
            SegmentLayout.Footer footer = segment.sealed ? SegmentLayout.readFooter(segment.bytes, segment.number) : null;
            records += footer == null ? segment.capacity() / 256 : footer.records();
        }
        return records;
    }

    /** Reads a segment from its start and applies its records from an offset on; returns false where a cut is due. */
    private boolean replay(LogSegment segment, long applyFrom, boolean sealed) {
        if (segment.number == 0 || applyFrom > 0) {
            expectedSequence = segment.baseSequence;
        }
        segment.records = 0;
        long limit = segment.capacity() - SegmentLayout.FOOTER;
        reader.start(segment.bytes, SegmentLayout.HEADER, limit);
        RecordReader.Step step = reader.next();
        for (; step == RecordReader.Step.RECORD; step = reader.next()) {
            if (reader.sequence != expectedSequence) {
                reader.damage = "sequence=" + reader.sequence + ", expected=" + expectedSequence;
                step = RecordReader.Step.DAMAGE;
                break;
            }
            requireKnown(segment);
            if (reader.offset >= applyFrom) {
                apply(segment);
            }
            expectedSequence++;
            segment.records++;
        }
        segment.end = reader.offset;
        if (sealed) {
            requireSealed(segment, step);
            return true;
        }
        if (step == RecordReader.Step.END && lastByte(segment, segment.end, limit) > segment.end) {
            reader.damage = "record was not written, later bytes were";
            return false;
        }
        return step == RecordReader.Step.END;
    }

    private void requireKnown(LogSegment segment) {
        if (!RecordLayout.isKnown(reader.flags)) {
            throw new StoreIoException("store: segment=" + segment.number + ", offset=" + reader.offset + ", record flags=" + reader.flags
                    + " are not known; open it with the release that wrote it");
        }
    }

    private void requireSealed(LogSegment segment, RecordReader.Step step) {
        SegmentLayout.Footer footer = SegmentLayout.readFooter(segment.bytes, segment.number);
        if (step == RecordReader.Step.DAMAGE) {
            throw new StoreDamagedException(segment.file.toString(), segment.number, reader.offset, reader.damage);
        }
        if (segment.end != footer.end() || segment.records != footer.records()) {
            throw new StoreDamagedException(segment.file.toString(), segment.number, segment.end,
                    "records=" + segment.records + ", footer says=" + footer.records());
        }
        segment.forcedTo = segment.end;
    }

    private void apply(LogSegment segment) {
        replayed++;
        long hash = KeyHash.of(reader.array, reader.keyOffset(), reader.keyLength, identity.seed());
        long address = RecordAddress.of(segment.number, reader.offset);
        switch (reader.kind()) {
            case RecordLayout.PUT -> {
                index.makeRoom();
                long before = index.put(hash, reader.array, reader.keyOffset(), reader.keyLength, address);
                if (before != 0) {
                    log.markDead(before);
                }
            }
            case RecordLayout.REMOVE -> {
                long before = index.remove(hash, reader.array, reader.keyOffset(), reader.keyLength);
                if (before != 0) {
                    log.markDead(before);
                }
                log.markDead(address);
            }
            default -> schemas.add(new KeyInput(reader.array, reader.keyOffset(), reader.keyLength).readBigEndian(8), reader.value());
        }
    }

    /** Whether the next segment, if there is one, begins with the record that is due. */
    private boolean continues(int number) {
        return number + 1 >= log.segments().size() || log.segment(number + 1).baseSequence == expectedSequence;
    }

    private void cut(LogSegment segment, String reason) throws IOException {
        Files.deleteIfExists(directory.resolve(Checkpoint.FILE));
        int count = log.segments().size();
        long limit = segment.capacity() - SegmentLayout.FOOTER;
        long last = lastByte(segment, segment.end, limit);
        if (last > segment.end) {
            cuts.add(new RecoveryReport.Cut(segment.number, segment.end, last - segment.end, reason));
            MemorySegment rest = segment.bytes.asSlice(segment.end, limit - segment.end);
            rest.fill((byte) 0);
            options.files().force(rest);
        }
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

    /** One past the last byte that is not zero, or {@code from}. */
    private static long lastByte(LogSegment segment, long from, long limit) {
        long at = limit;
        while (at - from >= 8 && segment.bytes.get(SegmentLayout.LONG, at - 8) == 0) {
            at -= 8;
        }
        while (at > from && segment.bytes.get(java.lang.foreign.ValueLayout.JAVA_BYTE, at - 1) == 0) {
            at--;
        }
        return at;
    }
}
