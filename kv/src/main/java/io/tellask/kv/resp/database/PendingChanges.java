package io.tellask.kv.resp.database;

import io.tellask.kv.resp.message.ByteString;
import io.tellask.store.Batch;
import io.tellask.store.DurableMap;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a transaction has changed in one database so far. Belongs to the loop. */
final class PendingChanges {
    /**
     * What becomes of a key.
     *
     * @param value its value, or null where it is removed
     * @param expiry when it expires, or {@link Database#NEVER}
     */
    record Change(byte @Nullable [] value, long expiry) {}

    private final Map<ByteString, Change> byKey = new LinkedHashMap<>();

    /** What becomes of a key, or null if it stays as it is. */
    @Nullable
    Change of(byte[] key) {
        return byKey.isEmpty() ? null : byKey.get(new ByteString(key));
    }

    void put(byte[] key, byte[] value, long expiry) {
        byKey.put(new ByteString(key), new Change(value, expiry));
    }

    void remove(byte[] key) {
        byKey.put(new ByteString(key), new Change(null, Database.ABSENT));
    }

    boolean isEmpty() {
        return byKey.isEmpty();
    }

    /** By how much the number of keys changes. */
    long sizeChange(Predicate<byte[]> thereBefore) {
        long change = 0;
        for (Map.Entry<ByteString, Change> entry : byKey.entrySet()) {
            change += entry.getValue().value() == null ? 0 : 1;
            change -= thereBefore.test(entry.getKey().bytes()) ? 1 : 0;
        }
        return change;
    }

    /** Hands over the keys that will be there, until the visitor has enough; returns false then. */
    boolean forEachKey(Predicate<byte[]> visitor) {
        return byKey.entrySet().stream().filter(entry -> entry.getValue().value() != null).toList().stream()
                .allMatch(entry -> visitor.test(entry.getKey().bytes()));
    }

    /** One of those keys, or null if there are none. */
    byte @Nullable [] firstKey() {
        byte[][] first = {null};
        boolean _ = forEachKey(key -> {
            first[0] = key;
            return false;
        });
        return first[0];
    }

    /** Makes all changes, as one record. */
    void commit(DurableMap<byte[], byte[]> map, Expirations expirations) {
        Batch<byte[], byte[]> batch = map.batch();
        byKey.forEach((key, change) -> add(batch, key.bytes(), change));
        batch.commit();
        byKey.forEach((key, change) -> {
            if (change.expiry() >= 0) {
                expirations.add(key.bytes(), change.expiry());
            }
        });
    }

    private static void add(Batch<byte[], byte[]> batch, byte[] key, Change change) {
        byte[] value = change.value();
        if (value == null) {
            batch.remove(key);
        } else {
            batch.put(key, value, change.expiry() == Database.NEVER ? null : Instant.ofEpochMilli(change.expiry()));
        }
    }
}
