package io.tellask.store.shard;

import io.tellask.store.StoreIoException;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreLock;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.ExpectedLog;
import io.tellask.store.segment.LogEnd;
import io.tellask.store.segment.LogExtent;
import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.WriteMark;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Forces what is written so far, and seals full segments. Runs on the forcing thread, or in {@link Shard#close} after that has ended. */
final class LogForcing implements Forcer.Work {
    private static final Logger LOGGER = System.getLogger(LogForcing.class.getName());

    private final Shard shard;
    private final Path directory;
    private final StoreFiles files;
    private final WriteMark mark;
    private final StoreLock lock;
    private final AtomicLong forces = new AtomicLong();
    private @Nullable List<LogSegment> known;
    private long checkpoint;
    private final WarningPause lateWarnings = new WarningPause();
    private final WarningPause endWarnings = new WarningPause();

    /** Forces the log that recovery opened. */
    LogForcing(Shard shard, Path directory, StoreFiles files, WriteMark mark, StoreLock lock, ExpectedLog expected) {
        this.shard = shard;
        this.directory = directory;
        this.files = files;
        this.mark = mark;
        this.lock = lock;
        checkpoint = Math.max(expected.checkpoint(), LogEnd.NO_CHECKPOINT);
    }

    /** How often the log was forced. */
    long forces() {
        return forces.get();
    }

    @Override
    public void force() throws IOException {
        shard.health().requireNoFailure();
        force(shard.extent());
    }

    /** Forces all segments behind the last sealed one, in their order. */
    void force(LogExtent extent) throws IOException {
        try {
            forceMapped(extent);
            PageFaults.surface();
        } catch (InternalError e) {
            throw new IOException("a mapped page cannot be written; was a file shortened?", e);
        }
    }

    private void forceMapped(LogExtent extent) throws IOException {
        lock.requireInPlace();
        List<LogSegment> segments = extent.segments();
        int first = segments.size();
        while (first > 0 && !segments.get(first - 1).sealed) {
            first--;
        }
        for (LogSegment segment : segments.subList(first, segments.size())) {
            forceSegment(segment, extent.endOf(segment), segment != segments.getLast());
        }
        forces.incrementAndGet();
        if (known != segments) {
            boolean _ = writeEnd(extent);
        }
        mark.forced(extent.nextSequence() - 1);
    }

    /**
     * Tells on disk which segments there are. Where the disk has no room for that, the log is as safe as before, but the loss of a segment may not
     * be noticed.
     */
    private boolean writeEnd(LogExtent extent) {
        try {
            LogEnd.of(shard.identity().id(), extent.nextSequence() - 1, checkpoint, extent.segments())
                    .write(directory, files);
            known = extent.segments();
            return true;
        } catch (IOException e) {
            if (endWarnings.isOver()) {
                LOGGER.log(
                        Level.WARNING,
                        "store: directory=" + directory + ", file=" + LogEnd.FILE + " is not written, reason="
                                + StoreIoException.reason(e) + "; free disk space, it is tried again with each force");
            }
            return false;
        }
    }

    /** Tells on disk that the log, which was forced, ends here, and which checkpoint belongs to it. */
    void close(LogExtent extent, long written) throws IOException {
        checkpoint = written;
        if (writeEnd(extent)) {
            mark.closed(extent.nextSequence() - 1);
        }
    }

    private void forceSegment(LogSegment segment, long end, boolean full) throws IOException {
        if (end > segment.forcedTo) {
            forceRange(segment.bytes.asSlice(segment.forcedTo, end - segment.forcedTo));
            segment.forcedTo = end;
        }
        if (!segment.nameForced) {
            forceName();
            segment.nameForced = true;
        }
        if (full) {
            long last = segment.baseSequence + segment.records - 1;
            segment.lastSequence = last;
            SegmentLayout.writeFooter(
                    segment.bytes, segment.number, new SegmentLayout.Footer(end, segment.records, last, 0));
            long footer = segment.capacity() - SegmentLayout.FOOTER;
            forceRange(segment.bytes.asSlice(footer, SegmentLayout.FOOTER));
            segment.seal();
            shard.spaceDied();
        }
    }

    private void forceRange(MemorySegment range) throws IOException {
        try {
            files.force(range);
        } catch (OutOfMemoryError unknown) {
            throw unknownOutcome(unknown);
        }
    }

    private void forceName() throws IOException {
        try {
            files.forceDirectory(directory);
        } catch (OutOfMemoryError unknown) {
            throw unknownOutcome(unknown);
        }
    }

    /** The error may stand in place of one of the disk, for which there was no memory: that round must not be taken for one to be tried again. */
    private static IOException unknownOutcome(OutOfMemoryError unknown) {
        return new IOException("no memory while the disk was written: whether it was is unknown", unknown);
    }

    /** At most one line in ten seconds. */
    @Override
    public void late(long millis) {
        if (lateWarnings.isOver()) {
            LOGGER.log(
                    Level.WARNING,
                    "store: directory=" + directory + ", a change was on disk only after millis=" + millis
                            + ", period=" + shard.periodMillis()
                            + "; the disk is slow or the machine is busy, and a power cut loses as much");
        }
    }

    @Override
    public void failed(Throwable reason) {
        shard.health().fail(reason);
        try {
            mark.lostPages();
            PageFaults.surface();
        } catch (InternalError e) {
            LOGGER.log(
                    Level.WARNING,
                    "store: directory=" + directory + ", file=" + WriteMark.FILE
                            + " cannot be written, was it shortened? 'tellask store repair' makes it anew");
        }
    }
}
