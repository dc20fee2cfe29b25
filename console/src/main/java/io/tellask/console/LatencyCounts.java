package io.tellask.console;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts times by how long they are, in ranges that each are at most a sixteenth wide: 592 numbers for all times from 0 to 18 minutes.
 *
 * <pre>
 *  nanos       0 .. 127    128 .. 255    256 .. 511    ...    2^39 .. 2^40 - 1, and longer ones
 *  buckets     16 of 8     16 of 8       16 of 16      ...    16 of 2^35
 * </pre>
 *
 * <p>The idea is that of HdrHistogram by Gil Tene. Thread-safe: a time is counted without a lock, and a reader may see some of those that
 * are counted meanwhile.
 */
final class LatencyCounts {
    private static final int SUB_BITS = 4;
    private static final int FIRST_BITS = 7; // of times that share the first, linear buckets
    private static final int MOST_BITS = 40;

    /** How many ranges there are. */
    static final int BUCKETS = (MOST_BITS - FIRST_BITS + 1) << SUB_BITS;

    private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);
    private final AtomicLong sumNanos = new AtomicLong();
    private final AtomicLong longestNanos = new AtomicLong();

    void add(long nanos) {
        long time = Math.max(0, nanos);
        counts.getAndIncrement(bucket(time));
        sumNanos.getAndAdd(time);
        if (time > longestNanos.get()) {
            longestNanos.accumulateAndGet(time, Math::max);
        }
    }

    static int bucket(long nanos) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(nanos);
        if (bits <= FIRST_BITS) {
            return (int) (nanos >>> (FIRST_BITS - SUB_BITS));
        }
        if (bits > MOST_BITS) {
            return BUCKETS - 1;
        }
        int within = (int) (nanos >>> (bits - 1 - SUB_BITS)) & (1 << SUB_BITS) - 1;
        return ((bits - FIRST_BITS) << SUB_BITS) + within;
    }

    /** Where a range begins; that behind the last one ends it. */
    static long beginNanos(int bucket) {
        int octave = bucket >>> SUB_BITS;
        long within = bucket & (1 << SUB_BITS) - 1;
        return octave == 0
                ? within << (FIRST_BITS - SUB_BITS)
                : (1 << SUB_BITS | within) << (octave + FIRST_BITS - 1 - SUB_BITS);
    }

    /** What has been counted by now. */
    Counted read() {
        long[] copy = new long[BUCKETS];
        long total = 0;
        for (int i = 0; i < BUCKETS; i++) {
            copy[i] = counts.get(i);
            total += copy[i];
        }
        return new Counted(copy, total, sumNanos.get(), longestNanos.get());
    }

    /** What was counted. Not changed by anybody. */
    record Counted(long[] counts, long total, long sumNanos, long longestNanos) {
        static final Counted NOTHING = new Counted(new long[BUCKETS], 0, 0, 0);

        /** What has been counted since an earlier reading of the same counts; the longest is known to the width of its range. */
        Counted since(Counted earlier) {
            long[] more = new long[BUCKETS];
            int last = -1;
            for (int i = 0; i < BUCKETS; i++) {
                more[i] = counts[i] - earlier.counts[i];
                last = more[i] > 0 ? i : last;
            }
            long longest = last < 0 ? 0 : Math.min(longestNanos, beginNanos(last + 1));
            return new Counted(more, total - earlier.total, sumNanos - earlier.sumNanos, longest);
        }

        /** The time that such a share, 0 to 1, of all took at most, in microseconds; 0 for none. */
        double micros(double share) {
            long rank = (long) Math.ceil(share * total);
            long seen = 0;
            for (int i = 0; i < BUCKETS && total > 0; i++) {
                seen += counts[i];
                if (seen >= rank) {
                    return Math.min(beginNanos(i + 1), longestNanos) / 1e3;
                }
            }
            return longestNanos / 1e3;
        }

        double meanMicros() {
            return total == 0 ? 0 : sumNanos / 1e3 / total;
        }

        double longestMicros() {
            return longestNanos / 1e3;
        }

        /** The ranges in which there are any. */
        Histogram histogram() {
            List<Histogram.Bucket> buckets = new ArrayList<>();
            for (int i = 0; i < BUCKETS; i++) {
                if (counts[i] > 0) {
                    buckets.add(new Histogram.Bucket(beginNanos(i) / 1e3, beginNanos(i + 1) / 1e3, counts[i]));
                }
            }
            return new Histogram(total, buckets);
        }
    }
}
