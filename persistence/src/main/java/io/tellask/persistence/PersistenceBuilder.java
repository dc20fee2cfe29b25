package io.tellask.persistence;

import io.tellask.codec.Codec;
import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.DurableMapBuilder;
import io.tellask.store.StoreKey;
import io.tellask.store.StoreLimits;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a {@link Persistence} is opened; every option has a default. Not thread-safe. */
public final class PersistenceBuilder {
    private final Path folder;
    private final Class<?>[] stored;
    private Durability durability = Durability.PERIODIC;
    private PersistenceLimits limits = PersistenceLimits.defaults();
    private StoreLimits storeLimits = StoreLimits.defaults();
    private @Nullable Codec codec;
    private @Nullable StoreKey encryption;

    PersistenceBuilder(Path folder, Class<?>... stored) {
        this.folder = Objects.requireNonNull(folder, "folder");
        this.stored = Objects.requireNonNull(stored, "stored").clone();
    }

    /**
     * What an event or state survives once its promise has settled; {@link Durability#PERIODIC} unless said. {@link Durability#FORCED} keeps no
     * thread waiting: the promises settle when the disk has been forced, and all that was persisted meanwhile shares the next force.
     */
    public PersistenceBuilder durability(Durability level) {
        durability = Objects.requireNonNull(level, "level");
        return this;
    }

    /** Bounds of each name; {@link PersistenceLimits#defaults} unless said. */
    public PersistenceBuilder limits(PersistenceLimits bounds) {
        limits = Objects.requireNonNull(bounds, "bounds");
        return this;
    }

    /** Bounds of the store; {@link StoreLimits#defaults} unless said. */
    public PersistenceBuilder storeLimits(StoreLimits bounds) {
        storeLimits = Objects.requireNonNull(bounds, "bounds");
        return this;
    }

    /** Encodes states and events, in place of a codec that takes the classes that the folder was opened with and their closure. */
    public PersistenceBuilder codec(Codec valueCodec) {
        codec = Objects.requireNonNull(valueCodec, "valueCodec");
        return this;
    }

    /** Encrypts names, states and events on disk, as {@link DurableMapBuilder#encryption} does. */
    public PersistenceBuilder encryption(StoreKey masterKey) {
        encryption = Objects.requireNonNull(masterKey, "masterKey");
        return this;
    }

    /** Opens the folder, creating it where there is none; throws what {@link DurableMapBuilder#open} throws. */
    public Persistence open() {
        boolean forced = durability == Durability.FORCED;
        DurableMapBuilder<byte[], Object> map = DurableMap.builder(folder, byte[].class, Object.class)
                .durability(forced ? Durability.BUFFERED : durability) // promises wait for the force, threads do not
                .limits(storeLimits)
                .codec(codec == null ? Codec.builder().allow(stored).build() : codec);
        if (encryption != null) {
            map.encryption(encryption);
        }
        return new Persistence(map.open(), limits, forced);
    }
}
