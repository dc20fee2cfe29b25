package io.tellask.store.shard;

import io.tellask.store.file.StoreFiles;
import io.tellask.store.segment.LogExtent;
import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.SegmentLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Forces what is written so far, and seals full segments. Runs on the forcing thread, or in {@link Shard#close} after that has ended. */
final class LogForcing implements Forcer.Work {
    private final Shard shard;
    private final Path directory;
    private final StoreFiles files;
    private final AtomicLong forces = new AtomicLong();

    LogForcing(Shard shard, Path directory, StoreFiles files) {
        this.shard = shard;
        this.directory = directory;
        this.files = files;
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
        List<LogSegment> segments = extent.segments();
        int first = segments.size();
        while (first > 0 && !segments.get(first - 1).sealed) {
            first--;
        }
        for (LogSegment segment : segments.subList(first, segments.size())) {
            forceSegment(segment, extent.endOf(segment), segment != segments.getLast());
        }
        forces.incrementAndGet();
    }

    private void forceSegment(LogSegment segment, long end, boolean full) throws IOException {
        if (end > segment.forcedTo) {
            files.force(segment.bytes.asSlice(segment.forcedTo, end - segment.forcedTo));
            segment.forcedTo = end;
        }
        if (!segment.nameForced) {
            files.forceDirectory(directory);
            segment.nameForced = true;
        }
        if (full) {
            long last = segment.baseSequence + segment.records - 1;
            segment.lastSequence = last;
            SegmentLayout.writeFooter(
                    segment.bytes, segment.number, new SegmentLayout.Footer(end, segment.records, last, 0));
            long footer = segment.capacity() - SegmentLayout.FOOTER;
            files.force(segment.bytes.asSlice(footer, SegmentLayout.FOOTER));
            segment.sealed = true;
            shard.spaceDied();
        }
    }

    @Override
    public void failed(Throwable reason) {
        shard.health().fail(reason);
    }
}
