package io.tellask.kv;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One change of a map. Whoever applies all of them in their order, and drops what has expired, has the map.
 *
 * @param key the key
 * @param value what it has been set to, or null: it was removed
 * @param sequence number of the change, ascending, with gaps
 * @param expiry when the key stops to exist, which is no change of its own, or null for never
 * @param batchGoesOn whether the next change of the stream was made together with this one
 */
public record Change(
        byte[] key,
        byte @Nullable [] value,
        long sequence,
        @Nullable Instant expiry,
        boolean batchGoesOn) {
    /** Whether the key was removed. */
    public boolean isRemoval() {
        return value == null;
    }

    /** The key read as UTF-8. */
    public String keyText() {
        return new String(key, StandardCharsets.UTF_8);
    }

    Change followed() {
        return new Change(key, value, sequence, expiry, true);
    }

    int bytes() {
        return key.length + (value == null ? 0 : value.length);
    }
}
