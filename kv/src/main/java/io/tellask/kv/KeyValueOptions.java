package io.tellask.kv;

import io.tellask.store.Durability;
import io.tellask.store.DurableMapBuilder;
import io.tellask.store.StoreKey;
import io.tellask.store.StoreLimits;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a key-value server keeps its maps. Immutable.
 *
 * @param durability what an acknowledged write survives
 * @param limits bounds of each map
 * @param maps most maps of one server, each with a thread and files of its own: those that are there are served, however many, and where there are so
 *     many no peer can make another
 * @param subscribers most streams of changes of one map
 * @param subscriberBytes most bytes of a map's log that may be written and wait to be read by a subscriber, beyond those that were there when it
 *     began; further behind, its stream ends
 * @param encryption what opens the keys that all maps are encrypted with, or null: then none is
 */
public record KeyValueOptions(
        Durability durability,
        StoreLimits limits,
        int maps,
        int subscribers,
        int subscriberBytes,
        @Nullable StoreKey encryption) {
    public KeyValueOptions {
        Objects.requireNonNull(durability, "durability");
        Objects.requireNonNull(limits, "limits");
        requirePositive("maps", maps);
        requirePositive("subscribers", subscribers);
        requirePositive("subscriberBytes", subscriberBytes);
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException("kv: " + name + "=" + value + " < 1; allow at least one");
        }
    }

    /** Durability {@code PERIODIC}, the store's own limits, 256 maps, 1,024 subscribers of a map, 64 MiB for each, not encrypted. */
    public static KeyValueOptions defaults() {
        return new KeyValueOptions(Durability.PERIODIC, StoreLimits.defaults(), 256, 1_024, 64 << 20, null);
    }

    /** These options with another promise of what an acknowledged write survives. */
    public KeyValueOptions withDurability(Durability newDurability) {
        return new KeyValueOptions(newDurability, limits, maps, subscribers, subscriberBytes, encryption);
    }

    /** These options with other bounds of each map. */
    public KeyValueOptions withLimits(StoreLimits newLimits) {
        return new KeyValueOptions(durability, newLimits, maps, subscribers, subscriberBytes, encryption);
    }

    /**
     * These options with another number of maps that peers may make, at least 1.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public KeyValueOptions withMaps(int most) {
        return new KeyValueOptions(durability, limits, most, subscribers, subscriberBytes, encryption);
    }

    /**
     * These options with another number of streams of changes of one map, at least 1.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public KeyValueOptions withSubscribers(int most) {
        return new KeyValueOptions(durability, limits, maps, most, subscriberBytes, encryption);
    }

    /**
     * These options with another number of bytes of the log that a subscriber may be behind, at least 1.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public KeyValueOptions withSubscriberBytes(int bytes) {
        return new KeyValueOptions(durability, limits, maps, subscribers, bytes, encryption);
    }

    /** For a directory whose maps were all made with this key, or that has none yet; null for one without encryption. */
    public KeyValueOptions withEncryption(@Nullable StoreKey key) {
        return new KeyValueOptions(durability, limits, maps, subscribers, subscriberBytes, key);
    }

    /**
     * Most bytes of the answer to {@link KeyValueMap#getAll}, with 16 for each key: as many as a batch may have, or one value where that is more. A few
     * bytes of a call can name much, and the answer is made in the server's heap before anybody reads it.
     */
    public int answerBytes() {
        return Math.max(limits.batchBytes(), limits.valueBytes() + 16);
    }

    /** Has a map opened with the key, if there is one. */
    public <K, V> DurableMapBuilder<K, V> encrypted(DurableMapBuilder<K, V> builder) {
        Objects.requireNonNull(builder, "builder");
        return encryption == null ? builder : builder.encryption(encryption);
    }
}
