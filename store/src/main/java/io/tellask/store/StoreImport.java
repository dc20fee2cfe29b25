package io.tellask.store;

import io.tellask.store.offline.ClosedStore;
import io.tellask.store.offline.NewFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A store that is being filled from a file: it appears under its name when {@link #complete} is called, and not at all if it is closed before.
 * Not thread-safe.
 */
public final class StoreImport implements AutoCloseable {
    /** What other stores may have been allowed to hold; a file with more is refused. */
    private static final StoreLimits LIMITS = new StoreLimits(
            1 << 20,
            60 << 20,
            64 << 20,
            256 << 10,
            StoreLimits.defaults().scanReplacements(),
            StoreLimits.defaults().scanRetainedBytes(),
            16 << 20);

    private final NewFolder folder;
    private final StoredMap map;
    private final KeyKind keys;

    private StoreImport(NewFolder folder, StoredMap map) {
        this.folder = folder;
        this.map = map;
        keys = KeyKind.parse(map.keys());
    }

    /**
     * Begins a store with keys and values of some kinds, encrypted if there is a key.
     *
     * @throws StoreTypeException if a kind is not known
     * @throws StoreIoException if the directory exists, or the disk refuses
     */
    public static StoreImport into(Path directory, String keys, String values, @Nullable StoreKey key) {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(values, "values");
        return ClosedStore.reading(directory, () -> {
            NewFolder folder = NewFolder.at(directory);
            try {
                return new StoreImport(folder, StoredMap.create(folder.path(), keys, values, LIMITS, key));
            } catch (IOException | RuntimeException e) {
                folder.close();
                throw e;
            }
        });
    }

    /** The kind of the keys. */
    public KeyKind keys() {
        return keys;
    }

    /** The kind of the values. */
    public String values() {
        return map.values();
    }

    /** Adds a schema that values of kind {@code codec} refer to. */
    public void schema(long fingerprint, byte[] descriptor) {
        Objects.requireNonNull(descriptor, "descriptor");
        map.map().shard().writer().appendSchema(fingerprint, descriptor);
    }

    /** Sets the stored value of a stored key, until an expiry unless that is null; returns false, changing nothing, if the key has a value already. */
    public boolean put(byte[] key, byte[] value, @Nullable Instant expiry) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        return map.map().compareAndSet(key, Versioned.ABSENT, value, expiry);
    }

    /** Gives the store its name; on disk when this returns. */
    public void complete() {
        ClosedStore.reading(folder.path(), () -> {
            map.close();
            folder.complete();
            return true;
        });
    }

    /** Gives up what was not completed. */
    @Override
    public void close() {
        ClosedStore.reading(folder.path(), () -> {
            map.close();
            folder.close();
            return true;
        });
    }
}
