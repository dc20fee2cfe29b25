package io.tellask.bench.map.peers;

import java.nio.file.Path;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.StringDataType;

/** H2's MVStore, which commits in the background once a second, with a cache that holds a million users. */
public final class MvStoreUserMap extends MapOfUsers {
    private static final int CACHE_MEGABYTES = 512;
    private static final int COMPACTION_MILLIS = 60_000;

    private final MVStore store;

    /** Opens one. */
    public MvStoreUserMap(Path folder, int users, boolean forced, String contender) {
        this(new MVStore.Builder()
                .fileName(folder.resolve("users.mv").toString())
                .cacheSize(CACHE_MEGABYTES)
                .open());
    }

    private MvStoreUserMap(MVStore store) {
        super(store.openMap(
                "users",
                new MVMap.Builder<String, byte[]>()
                        .keyType(StringDataType.INSTANCE)
                        .valueType(ByteArrayDataType.INSTANCE)));
        this.store = store;
    }

    @Override
    public void putForced(String key, byte[] value) {
        put(key, value);
        store.commit();
        store.sync();
    }

    @Override
    public void settle() {
        store.commit();
    }

    @Override
    public void compact() {
        store.commit();
        store.compactFile(COMPACTION_MILLIS);
    }

    @Override
    public void close() {
        store.close();
    }
}
