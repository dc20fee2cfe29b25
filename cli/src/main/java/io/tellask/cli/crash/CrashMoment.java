package io.tellask.cli.crash;

import io.tellask.store.Compaction;
import io.tellask.store.StoreLimits;

/** What a store is busy with when its process is killed. */
public enum CrashMoment {
    /** Changes alone. */
    WRITES(64 << 10, 4 << 20),

    /** Segments so small that a new one begins every few hundred changes. */
    ROLL(64 << 10, 64 << 10),

    /** Closing and opening, again and again. */
    CHECKPOINT(64 << 10, 1 << 20),

    /** Compaction without a pause. */
    COMPACTION(64 << 10, 256 << 10),

    /** Backups, each building on the one before. */
    BACKUP(64 << 10, 256 << 10);

    private final int firstSegmentBytes;
    private final int segmentBytes;

    CrashMoment(int firstSegmentBytes, int segmentBytes) {
        this.firstSegmentBytes = firstSegmentBytes;
        this.segmentBytes = segmentBytes;
    }

    StoreLimits limits() {
        return StoreLimits.defaults().withFirstSegmentBytes(firstSegmentBytes).withSegmentBytes(segmentBytes);
    }

    Compaction compaction() {
        return this == COMPACTION ? Compaction.defaults().withSpacePercent(110) : Compaction.defaults();
    }
}
