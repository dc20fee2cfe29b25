package io.tellask.store.segment;

import java.util.List;

/**
 * The log at one moment. Immutable; the segments it names grow on behind its end.
 *
 * @param segments all segments in the order of their records
 * @param end where the last segment's records ended
 * @param nextSequence the sequence number that the next record was to carry
 * @param clearedSequence that of the youngest record that cleared the map, 0 if there is none: nothing before it is live
 */
public record LogExtent(List<LogSegment> segments, long end, long nextSequence, long clearedSequence) {
    /** Where a segment's records end, as far as this moment goes. */
    public long endOf(LogSegment segment) {
        return segment == segments.getLast() ? end : segment.end;
    }

    /** How many records a segment has, as far as this moment goes. */
    public long recordsOf(LogSegment segment) {
        boolean grows = segment == segments.getLast() && !segment.isRewritten();
        return grows ? nextSequence - segment.baseSequence : segment.records;
    }
}
