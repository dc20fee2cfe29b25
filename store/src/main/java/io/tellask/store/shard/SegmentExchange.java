package io.tellask.store.shard;

import io.tellask.store.StoreDamagedException;
import io.tellask.store.index.HashIndex;
import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.RecordAddress;
import io.tellask.store.segment.RelocationTable;
import io.tellask.store.segment.SegmentLog;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntToLongFunction;
import java.util.function.LongConsumer;

/**
 * Puts a rewritten segment into the place of those that it was copied from, under the writers' lock but in steps so short that no writer notices.
 * Used by one thread at a time.
 */
final class SegmentExchange {
    /*
     * Why nobody reads a wrong record meanwhile
     *
     * From the start of the exchange on, the row names the new segment: scans that begin later see it, and whatever dies from then on is
     * marked dead there, since old addresses are translated. Scans that began earlier hold the old segments, whose dead bits do not change
     * any more. The index points at old records and at new ones, which are equal. When it points at new ones only, and no table that is
     * being left holds old addresses, the old segments are unmapped: a reader that still holds an old address meets an exception, sees
     * that the generation changed, and looks again.
     */
    private static final int GROUP = 16;
    private static final int GROUPS_AT_ONCE = 32;

    private final ReentrantLock lock;
    private final SegmentLog log;
    private final HashIndex index;
    private final long seed;
    private final LongConsumer retirement;

    private final long[] hashes = new long[GROUP];
    private final long[] sources = new long[GROUP];
    private final long[] targets = new long[GROUP];

    SegmentExchange(ReentrantLock lock, SegmentLog log, HashIndex index, long seed, LongConsumer retirement) {
        this.lock = lock;
        this.log = log;
        this.index = index;
        this.seed = seed;
        this.retirement = retirement;
    }

    /**
     * Exchanges the run of a relocation for the segment that its records were copied to, and returns when the index knows, and has forgotten the
     * keys of expired records.
     */
    void exchange(RelocationTable relocation, LogSegment fresh, LongList expired) {
        lock.lock();
        try {
            index.flush(retirement);
            log.map(fresh);
            relocation.complete(fresh.slot);
            markDeaths(relocation, fresh);
            log.exchange(relocation, fresh);
        } finally {
            lock.unlock();
        }
        for (int i = 0; i < relocation.run().size(); i++) {
            swing(relocation, i, fresh);
        }
        forget(relocation.run(), expired);
        lock.lock();
        try {
            log.endRelocation();
        } finally {
            lock.unlock();
        }
        while (!leaveOldTable()) {
            Thread.onSpinWait();
        }
    }

    /** Throws {@link StoreDamagedException} unless the index leads to every live record of a run: it could not be told where the others went. */
    void requireIndexed(RelocationTable relocation, LongList expired) {
        List<LogSegment> run = relocation.run();
        for (int i = 0; i < run.size(); i++) {
            LogSegment segment = run.get(i);
            int start = relocation.start(i);
            requireIndexed(
                    relocation.start(i + 1) - start,
                    pair -> RecordAddress.of(segment.slot, relocation.sourceOffset(start + pair)));
        }
        requireIndexed(expired.count(), expired::at);
    }

    private void requireIndexed(int count, IntToLongFunction addresses) {
        for (int from = 0; from < count; ) {
            int end = Math.min(count, from + GROUP * GROUPS_AT_ONCE);
            lock.lock();
            try {
                index.flush(retirement);
                while (from < end) {
                    from = requireGroup(from, end, addresses);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private int requireGroup(int from, int end, IntToLongFunction addresses) {
        int count = 0;
        int at = from;
        for (; at < end && count < GROUP; at++) {
            long address = addresses.applyAsLong(at);
            if (!log.isDead(address)) {
                sources[count] = address;
                hashes[count] = log.records().hashOf(address, seed);
                count++;
            }
        }
        int missing = index.firstMissing(hashes, sources, count);
        if (missing >= 0) {
            throw log.misplaced(sources[missing]);
        }
        return at;
    }

    /** What died between being copied and now is dead in the new segment too. */
    private static void markDeaths(RelocationTable relocation, LogSegment fresh) {
        List<LogSegment> run = relocation.run();
        for (int i = 0; i < run.size(); i++) {
            LogSegment source = run.get(i);
            for (int pair = relocation.start(i); pair < relocation.start(i + 1); pair++) {
                if (source.isDead(relocation.sourceOffset(pair))) {
                    fresh.markDead(relocation.targetOffset(pair));
                }
            }
        }
    }

    private void swing(RelocationTable relocation, int segment, LogSegment fresh) {
        int end = relocation.start(segment + 1);
        int slot = relocation.run().get(segment).slot;
        for (int pair = relocation.start(segment); pair < end; ) {
            lock.lock();
            try {
                index.flush(retirement);
                for (int groups = 0; groups < GROUPS_AT_ONCE && pair < end; groups++) {
                    pair = swingGroup(relocation, slot, fresh, pair, end);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Takes the keys of records that have expired out of the index, unless they were put anew meanwhile. */
    private void forget(List<LogSegment> run, LongList expired) {
        for (int from = 0; from < expired.count(); ) {
            int end = Math.min(expired.count(), from + GROUP * GROUPS_AT_ONCE);
            lock.lock();
            try {
                index.flush(retirement);
                for (; from < end; from++) {
                    forget(run, expired.at(from));
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private void forget(List<LogSegment> run, long address) {
        for (LogSegment segment : run) {
            if (segment.slot == RecordAddress.slot(address) && !segment.isDead(RecordAddress.offset(address))) {
                index.forget(log.records().hashOf(address, seed), address);
            }
        }
    }

    private int swingGroup(RelocationTable relocation, int slot, LogSegment fresh, int from, int end) {
        int count = 0;
        int pair = from;
        for (; pair < end && count < GROUP; pair++) {
            if (!fresh.isDead(relocation.targetOffset(pair))) {
                targets[count] = relocation.target(pair);
                sources[count] = RecordAddress.of(slot, relocation.sourceOffset(pair));
                hashes[count] = log.records().hashOf(targets[count], seed);
                count++;
            }
        }
        index.relocate(hashes, sources, targets, count);
        return pair;
    }

    /** A table that is being left may hold addresses of records long dead; returns true once there is none. */
    private boolean leaveOldTable() {
        lock.lock();
        try {
            return index.advanceMove();
        } finally {
            lock.unlock();
        }
    }

    /** Lets go of the segments of a run: unmaps those that no scan holds. */
    void retire(List<LogSegment> run) {
        for (LogSegment segment : run) {
            if (segment.retire()) {
                free(segment);
            }
        }
    }

    /** Unmaps a segment that nobody needs any more. */
    void free(LogSegment segment) {
        lock.lock();
        try {
            if (!log.takeUnneeded(segment)) {
                return;
            }
            log.records().retire();
        } finally {
            lock.unlock();
        }
        boolean closed = closeUnlessInUse(segment);
        lock.lock();
        try {
            if (closed) {
                log.records().release(segment.slot);
            } else {
                log.keepUnneeded(segment);
            }
        } finally {
            lock.unlock();
        }
    }

    /** A view that is in the middle of handing the mapped bytes to the system keeps them mapped; they go with the map then. */
    private static boolean closeUnlessInUse(LogSegment segment) {
        try {
            segment.close();
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }
}
