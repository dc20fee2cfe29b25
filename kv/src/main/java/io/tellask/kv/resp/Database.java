package io.tellask.kv.resp;

import io.tellask.store.Batch;
import io.tellask.store.DurableMap;
import io.tellask.store.Scan;
import io.tellask.store.Versioned;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One numbered database: a durable map from bytes to bytes, opened when it is first written to. Belongs to the loop, which is its only
 * writer.
 *
 * <p>Between {@link #begin} and {@link #commit} changes gather in memory, seen by every read here, and become one record of the log.
 */
final class Database {
    /** The expiry of a key that does not expire. */
    static final long NEVER = -1;

    /** The expiry of a key that is not there. */
    static final long ABSENT = -2;

    /** Who wants to know of changes. */
    interface Listener {
        /** A key is about to be changed or removed. */
        void changes(int database, byte[] key);

        /** Every key for which the test holds is about to be removed. */
        void clears(int database, Predicate<byte[]> there);

        /** Something was written to the log. */
        void wrote();

        /** A key that had expired was removed. */
        void expired();
    }

    /** What a transaction makes of a key: a value, or null for none. */
    private record Change(byte @Nullable [] value, long expiry) {}

    private final int index;
    private final DatabaseFolder folder;
    private final InstantSource clock;
    private final Listener listener;
    private final Expirations expirations = new Expirations();
    private @Nullable DurableMap<byte[], byte[]> map;
    private @Nullable Map<ByteString, Change> changes;

    /** A database of a number, opened at once if it has been written to before. */
    Database(int index, DatabaseFolder folder, InstantSource clock, Listener listener) {
        this.index = index;
        this.folder = folder;
        this.clock = clock;
        this.listener = listener;
        if (folder.exists()) {
            open();
        }
    }

    int index() {
        return index;
    }

    private DurableMap<byte[], byte[]> open() {
        DurableMap<byte[], byte[]> known = map;
        if (known == null) {
            known = folder.open();
            map = known;
        }
        return known;
    }

    /** The map, if it is open. */
    Optional<DurableMap<byte[], byte[]>> map() {
        return Optional.ofNullable(map);
    }

    /** Keys that are to be removed at a time. */
    Expirations expirations() {
        return expirations;
    }

    private @Nullable Change change(byte[] key) {
        return changes == null ? null : changes.get(new ByteString(key));
    }

    /** Writes the value of a key as a bulk string; false, and nothing, if it is not there. */
    boolean read(byte[] key, Reply reply) {
        if (changes != null) {
            byte[] value = get(key);
            if (value != null) {
                reply.bulk(value);
            }
            return value != null;
        }
        DurableMap<byte[], byte[]> known = map;
        reply.beginValue();
        return known != null && known.view(key, reply) != null;
    }

    /** The value of a key, or null. */
    byte @Nullable [] get(byte[] key) {
        Change change = change(key);
        if (change != null) {
            return change.value();
        }
        return map == null ? null : map.get(key);
    }

    boolean contains(byte[] key) {
        Change change = change(key);
        if (change != null) {
            return change.value() != null;
        }
        return map != null && map.containsKey(key);
    }

    /** When a key expires, in milliseconds since 1970, or {@link #NEVER}, or {@link #ABSENT}. */
    long expiry(byte[] key) {
        Change change = change(key);
        if (change != null) {
            return change.value() == null ? ABSENT : change.expiry();
        }
        Versioned<byte[]> stored = map == null ? null : map.getVersioned(key);
        if (stored == null) {
            return ABSENT;
        }
        return stored.expiry() == null ? NEVER : stored.expiry().toEpochMilli();
    }

    /** When a key expires whose value is to be replaced and nothing else: never if it is not there. */
    long expiryToKeep(byte[] key) {
        return Math.max(expiry(key), NEVER);
    }

    /** Sets the value of a key until an expiry; one that has passed removes the key. */
    void put(byte[] key, byte[] value, long expiry) {
        if (expiry != NEVER && expiry <= clock.millis()) {
            remove(key);
            return;
        }
        listener.changes(index, key);
        if (changes != null) {
            changes.put(new ByteString(key), new Change(value, expiry));
        } else if (expiry == NEVER) {
            open().put(key, value);
            listener.wrote();
        } else {
            open().put(key, value, Instant.ofEpochMilli(expiry));
            expirations.add(key, expiry);
            listener.wrote();
        }
    }

    /** Changes when a key expires that is there. */
    void expire(byte[] key, long expiry) {
        byte[] value = get(key);
        if (value != null) {
            put(key, value, expiry);
        }
    }

    /** Removes a key; returns whether it was there. */
    boolean remove(byte[] key) {
        if (!contains(key)) {
            return false;
        }
        listener.changes(index, key);
        if (changes != null) {
            changes.put(new ByteString(key), new Change(null, ABSENT));
        } else {
            open().remove(key);
            listener.wrote();
        }
        return true;
    }

    /** How many keys there are. One that has expired may count until it is removed, which happens within a second as a rule. */
    long size() {
        long size = map == null ? 0 : map.size();
        Map<ByteString, Change> pending = changes;
        if (pending != null) {
            for (Map.Entry<ByteString, Change> change : pending.entrySet()) {
                boolean there = map != null && map.containsKey(change.getKey().bytes());
                size += (change.getValue().value() == null ? 0 : 1) - (there ? 1 : 0);
            }
        }
        return size;
    }

    /** Hands over every key, in no order, until the visitor has enough. */
    void forEachKey(Predicate<byte[]> visitor) {
        Map<ByteString, Change> pending = changes == null ? Map.of() : Map.copyOf(changes);
        for (Map.Entry<ByteString, Change> change : pending.entrySet()) {
            if (change.getValue().value() != null
                    && !visitor.test(change.getKey().bytes())) {
                return;
            }
        }
        if (map == null) {
            return;
        }
        try (Scan<byte[], byte[]> scan = map.scan()) {
            while (scan.next()) {
                byte[] key = scan.key();
                if (!pending.containsKey(new ByteString(key)) && !visitor.test(key)) {
                    return;
                }
            }
        }
    }

    /** Removes every key: in a transaction one by one, otherwise with the files. */
    void clear() {
        if (changes != null) {
            forEachKey(key -> {
                remove(key);
                return true;
            });
            return;
        }
        if (map != null) {
            DurableMap<byte[], byte[]> given = map;
            listener.clears(index, key -> given.containsKey(key));
            map = null;
            expirations.clear();
            folder.remove(given);
        }
    }

    /** Lets changes gather. */
    void begin() {
        changes = new LinkedHashMap<>();
    }

    /** Makes the gathered changes last, as one record. */
    void commit() {
        Map<ByteString, Change> made = changes;
        changes = null;
        if (made == null || made.isEmpty()) {
            return;
        }
        Batch<byte[], byte[]> batch = open().batch();
        made.forEach((key, change) -> add(batch, key.bytes(), change));
        batch.commit();
        made.forEach((key, change) -> {
            if (change.expiry() >= 0) {
                expirations.add(key.bytes(), change.expiry());
            }
        });
        listener.wrote();
    }

    private static void add(Batch<byte[], byte[]> batch, byte[] key, Change change) {
        byte[] value = change.value();
        if (value == null) {
            batch.remove(key);
        } else {
            batch.put(key, value, change.expiry() == NEVER ? null : Instant.ofEpochMilli(change.expiry()));
        }
    }

    /** Forgets the gathered changes. */
    void abandon() {
        changes = null;
    }

    /** Makes several changes as one, within a transaction or alone. */
    void atomically(Runnable several) {
        if (changes != null) {
            several.run();
            return;
        }
        begin();
        try {
            several.run();
            commit();
        } finally {
            abandon();
        }
    }

    void close() {
        if (map != null) {
            map.close();
        }
    }
}
