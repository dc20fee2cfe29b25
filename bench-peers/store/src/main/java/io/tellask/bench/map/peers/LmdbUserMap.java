package io.tellask.bench.map.peers;

import io.tellask.bench.map.MapProcess;
import io.tellask.bench.map.UserMap;
import io.tellask.bench.map.Users;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.ByteBufferProxy;
import org.lmdbjava.CursorIterable;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;

/**
 * LMDB through lmdbjava, with buffers that are used again, and its fastest flags ({@code MDB_WRITEMAP}, {@code MDB_NOSYNC}), but where puts
 * are forced. One write transaction holds as many puts as the contender says; a read transaction is kept and renewed after writes.
 */
public final class LmdbUserMap implements UserMap {
    private static final int BATCH = 1_000;
    private static final int KEY_CAPACITY = 64;
    private static final int VALUE_CAPACITY = 256;
    private static final long LEAST_BYTES = 1L << 30;
    private static final long BYTES_PER_USER = 400;

    private final Env<ByteBuffer> env;
    private final Dbi<ByteBuffer> users;
    private final int putsPerTransaction;
    private final ByteBuffer keyBuffer = ByteBuffer.allocateDirect(KEY_CAPACITY);
    private final ByteBuffer valueBuffer = ByteBuffer.allocateDirect(VALUE_CAPACITY);
    private final Txn<ByteBuffer> reading;
    private @Nullable Txn<ByteBuffer> writing;
    private int puts;

    /**
     * A transaction for each put: what was put survives the process, as with the others; {@code lmdb-batch} has one for 1,000 puts, which is
     * faster, and the last thousand is lost with the process.
     */
    public LmdbUserMap(Path folder, int users, boolean forced, String contender) {
        var builder = Env.create(ByteBufferProxy.PROXY_OPTIMAL)
                .setMapSize(Math.max(LEAST_BYTES, users * BYTES_PER_USER))
                .setMaxDbs(1);
        env = forced
                ? builder.open(folder.toFile(), EnvFlags.MDB_WRITEMAP)
                : builder.open(folder.toFile(), EnvFlags.MDB_WRITEMAP, EnvFlags.MDB_NOSYNC);
        putsPerTransaction = contender.equals("lmdb-batch") ? BATCH : 1;
        this.users = env.openDbi("users", DbiFlags.MDB_CREATE);
        reading = env.txnRead();
    }

    @Override
    public void put(String key, byte[] value) {
        Txn<ByteBuffer> transaction = writing;
        if (transaction == null) {
            reading.reset();
            transaction = env.txnWrite();
            writing = transaction;
        }
        users.put(transaction, keyOf(key), valueBuffer.clear().put(value).flip());
        if (++puts >= putsPerTransaction) {
            commit();
        }
    }

    @Override
    public byte @Nullable [] get(String key) {
        commit();
        ByteBuffer found = users.get(reading, keyOf(key));
        return found == null ? null : copy(found);
    }

    /** A transaction of the calling thread's own, with buffers of its own. */
    @Override
    public void putForced(String key, byte[] value) {
        byte[] bytes = Users.bytes(key);
        ByteBuffer keys = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        ByteBuffer values = ByteBuffer.allocateDirect(value.length).put(value).flip();
        try (Txn<ByteBuffer> transaction = env.txnWrite()) {
            users.put(transaction, keys, values);
            transaction.commit();
        }
    }

    @Override
    public long scan() {
        commit();
        long sum = 0;
        try (CursorIterable<ByteBuffer> entries = users.iterate(reading)) {
            for (CursorIterable.KeyVal<ByteBuffer> entry : entries) {
                sum += MapProcess.digest(Users.string(copy(entry.key())), copy(entry.val()));
            }
        }
        return sum;
    }

    @Override
    public OptionalLong scanRecords() {
        commit();
        long count = 0;
        try (CursorIterable<ByteBuffer> entries = users.iterate(reading)) {
            for (CursorIterable.KeyVal<ByteBuffer> entry : entries) {
                count += entry.val().remaining() == 0 ? 0 : 1;
            }
        }
        return OptionalLong.of(count);
    }

    @Override
    public int size() {
        commit();
        return Math.toIntExact(users.stat(reading).entries);
    }

    @Override
    public void close() {
        commit();
        reading.close();
        env.close();
    }

    private void commit() {
        Txn<ByteBuffer> transaction = writing;
        if (transaction != null) {
            transaction.commit();
            transaction.close();
            writing = null;
            puts = 0;
            reading.renew();
        }
    }

    private ByteBuffer keyOf(String key) {
        keyBuffer.clear();
        for (int i = 0; i < key.length(); i++) {
            keyBuffer.put(i, (byte) key.charAt(i));
        }
        return keyBuffer.limit(key.length());
    }

    private static byte[] copy(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
    }
}
