package io.tellask.cluster.partition;

import io.tellask.cluster.ReplicatedMap;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One change or requirement of a batch.
 *
 * @param key with its slot
 * @param value of a put; null for a removal, and a requirement
 * @param expiry of a put, or null
 * @param version that the key is required to have; -1 where this is a change
 */
record SlotStep(
        byte[] key, byte @Nullable [] value, @Nullable Instant expiry, long version) {
    static final long CHANGE = -1;

    void addTo(ReplicatedMap<byte[], byte[]>.Batch batch) {
        if (version != CHANGE) {
            batch.require(key, version);
        } else if (value == null) {
            batch.remove(key);
        } else {
            batch.put(key, value, expiry);
        }
    }

    int bytes() {
        return key.length + (value == null ? 0 : value.length);
    }
}
