package io.tellask.kv;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Change} seen through a {@link TypedMap}.
 *
 * @param <V> the class of values
 * @param key the key
 * @param value what it has been set to, or null: it was removed
 * @param sequence number of the change, ascending, with gaps
 * @param expiry when the key stops to exist, or null for never
 * @param batchGoesOn whether the next change of the stream was made together with this one
 */
public record TypedChange<V>(
        String key,
        @Nullable V value,
        long sequence,
        @Nullable Instant expiry,
        boolean batchGoesOn) {}
