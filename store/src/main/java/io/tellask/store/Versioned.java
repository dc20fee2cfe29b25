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
}
