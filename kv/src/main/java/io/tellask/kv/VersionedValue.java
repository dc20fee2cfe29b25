package io.tellask.kv;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A value with what it takes to replace it only if nobody else did.
 *
 * @param value the bytes as they were stored
 * @param sequence number of the change that stored it, 1 at least, never used again in this map
 * @param expiry when the key stops to exist, or null for never
 */
public record VersionedValue(
        byte[] value, long sequence, @Nullable Instant expiry) {}
