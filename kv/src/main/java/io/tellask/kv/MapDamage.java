package io.tellask.kv;

import io.tellask.store.StoreDamagedException;
import java.nio.file.Path;
import java.util.function.Supplier;

/** What peers are told of damage in a map: its files under the map's name, without the folder of the server, which is in the server's log. Immutable. */
record MapDamage(String map, Path folder) {
    /** Does something with the map that may meet damage. */
    <T> T told(Supplier<T> access) {
        try {
            return access.get();
        } catch (StoreDamagedException damage) {
            throw damage.withFolder(folder, map);
        }
    }
}
