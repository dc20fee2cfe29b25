package io.tellask.bench.map.peers;

import io.tellask.bench.map.MapOpening;
import io.tellask.bench.map.MapProcess;
import io.tellask.bench.map.UserMap;
import java.nio.file.Path;
import java.util.Map;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.StringDataType;
import org.jspecify.annotations.Nullable;

/** H2's MVStore, which commits in the background once a second, with a cache that holds a million users. */
public final class MvStoreUserMap implements UserMap {
    private static final int CACHE_MEGABYTES = 512;
    private static final int COMPACTION_MILLIS = 60_000;

    private final MVStore store;
    private final MVMap<String, byte[]> map;

    private MvStoreUserMap(MVStore store) {
        this.store = store;
        map = store.openMap(
                "users",
                new MVMap.Builder<String, byte[]>()
                        .keyType(StringDataType.INSTANCE)
                        .valueType(ByteArrayDataType.INSTANCE));
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
    public void put(String key, byte[] value) {
        map.put(key, value);
    }

    @Override
    public byte @Nullable [] get(String key) {
        return map.get(key);
    }

    @Override
    public void putForced(String key, byte[] value) {
        map.put(key, value);
        store.commit();
        store.sync();
    }

    @Override
    public long scan() {
        long sum = 0;
        for (Map.Entry<String, byte[]> entry : map.entrySet()) {
            sum += MapProcess.digest(entry.getKey(), entry.getValue());
        }
        return sum;
    }

    @Override
    public int size() {
        return map.size();
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
