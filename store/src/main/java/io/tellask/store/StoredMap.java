package io.tellask.store;

import io.tellask.store.file.StoreCipher;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.file.StoreKeys;
import io.tellask.store.index.Recovery;
import io.tellask.store.offline.ClosedStore;
import io.tellask.store.segment.SegmentDirectory;
import io.tellask.text.SafeText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

    /** As {@link #open(Path, StoreKey)} without a key: keys and values of an encrypted store stay as they lie on disk. */
    public static StoredMap open(Path directory) {
        return open(directory, null);
    }

    /** Opens what a directory holds, decrypted with its key; throws what {@link DurableMapBuilder#open} throws, and {@link StoreIoException} where there is no store. */
    public static StoredMap open(Path directory, @Nullable StoreKey key) {
        return ClosedStore.reading(directory, () -> {
            if (!SegmentDirectory.holdsStore(directory)) {
                throw ClosedStore.none(directory);
            }
            StoreIdentity identity = ClosedStore.identity(directory);
            return opened(directory, identity, StoreLimits.defaults(), key);
        });
    }

    /** Makes a store for an import, of kinds that are known. */
    static StoredMap create(Path directory, String keys, String values, StoreLimits limits, @Nullable StoreKey key)
            throws IOException {
        String keyKind = KeyKind.parse(keys).toString();
        String valueKind = knownValues(values);
        StoreIdentity identity = key == null
                ? StoreIdentity.fresh(keyKind, valueKind)
                : StoreIdentity.fresh(StoreCipher.keyKind(keyKind), StoreCipher.valueKind(valueKind));
        if (key != null) {
            StoreKeys.fresh().write(directory, key.key(), identity.id());
        }
        Recovery.create(directory, identity, new StoreFiles());
        return opened(directory, identity, limits, key);
    }

    private static StoredMap opened(
            Path directory, StoreIdentity identity, StoreLimits limits, @Nullable StoreKey key) {
        DurableMapBuilder<byte[], byte[]> builder = DurableMap.builder(directory, byte[].class, byte[].class)
                .raw()
                .durability(Durability.BUFFERED)
                .compaction(Compaction.defaults().withAutomatic(false))
                .limits(limits);
        if (key == null) {
            return new StoredMap(identity, builder.open());
        }
        if (!StoreCipher.isEncrypted(identity.keys())) {
            throw new StoreKeyException(
                    "store: it is not encrypted, keys=" + SafeText.of(identity.keys()) + "; open it without a key");
        }
        StoreIdentity plain = new StoreIdentity(
                identity.id(),
                identity.seed(),
                StoreCipher.plainKind(identity.keys()),
                StoreCipher.plainKind(identity.values()));
        return new StoredMap(plain, builder.encryption(key).open());
    }

    private static String knownValues(String kind) {
        return switch (kind) {
            case "bytes", "string", "codec" -> kind;
            default ->
                throw new StoreTypeException(
                        "store: kind of values=" + SafeText.of(kind) + " is not known; known are bytes, string, codec");
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
