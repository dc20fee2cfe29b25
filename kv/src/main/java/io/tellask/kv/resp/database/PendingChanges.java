package io.tellask.kv.resp.database;

import io.tellask.kv.resp.message.ByteString;
import io.tellask.store.Batch;
import io.tellask.store.DurableMap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

    /** Keys of which nobody has asked whether they were there before. */
    private final List<ByteString> unknown = new ArrayList<>();

    private long thereBefore; // of those that are known
    private long thereAfter;

    /** What becomes of a key, or null if it stays as it is. */
    @Nullable
    Change of(byte[] key) {
        return byKey.isEmpty() ? null : byKey.get(new ByteString(key));
    }

    void put(byte[] key, byte[] value, long expiry) {
        change(key, new Change(value, expiry));
    }

    void remove(byte[] key) {
        change(key, new Change(null, Database.ABSENT));
    }

    private void change(byte[] bytes, Change now) {
        ByteString key = new ByteString(bytes);
        Change before = byKey.put(key, now);
        if (before == null) {
            unknown.add(key);
        }
        thereAfter += (now.value() == null ? 0 : 1) - (before == null || before.value() == null ? 0 : 1);
    }

    /** How many keys are changed. */
    int count() {
        return byKey.size();
    }

    boolean isEmpty() {
        return byKey.isEmpty();
    }

    /** By how much the number of keys changes; asks once for each key whether it was there before. */
    long sizeChange(Predicate<byte[]> wasThere) {
        unknown.forEach(key -> thereBefore += wasThere.test(key.bytes()) ? 1 : 0);
        unknown.clear();
        return thereAfter - thereBefore;
    }

    /** Hands over the keys that will be there, until the visitor has enough; returns false then. */
    boolean forEachKey(Predicate<byte[]> visitor) {
        return byKey.entrySet().stream().filter(entry -> entry.getValue().value() != null).toList().stream()
                .allMatch(entry -> visitor.test(entry.getKey().bytes()));
    }

    /** One of those keys, or null if there are none. */
    byte @Nullable [] firstKey() {
        for (Map.Entry<ByteString, Change> entry : byKey.entrySet()) {
            if (entry.getValue().value() != null) {
                return entry.getKey().bytes();
            }
        }
        return null;
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
