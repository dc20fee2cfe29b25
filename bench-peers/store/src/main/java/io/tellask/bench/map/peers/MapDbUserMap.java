package io.tellask.bench.map.peers;

import java.nio.file.Path;
import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.Serializer;

/** MapDB's hash map in a mapped file without a log, its fastest form; with its log where puts are forced. */
public final class MapDbUserMap extends MapOfUsers {
    private final DB database;

    /** Opens one; the log is for forced puts. */
    public MapDbUserMap(Path folder, int users, boolean forced, String contender) {
        this(open(folder, forced));
    }

    private MapDbUserMap(DB database) {
        super(database.hashMap("users", Serializer.STRING_ASCII, Serializer.BYTE_ARRAY)
                .counterEnable()
                .createOrOpen());
        this.database = database;
    }

    private static DB open(Path folder, boolean forced) {
        DBMaker.Maker maker = DBMaker.fileDB(folder.resolve("users.db").toFile())
                .fileMmapEnable()
                .fileMmapPreclearDisable();
        return (forced ? maker.transactionEnable() : maker).make();
    }

    @Override
    public void putForced(String key, byte[] value) {
        put(key, value);
        database.commit();
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
