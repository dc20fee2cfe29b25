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
 */
public record KeyValueOptions(Durability durability, StoreLimits limits, int maps) {
    public KeyValueOptions {
        Objects.requireNonNull(durability, "durability");
        Objects.requireNonNull(limits, "limits");
        if (maps < 1) {
            throw new IllegalArgumentException("kv: maps=" + maps + " < 1; allow at least one map");
        }
    }

    /** Durability {@code PERIODIC}, the store's own limits, 256 maps. */
    public static KeyValueOptions defaults() {
        return new KeyValueOptions(Durability.PERIODIC, StoreLimits.defaults(), 256);
    }

    public KeyValueOptions withDurability(Durability newDurability) {
        return new KeyValueOptions(newDurability, limits, maps);
    }

    public KeyValueOptions withLimits(StoreLimits newLimits) {
        return new KeyValueOptions(durability, newLimits, maps);
    }

    public KeyValueOptions withMaps(int most) {
        return new KeyValueOptions(durability, limits, most);
    }
}
