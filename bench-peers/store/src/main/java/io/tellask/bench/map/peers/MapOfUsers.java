package io.tellask.bench.map.peers;

import io.tellask.bench.map.MapProcess;
import io.tellask.bench.map.UserMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import net.openhft.chronicle.map.ChronicleMap;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.StringDataType;
import org.jspecify.annotations.Nullable;
import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.Serializer;

/** Peers that are used as a {@link Map}. As thread-safe as that. */
public final class MapOfUsers implements UserMap {
    private static final int KEY_BYTES = 9;
    private static final int VALUE_BYTES = 60;
    private static final int CACHE_MEGABYTES = 512;
    private static final int COMPACTION_MILLIS = 60_000;

    private final Peer peer;

    /** Opens the contender of this name. */
    public MapOfUsers(Path folder, int users, boolean forced, String contender) throws IOException {
        peer = switch (contender) {
            case "chronicle" -> chronicle(folder, users, forced);
            case "mapdb" -> mapDb(folder, forced);
            default -> mvStore(folder);
        };
    }

    /** A map, and what its library has for the rest. */
    private record Peer(
            Map<String, byte[]> map, Runnable force, Runnable settle, Runnable compact, AutoCloseable library) {}

    /** Chronicle Map in one persisted file, sized for its entries beforehand; a put does not read the value that it replaces. */
    private static Peer chronicle(Path folder, int users, boolean forced) throws IOException {
        if (forced) {
            throw new UnsupportedOperationException("no durability: the file is written when the system likes");
        }
        ChronicleMap<String, byte[]> map = ChronicleMap.of(String.class, byte[].class)
                .name("users")
                .entries(users)
                .averageKeySize(KEY_BYTES)
                .averageValueSize(VALUE_BYTES)
                .putReturnsNull(true)
                .createPersistedTo(folder.resolve("users.dat").toFile());
        return new Peer(map, () -> {}, () -> {}, () -> {}, map);
    }

    /** MapDB's hash map in a mapped file without a log, its fastest form; with its log where puts are forced. */
    private static Peer mapDb(Path folder, boolean forced) {
        DBMaker.Maker maker = DBMaker.fileDB(folder.resolve("users.db").toFile())
                .fileMmapEnable()
                .fileMmapPreclearDisable();
        DB database = (forced ? maker.transactionEnable() : maker).make();
        Map<String, byte[]> map = database.hashMap("users", Serializer.STRING_ASCII, Serializer.BYTE_ARRAY)
                .counterEnable()
                .createOrOpen();
        return new Peer(map, database::commit, () -> {}, database.getStore()::compact, database::close);
    }

    /** H2's MVStore, which commits in the background once a second, with a cache that holds a million users. */
    private static Peer mvStore(Path folder) {
        MVStore store = new MVStore.Builder()
                .fileName(folder.resolve("users.mv").toString())
                .cacheSize(CACHE_MEGABYTES)
                .open();
        Map<String, byte[]> map = store.openMap(
                "users",
                new MVMap.Builder<String, byte[]>()
                        .keyType(StringDataType.INSTANCE)
                        .valueType(ByteArrayDataType.INSTANCE));
        Runnable force = () -> {
            store.commit();
            store.sync();
        };
        Runnable compact = () -> {
            store.commit();
            store.compactFile(COMPACTION_MILLIS);
        };
        return new Peer(map, force, store::commit, compact, store);
    }

    @Override
    public void put(String key, byte[] value) {
        peer.map.put(key, value);
    }

    @Override
    public byte @Nullable [] get(String key) {
        return peer.map.get(key);
    }

    @Override
    public void putForced(String key, byte[] value) {
        put(key, value);
        peer.force.run();
    }

    @Override
    public long scan() {
        long sum = 0;
        for (Map.Entry<String, byte[]> entry : peer.map.entrySet()) {
            sum += MapProcess.digest(entry.getKey(), entry.getValue());
        }
        return sum;
    }

    @Override
    public int size() {
        return peer.map.size();
    }

    @Override
    public void settle() {
        peer.settle.run();
    }

    @Override
    public void compact() {
        peer.compact.run();
    }

    @Override
    public void close() throws Exception {
        peer.library.close();
    }
}
