package io.tellask.store.shard;

import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.SegmentLog;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.locks.Lock;

/**
 * Bounds the files that the log does without and that stay for open scans: whoever does not go on with a scan would hold the disk for as long as it
 * likes. The oldest scans are cut off first, since they hold what the others hold and more. Thread-safe.
 */
final class ScanRetention {
    private final Lock lock;
    private final SegmentLog log;
    private final long leastBytes;
    private final SequencedSet<PinnedLog> open = new LinkedHashSet<>(); // under the lock, oldest first

    /** For scans that may hold {@code leastBytes}, or as much as the log takes where that is more. */
    ScanRetention(Lock lock, SegmentLog log, long leastBytes) {
        this.lock = lock;
        this.log = log;
        this.leastBytes = leastBytes;
    }

    /** With the lock held. */
    void add(PinnedLog scan) {
        open.add(scan);
    }

    void remove(PinnedLog scan) {
        lock.lock();
        try {
            open.remove(scan);
        } finally {
            lock.unlock();
        }
    }

    /** The log does without more segments: cuts off what holds too much. Without the lock. */
    void enforce() {
        List<PinnedLog> cut = new ArrayList<>();
        lock.lock();
        try {
            long most = mostBytes();
            long bytes = 0;
            Set<LogSegment> counted = new HashSet<>();
            for (PinnedLog scan : open.reversed()) {
                long more = 0;
                boolean holds = false;
                for (LogSegment segment : scan.extent().segments()) {
                    boolean unneeded = log.isUnneeded(segment);
                    holds |= unneeded;
                    more += unneeded && counted.add(segment) ? segment.capacity() : 0;
                }
                bytes += more;
                if (holds && bytes > most) {
                    cut.add(scan);
                }
            }
        } finally {
            lock.unlock();
        }
        cut.forEach(scan -> scan.cutOff(leastBytes));
    }

    private long mostBytes() {
        return Math.max(
                leastBytes,
                log.segments().stream().mapToLong(LogSegment::capacity).sum());
    }
}
