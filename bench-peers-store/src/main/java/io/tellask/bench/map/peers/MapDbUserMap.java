package io.tellask.bench.map.peers;

import io.tellask.bench.map.MapOpening;
import io.tellask.bench.map.MapProcess;
import io.tellask.bench.map.UserMap;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.HTreeMap;
import org.mapdb.Serializer;

/** MapDB's hash map in a mapped file without a log, its fastest form; with its log where puts are forced. */
public final class MapDbUserMap implements UserMap {
    private final DB database;
    private final HTreeMap<String, byte[]> map;

    private MapDbUserMap(DB database) {
        this.database = database;
        map = database.hashMap("users", Serializer.STRING_ASCII, Serializer.BYTE_ARRAY)
                .counterEnable()
                .createOrOpen();
    }

    /** Opens one. */
    public static final class Opening implements MapOpening {
        @Override
        public UserMap open(Path folder, int users, boolean forced) {
            DBMaker.Maker maker = DBMaker.fileDB(folder.resolve("users.db").toFile())
                    .fileMmapEnable()
                    .fileMmapPreclearDisable();
            return new MapDbUserMap((forced ? maker.transactionEnable() : maker).make());
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
        database.commit();
    }

    @Override
    public long scan() {
        long sum = 0;
        for (Map.Entry<String, byte[]> entry : map.getEntries()) {
            sum += MapProcess.digest(entry.getKey(), entry.getValue());
        }
        return sum;
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public void compact() {
        database.getStore().compact();
    }

    @Override
    public void close() {
        database.close();
    }
}
