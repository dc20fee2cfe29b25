package io.tellask.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A store opened without the classes of its keys and values: both are bytes as stored, of the kinds that the store remembers. Thread-safe, as
 * {@link DurableMap} is.
 */
public final class StoredMap implements AutoCloseable {
    private final StoreIdentity identity;
    private final DurableMap<byte[], byte[]> map;

    private StoredMap(StoreIdentity identity, DurableMap<byte[], byte[]> map) {
        this.identity = identity;
        this.map = map;
    }

    /** Opens what a directory holds; throws what {@link DurableMapBuilder#open} throws, and {@link StoreIoException} where there is no store. */
    public static StoredMap open(Path directory) {
        return ClosedStore.reading(directory, () -> {
            if (!SegmentDirectory.holdsStore(directory)) {
                throw ClosedStore.none(directory);
            }
            StoreIdentity identity = ClosedStore.identity(directory);
            return new StoredMap(
                    identity,
                    DurableMap.builder(directory, byte[].class, byte[].class)
                            .raw()
                            .open());
        });
    }

    /** Makes a store for an import, of kinds that are known. */
    static StoredMap create(Path directory, String keys, String values, StoreLimits limits) throws IOException {
        StoreIdentity identity = StoreIdentity.fresh(KeyKind.parse(keys).toString(), knownValues(values));
        identity.write(directory, new StoreFiles());
        return new StoredMap(
                identity,
                DurableMap.builder(directory, byte[].class, byte[].class)
                        .raw()
                        .durability(Durability.BUFFERED)
                        .limits(limits)
                        .open());
    }

    private static String knownValues(String kind) {
        return switch (kind) {
            case "bytes", "string", "codec" -> kind;
            default ->
                throw new StoreTypeException(
                        "store: kind of values=" + kind + " is not known; known are bytes, string, codec");
        };
    }

    /** The kind of the keys, which {@link KeyKind} reads. */
    public String keys() {
        return identity.keys();
    }

    /** The kind of the values: {@code bytes}, {@code string}, or {@code codec}. */
    public String values() {
        return identity.values();
    }

    /** The records as stored. */
    public DurableMap<byte[], byte[]> map() {
        return map;
    }

    /** The descriptors of the schemas that values of kind {@code codec} refer to, by fingerprint. */
    public Map<Long, byte[]> schemas() {
        return map.shard().schemas().all();
    }

    @Override
    public void close() {
        map.close();
    }
}
