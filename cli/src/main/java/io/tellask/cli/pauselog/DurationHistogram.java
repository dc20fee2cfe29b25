package io.tellask.cli.pauselog;

/**
 * Counts durations in constant memory, 432 KiB; a percentile is at most {@value #ERROR_PER_MILLE} per mille above the exact one, and exact below
 * 2,048 ns. Not thread-safe.
 *
 * <p>Buckets are linear within a power of two, as in HdrHistogram: bucket {@code shift * 1024 + (value >>> shift)} has the values that agree in
 * their 11 highest bits.
 */
final class DurationHistogram {
    static final int ERROR_PER_MILLE = 1;

    private static final int BITS = 10;
    private static final int HIGHEST_SHIFT = Long.SIZE - Long.numberOfLeadingZeros(PauseMessage.MOST_NANOS) - BITS - 1;

    private final long[] counts = new long[(HIGHEST_SHIFT + 2) << BITS];
    private long count;
    private long max;

    /** Counts a duration of at most {@link PauseMessage#MOST_NANOS}. */
    void add(long nanos) {
        counts[bucket(nanos)]++;
        count++;
        max = Math.max(max, nanos);
    }

    private static int bucket(long nanos) {
        int shift = shift(nanos);
        return (shift << BITS) + (int) (nanos >>> shift);
    }

    private static int shift(long nanos) {
        return Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos | 1) - BITS);
    }

    private static long highest(int bucket) {
        int shift = Math.max(0, (bucket >> BITS) - 1);
        long mantissa = bucket - ((long) shift << BITS);
        return ((mantissa + 1) << shift) - 1;
    }

    /** The duration that so many percent of all are not longer than; 0 if there are none. */
    long percentile(double percent) {
        long rank = Math.max(1, (long) Math.ceil(percent / 100 * count));
        long seen = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            seen += counts[bucket];
            if (seen >= rank) {
                return Math.min(max, highest(bucket));
            }
        }
        return max;
    }
}
