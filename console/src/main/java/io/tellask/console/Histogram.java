package io.tellask.console;

import java.util.List;

/**
 * How many calls took how long.
 *
 * @param calls all of them
 * @param buckets ranges of times in which there were any, the shortest first; each is 6 % wide
 */
public record Histogram(long calls, List<Bucket> buckets) {
    public Histogram {
        buckets = List.copyOf(buckets);
    }

    /**
     * One range.
     *
     * @param fromMicros its beginning, in microseconds
     * @param toMicros its end, which is in the next range
     * @param calls how many took so long
     */
    public record Bucket(double fromMicros, double toMicros, long calls) {}
}
