package io.tellask.kv;

import io.tellask.store.Durability;
import io.tellask.store.StoreLimits;
import java.util.Objects;

/**
 * How a key-value server keeps its maps. Immutable.
 *
 * @param durability what an acknowledged write survives
 * @param limits bounds of each map
 * @param maps most maps of one server, each with a thread and files of its own
 * @param subscribers most streams of changes of one map
 * @param subscriberBytes most bytes of a map's log that may be written and wait to be read by a subscriber, beyond those that were there when it
 *     began; further behind, its stream ends
 */
public record KeyValueOptions(
        Durability durability, StoreLimits limits, int maps, int subscribers, int subscriberBytes) {
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

    /** Durability {@code PERIODIC}, the store's own limits, 256 maps, 1,024 subscribers of a map, 64 MiB for each. */
    public static KeyValueOptions defaults() {
        return new KeyValueOptions(Durability.PERIODIC, StoreLimits.defaults(), 256, 1_024, 64 << 20);
    }

    public KeyValueOptions withDurability(Durability newDurability) {
        return new KeyValueOptions(newDurability, limits, maps, subscribers, subscriberBytes);
    }

    public KeyValueOptions withLimits(StoreLimits newLimits) {
        return new KeyValueOptions(durability, newLimits, maps, subscribers, subscriberBytes);
    }

    public KeyValueOptions withMaps(int most) {
        return new KeyValueOptions(durability, limits, most, subscribers, subscriberBytes);
    }

    public KeyValueOptions withSubscribers(int most) {
        return new KeyValueOptions(durability, limits, maps, most, subscriberBytes);
    }

    public KeyValueOptions withSubscriberBytes(int bytes) {
        return new KeyValueOptions(durability, limits, maps, subscribers, bytes);
    }
}
