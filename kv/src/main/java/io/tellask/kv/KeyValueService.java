package io.tellask.kv;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.SpawnOptions;
import io.tellask.console.ConsoleSource;
import io.tellask.store.RecoveryReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The actors of a key-value server in a directory; publish {@link #store} under a name to make it one.
 *
 * <p>The directory belongs to one service at a time, in any process. {@link #close} lets the calls that wait be handled, then closes the
 * maps; a directory that the service made and that holds no map is removed. Thread-safe.
 */
public final class KeyValueService implements AutoCloseable {
    private final ActorSystem system;
    private final ServedDirectory directory;
    private final MapFolders maps;
    private final KeyValueOptions options;
    private final KeyValueStore store;

    private KeyValueService(ActorSystem system, ServedDirectory directory, MapFolders maps, KeyValueOptions options) {
        this.system = system;
        this.directory = directory;
        this.maps = maps;
        this.options = options;
        store = system.spawn(
                KeyValueStore.class,
                () -> new StoreActor(maps),
                SpawnOptions.dedicatedThread().withName("kv"));
    }

    /**
     * Opens a directory, made if missing, and all maps in it. A map that is damaged is logged and refused when it is asked for; the others
     * are served.
     *
     * @throws KeyValueException if another service has it, it holds files but no server's, or it cannot be made or written
     * @throws io.tellask.store.StoreException if a map in it cannot be opened for another reason than damage
     */
    public static KeyValueService open(ActorSystem system, Path directory, KeyValueOptions options) {
        Objects.requireNonNull(options, "options");
        ServedDirectory served = ServedDirectory.claim(directory);
        MapFolders maps = new MapFolders(system, directory, options);
        try {
            maps.openExisting();
            return new KeyValueService(system, served, maps, options);
        } catch (RuntimeException | Error failure) {
            end(maps, served);
            throw failure;
        }
    }

    /** The directory of maps, to be published. */
    public KeyValueStore store() {
        return store;
    }

    /** Where the maps are. */
    Path path() {
        return directory.path();
    }

    KeyValueOptions options() {
        return options;
    }

    /** What opening each map found: records read, and ends of logs that were not completely written. */
    public Map<String, RecoveryReport> recoveries() {
        return maps.recoveries();
    }

    /** Which maps are not served since they are damaged, one line each with what to do. */
    public List<String> damages() {
        return maps.damages();
    }

    /** Tells a console of the maps that are served; of none once this is closed. */
    public ConsoleSource consoleSource() {
        return maps::rows;
    }

    @Override
    public void close() {
        system.stop(store);
        end(maps, directory);
    }

    private static void end(MapFolders maps, ServedDirectory directory) {
        try {
            boolean unused = maps.names().isEmpty();
            maps.close();
            if (unused) {
                directory.removeMade();
            }
        } finally {
            directory.close();
        }
    }
}
