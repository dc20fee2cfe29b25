package io.tellask.bench.map.peers;

import io.tellask.bench.map.MapProcess;
import io.tellask.bench.map.UserMap;
import io.tellask.bench.map.Users;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/** RocksDB with its log on, a cache that holds all blocks, Bloom filters, and no compression. */
public final class RocksUserMap implements UserMap {
    private static final long LEAST_CACHE_BYTES = 512L << 20;
    private static final long CACHE_BYTES_PER_USER = 150;
    private static final int BLOOM_BITS = 10;

    private final Options options;
    private final WriteOptions writing;
    private final RocksDB map;

    public RocksUserMap(Path folder, int users, boolean forced, String contender) throws RocksDBException {
        RocksDB.loadLibrary();
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setBlockCache(new LRUCache(Math.max(LEAST_CACHE_BYTES, users * CACHE_BYTES_PER_USER)))
                .setFilterPolicy(new BloomFilter(BLOOM_BITS));
        options = new Options()
                .setCreateIfMissing(true)
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setTableFormatConfig(table);
        writing = new WriteOptions().setSync(forced);
        map = RocksDB.open(options, folder.toString());
    }

    @Override
    public void put(String key, byte[] value) throws RocksDBException {
        map.put(writing, Users.bytes(key), value);
    }

    @Override
    public byte @Nullable [] get(String key) throws RocksDBException {
        return map.get(Users.bytes(key));
    }

    @Override
    public List<byte @Nullable []> getAll(List<String> keys) throws RocksDBException {
        return map.multiGetAsList(keys.stream().map(Users::bytes).toList());
    }

    @Override
    public void putForced(String key, byte[] value) throws RocksDBException {
        put(key, value);
    }

    @Override
    public long scan() {
        long sum = 0;
        try (RocksIterator entries = map.newIterator()) {
            for (entries.seekToFirst(); entries.isValid(); entries.next()) {
                sum += MapProcess.digest(Users.string(entries.key()), entries.value());
            }
        }
        return sum;
    }

    /** It keeps no count; one is made by a walk. */
    @Override
    public int size() {
        int count = 0;
        try (RocksIterator entries = map.newIterator()) {
            for (entries.seekToFirst(); entries.isValid(); entries.next()) {
                count++;
            }
        }
        return count;
    }

    @Override
    public void settle() throws RocksDBException {
        try (FlushOptions waiting = new FlushOptions().setWaitForFlush(true)) {
            map.flush(waiting);
        }
    }

    @Override
    public void compact() throws RocksDBException {
        settle();
        map.compactRange();
    }

    @Override
    public void close() {
        map.close();
        writing.close();
        options.close();
    }
}
