package io.tellask.kv;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.SpawnOptions;
import io.tellask.store.RecoveryReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The actors of a key-value server in a directory; publish {@link #store} under a name to make it one.
 *
 * <p>The directory belongs to one service at a time, in any process. {@link #close} lets the calls that wait be handled, then closes the
 * maps. Thread-safe.
 */
public final class KeyValueService implements AutoCloseable {
    private final ActorSystem system;
    private final DirectoryLock lock;
    private final MapFolders maps;
    private final KeyValueStore store;

    private KeyValueService(ActorSystem system, DirectoryLock lock, MapFolders maps) {
        this.system = system;
        this.lock = lock;
        this.maps = maps;
        store = system.spawn(
                KeyValueStore.class,
                () -> new StoreActor(maps),
                SpawnOptions.dedicatedThread().withName("kv"));
    }

    /**
     * Opens a directory, made if missing, and all maps in it.
     *
     * @throws KeyValueException if another service has it, or it cannot be made or written
     * @throws io.tellask.store.StoreException if a map in it is damaged
     */
    public static KeyValueService open(ActorSystem system, Path directory, KeyValueOptions options) {
        DirectoryLock lock = lock(directory);
        MapFolders maps = new MapFolders(system, directory, options);
        try {
            maps.openExisting();
            return new KeyValueService(system, lock, maps);
        } catch (RuntimeException | Error failure) {
            maps.close();
            lock.close();
            throw failure;
        }
    }

    private static DirectoryLock lock(Path directory) {
        try {
            Files.createDirectories(directory);
            return DirectoryLock.acquire(directory);
        } catch (IOException failure) {
            throw new KeyValueException(
                    "directory not usable: dir=" + directory + ", reason=" + failure
                            + "; choose one that can be made and written",
                    failure);
        }
    }

    /** The directory of maps, to be published. */
    public KeyValueStore store() {
        return store;
    }

    /** What opening each map found: records read, and ends of logs that were not completely written. */
    public Map<String, RecoveryReport> recoveries() {
        return maps.recoveries();
    }

    @Override
    public void close() {
        system.stop(store);
        maps.close();
        lock.close();
    }
}
