package io.tellask.bench.map.peers;

import io.tellask.bench.map.MapOpening;
import io.tellask.bench.map.UserMap;
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

    private MvStoreUserMap(MVStore store) {
        super(store.openMap(
                "users",
                new MVMap.Builder<String, byte[]>()
                        .keyType(StringDataType.INSTANCE)
                        .valueType(ByteArrayDataType.INSTANCE)));
        this.store = store;
    }

    /** Opens one. */
    public static final class Opening implements MapOpening {
        @Override
        public UserMap open(Path folder, int users, boolean forced) {
            return new MvStoreUserMap(new MVStore.Builder()
                    .fileName(folder.resolve("users.mv").toString())
                    .cacheSize(CACHE_MEGABYTES)
                    .open());
        }
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
