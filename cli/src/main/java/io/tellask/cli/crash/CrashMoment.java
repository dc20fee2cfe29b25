package io.tellask.cli.crash;

import io.tellask.store.Compaction;
import io.tellask.store.StoreLimits;

/** What a store is busy with when its process is killed, or what a process does with its files from outside when that is killed. */
public enum CrashMoment {
    /** Changes alone. */
    WRITES(64 << 10, 4 << 20),

    /** Segments so small that a new one begins every few hundred changes. */
    ROLL(64 << 10, 64 << 10),

    /** Closing and opening, again and again. */
    CHECKPOINT(64 << 10, 1 << 20),

    /** Compaction without a pause. */
    COMPACTION(64 << 10, 256 << 10),

    /** Backups by the process itself, each building on the one before. */
    BACKUP(64 << 10, 256 << 10),

    /** Backups by another process while this one writes and compacts. */
    SNAPSHOT(64 << 10, 256 << 10),

    /** As {@link #SNAPSHOT}, each building on the one before. */
    INCREMENTAL(64 << 10, 256 << 10),

    /** The repair of a damaged copy. */
    REPAIR(64 << 10, 256 << 10),

    /** Exports to files of each kind. */
    EXPORT(64 << 10, 1 << 20),

    /** Imports from files of each kind. */
    IMPORT(64 << 10, 1 << 20);

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
        boolean eager = this == COMPACTION || this == SNAPSHOT || this == INCREMENTAL;
        return eager ? Compaction.defaults().withSpacePercent(110) : Compaction.defaults();
    }

    /** Whether the writing process tells when the moment begins. */
    boolean isOfWriter() {
        return this == CHECKPOINT || this == COMPACTION || this == BACKUP;
    }
}
