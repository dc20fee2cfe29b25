package io.tellask.store;

import java.time.Duration;
import java.util.List;

/**
 * What opening a store found.
 *
 * @param records keys present afterwards
 * @param replayedRecords records of the log that were read and verified
 * @param segments segment files
 * @param fromCheckpoint whether the index came from the checkpoint of a clean close, so that only the log behind it was replayed
 * @param cuts ends of the log that were dropped because they were not completely written; empty after a clean close
 * @param duration how long it took
 */
public record RecoveryReport(
        long records, long replayedRecords, int segments, boolean fromCheckpoint, List<Cut> cuts, Duration duration) {
    public RecoveryReport {
        cuts = List.copyOf(cuts);
    }

    /** Bytes that were dropped altogether. */
    public long cutBytes() {
        return cuts.stream().mapToLong(Cut::bytes).sum();
    }

    /**
     * A dropped end of a segment. Nothing in it was promised to survive a power cut: no {@code force} had covered it.
     *
     * @param segment number of the segment
     * @param offset where the cut was made
     * @param bytes bytes from there to the last one that was not zero
     * @param reason what was wrong with the first dropped record
     */
    public record Cut(int segment, long offset, long bytes, String reason) {}
}
