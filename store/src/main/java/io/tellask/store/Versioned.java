package io.tellask.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A value with what it takes to replace it only if nobody else did.
 *
 * @param <V> the class of values
 * @param value the value
 * @param sequence number of the record that holds it: greater than that of any earlier record of the map, never used again, 1 at least
 * @param expiry when the key stops to exist, in whole milliseconds, or null for never
 */
public record Versioned<V>(V value, long sequence, @Nullable Instant expiry) {
    /** The sequence number that stands for an absent key in {@link DurableMap#compareAndSet}. */
    public static final long ABSENT = 0;

    private static final Instant SOONEST = Instant.ofEpochMilli(1);
    private static final Instant LATEST = Instant.ofEpochMilli(Long.MAX_VALUE);

    static long sequence(long expected) {
        if (expected < 0) {
            throw new IllegalArgumentException("store: sequence=" + expected + ", allowed=0..; use one that was told");
        }
        return expected;
    }

    /** An expiry in the form that records carry. What lies outside of it is as good as its ends: long past, or 292 million years from now. */
    static long millis(@Nullable Instant expiry) {
        if (expiry == null) {
            return 0;
        }
        return expiry.isAfter(LATEST) ? Long.MAX_VALUE : expiry.isBefore(SOONEST) ? 1 : expiry.toEpochMilli();
    }
}
