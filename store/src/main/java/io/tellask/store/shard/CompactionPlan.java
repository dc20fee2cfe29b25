package io.tellask.store.shard;

import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.LogSegment;
import java.util.List;
import java.util.Set;

/**
 * Which run of segments to rewrite next, judged by the sealed segments of one moment. Immutable.
 */
final class CompactionPlan {
    /** A neighbour is taken along if rewriting it frees this part of it, or if it is that small a part of a full segment. */
    private static final int WORTH_PART = 8;

    /** Less is not worth a rewrite. */
    private static final int LEAST_PART = 32;

    private final List<LogSegment> sealed;
    private final Set<LogSegment> refused;
    private final long nowMillis;
    private final long mostBytes;

    /** Of each segment: removals with lower sequence numbers hide nothing that lies before it. */
    private final long[] dropBelow;

    /** A plan over a log; segments that could not be rewritten before are left alone. */
    CompactionPlan(List<LogSegment> row, Set<LogSegment> refused, long nowMillis, long mostBytes) {
        sealed = row.stream().takeWhile(segment -> segment.sealed).toList();
        this.refused = refused;
        this.nowMillis = nowMillis;
        this.mostBytes = mostBytes;
        dropBelow = new long[sealed.size()];
        long below = Long.MAX_VALUE;
        for (int i = 0; i < dropBelow.length; i++) {
            dropBelow[i] = below;
            LogSegment segment = sealed.get(i);
            if (segment.replacedBytes() > 0) {
                below = Math.min(below, segment.cleanAsOf);
            }
        }
    }

    /**
     * Up to which sequence number a rewrite of a run leaves removals out: every older segment either holds no replaced record, or was itself
     * rewritten after them.
     */
    long dropBelow(List<LogSegment> run) {
        return dropBelow[sealed.indexOf(run.getFirst())];
    }

    /** The run that frees most, or an empty one where segments take no more than a percentage of what lives in them. */
    List<LogSegment> best(int spacePercent) {
        long capacity = 0;
        long lasting = 0;
        for (LogSegment segment : sealed) {
            capacity += segment.capacity();
            lasting += segment.lastingBytes(nowMillis);
        }
        if (capacity * 100 <= lasting * spacePercent) {
            return List.of();
        }
        int seed = -1;
        double most = 1.0 / LEAST_PART;
        for (int i = 0; i < sealed.size(); i++) {
            double freed = refused.contains(sealed.get(i))
                    ? 0
                    : (double) freeable(i) / sealed.get(i).capacity();
            if (freed > most) {
                most = freed;
                seed = i;
            }
        }
        return seed < 0 ? next(0) : around(seed);
    }

    /** The first run from a segment number on in which something is dead, or an empty one. */
    List<LogSegment> next(int fromNumber) {
        for (int i = 0; i < sealed.size(); i++) {
            LogSegment segment = sealed.get(i);
            boolean dirty = segment.replacedBytes() > 0
                    || segment.expiries.isDue(nowMillis)
                    || freeable(i) > segment.capacity() / LEAST_PART;
            if (segment.number >= fromNumber && dirty && !refused.contains(segment)) {
                return sealed.subList(i, endOfRun(i));
            }
        }
        return List.of();
    }

    /** For little room: the segment that takes the least of it, or an empty run where none would get smaller. */
    List<LogSegment> least() {
        int least = -1;
        for (int i = 0; i < sealed.size(); i++) {
            if (freeable(i) >= SegmentLayout.PAGE_BYTES
                    && !refused.contains(sealed.get(i))
                    && (least < 0 || keptBytes(sealed.get(i)) < keptBytes(sealed.get(least)))) {
                least = i;
            }
        }
        return least < 0 ? List.of() : sealed.subList(least, endOfLifeless(least));
    }

    /** The first run in which nothing lives, or an empty one. */
    List<LogSegment> lifeless() {
        for (int i = 0; i < sealed.size(); i++) {
            if (isLifeless(i) && freeable(i) >= SegmentLayout.PAGE_BYTES) {
                return sealed.subList(i, endOfLifeless(i));
            }
        }
        return List.of();
    }

    private int endOfLifeless(int start) {
        int end = start + 1;
        while (end < sealed.size() && isLifeless(end)) {
            end++;
        }
        return end;
    }

    private boolean isLifeless(int i) {
        return sealed.get(i).liveBytes() == 0
                && keptBytes(sealed.get(i)) * WORTH_PART < mostBytes
                && !refused.contains(sealed.get(i));
    }

    private List<LogSegment> around(int seed) {
        int end = endOfRun(seed);
        long bytes =
                sealed.subList(seed, end).stream().mapToLong(this::keptBytes).sum();
        int start = seed;
        while (start > 0 && joins(start - 1, bytes)) {
            start--;
            bytes += keptBytes(sealed.get(start));
        }
        return sealed.subList(start, end);
    }

    private int endOfRun(int start) {
        int end = start + 1;
        long bytes = keptBytes(sealed.get(start));
        while (end < sealed.size() && joins(end, bytes)) {
            bytes += keptBytes(sealed.get(end));
            end++;
        }
        return end;
    }

    private boolean joins(int i, long bytes) {
        LogSegment segment = sealed.get(i);
        boolean worth = freeable(i) * WORTH_PART > segment.capacity() || keptBytes(segment) * WORTH_PART < mostBytes;
        return worth && bytes + keptBytes(segment) <= mostBytes && !refused.contains(segment);
    }

    private long keptBytes(LogSegment segment) {
        return segment.lastingBytes(nowMillis) + segment.inertBytes;
    }

    /** Bytes of its file that rewriting a segment frees. */
    private long freeable(int i) {
        LogSegment segment = sealed.get(i);
        long kept = segment.lastingBytes(nowMillis);
        if (segment.lastSequence >= dropBelow[i]) {
            kept += segment.inertBytes;
        }
        long pages = kept + SegmentLayout.HEADER + SegmentLayout.FOOTER + SegmentLayout.PAGE_BYTES - 1;
        return segment.capacity() - (pages & -SegmentLayout.PAGE_BYTES);
    }
}
