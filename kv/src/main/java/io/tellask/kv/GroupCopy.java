package io.tellask.kv;

import io.tellask.cluster.MapMachine;
import io.tellask.cluster.MapScan;
import io.tellask.remote.UntakenItems;
import io.tellask.store.StoreStatistics;
import java.nio.file.Path;
import java.util.function.Supplier;

/** What one member of a group has of all maps. Thread-safe. */
record GroupCopy(MapMachine machine, MapDamage damage, String durability) {
    static GroupCopy of(MapMachine machine, Path folder, boolean forced) {
        return new GroupCopy(machine, new MapDamage("state", folder), forced ? "FORCED" : "BUFFERED");
    }

    MapScan scan(byte[] prefix) {
        return told(() -> machine.scan(prefix));
    }

    <T> T told(Supplier<T> access) {
        return damage.told(access);
    }

    /** How many keys of a map there are, and the bytes of their keys and values; it looks at each. */
    MapStatistics count(String map, GroupKeys keys) {
        long records = 0;
        long bytes = 0;
        try (MapScan scan = scan(keys.head())) {
            while (!scan.hasEnded()) {
                if (told(() -> scan.nextWithin(UntakenItems.PASSED_BYTES))) {
                    records++;
                    bytes += keys.inMap(scan.key()).length + scan.value().length;
                }
            }
        }
        StoreStatistics files = told(machine::statistics);
        long sequence = machine.appliedIndex();
        return new MapStatistics(
                map,
                records,
                bytes,
                files.allocatedBytes(),
                durability,
                sequence,
                sequence + 1,
                0,
                files.segments(),
                files.inertBytes(),
                files.forces(),
                files.compactions(),
                files.freedBytes());
    }
}
