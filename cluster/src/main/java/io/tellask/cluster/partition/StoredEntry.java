package io.tellask.cluster.partition;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * An entry of a partitioned map as its members have it.
 *
 * @param key bytes of the key, as the map's key codec made them
 * @param value bytes of the value, as the map's codec made them
 * @param version as {@link PartitionedMap#versioned} gives it
 */
@SuppressWarnings("ArrayRecordComponent") // as in the other messages of bytes, nobody compares them
public record StoredEntry(byte[] key, byte[] value, long version) {
    public StoredEntry {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
    }

    /** The key as text, where it is a string. */
    public String keyText() {
        return new String(key, StandardCharsets.UTF_8);
    }
}
