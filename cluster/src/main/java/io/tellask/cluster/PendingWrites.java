package io.tellask.cluster;

import io.tellask.store.Batch;
import io.tellask.store.DurableMap;
import io.tellask.store.StoreLimitException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What commands have changed in a map and is not written yet, as the commands after them see it. Used by one thread. */
final class PendingWrites {
    private final DurableMap<byte[], byte[]> map;
    private final Map<ByteBuffer, byte @Nullable []> written =
            new LinkedHashMap<>(); // by commands before this one; null: removed
    private final Map<ByteBuffer, byte @Nullable []> ofCommand = new LinkedHashMap<>();
    private Batch<byte[], byte[]> batch; // has both

    PendingWrites(DurableMap<byte[], byte[]> map) {
        this.map = map;
        batch = map.batch();
    }

    byte @Nullable [] get(byte[] key) {
        ByteBuffer name = ByteBuffer.wrap(key);
        Map<ByteBuffer, byte @Nullable []> newest = newest(name);
        return newest == null ? map.getBytes(key) : newest.get(name);
    }

    boolean contains(byte[] key) {
        ByteBuffer name = ByteBuffer.wrap(key);
        Map<ByteBuffer, byte @Nullable []> newest = newest(name);
        return newest == null ? map.containsKey(key) : newest.get(name) != null;
    }

    /** Where a key was changed last, or null. */
    private @Nullable Map<ByteBuffer, byte @Nullable []> newest(ByteBuffer name) {
        if (ofCommand.containsKey(name)) {
            return ofCommand;
        }
        return written.containsKey(name) ? written : null;
    }

    /**
     * Sets or removes a key.
     *
     * @param value null removes it
     * @throws StoreLimitException if it is too long
     */
    void set(byte[] key, byte @Nullable [] value) {
        add(key, value);
        ofCommand.put(ByteBuffer.wrap(key), value);
    }

    private void add(byte[] key, byte @Nullable [] value) {
        if (value == null) {
            batch.remove(key);
        } else {
            batch.put(key, value);
        }
    }

    /** Whether nothing is to be written. */
    boolean isEmpty() {
        return written.isEmpty() && ofCommand.isEmpty();
    }

    /** The command is applied. */
    void keep() {
        written.putAll(ofCommand);
        ofCommand.clear();
    }

    /** The command is not applied. */
    void undo() {
        ofCommand.clear();
        batch.clear();
        written.forEach((key, value) -> add(key.array(), value));
    }

    /** Writes all of it at once. */
    void commit() {
        keep();
        if (!batch.commit()) {
            throw new IllegalStateException("cluster: a batch without requirements was refused");
        }
        written.clear();
        batch = map.batch();
    }
}
