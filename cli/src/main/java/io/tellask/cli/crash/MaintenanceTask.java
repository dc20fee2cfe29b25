package io.tellask.cli.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Work on the files of a store by a process of its own, which is killed at it: in turns, each of which makes something that has the number of the
 * turn. The process that is killed calls {@link #run}, the one that kills it the others.
 */
interface MaintenanceTask {
    /** The work that a moment is about, with the files in a directory, or null where there is none. */
    static @Nullable MaintenanceTask of(CrashMoment moment, Path directory) {
        return switch (moment) {
            case SNAPSHOT -> new SnapshotTask(directory, false);
            case INCREMENTAL -> new SnapshotTask(directory, true);
            case REPAIR -> new RepairTask(directory);
            case EXPORT -> new ExportTask(directory);
            case IMPORT -> new ImportTask(directory);
            case WRITES, ROLL, CHECKPOINT, COMPACTION, BACKUP -> null;
        };
    }

    /** Where the work's files are. */
    static Path folder(Path directory) {
        return directory.resolve("maintenance");
    }

    /** Whether it goes on beside the writer, instead of on files that nobody has open. */
    default boolean isOnline() {
        return false;
    }

    /** Turns that there is something to do for; without end unless the work says otherwise. */
    default int turns() {
        return Integer.MAX_VALUE - 1;
    }

    /** Makes ready what the first turn needs. */
    void prepare(SplittableRandom random) throws IOException;

    /** One turn, which another process may have begun and not finished. */
    void run(int turn) throws IOException;

    /**
     * Compares what was left, and what the turn that was not finished makes when it is run again, with what the store may hold.
     *
     * @param completed the last turn that was told to be complete, -1 if there is none
     * @throws CrashTestException if something is missing, half made under the name of something whole, or wrong
     */
    void verify(int completed, StoreJudge judge) throws IOException;
}
