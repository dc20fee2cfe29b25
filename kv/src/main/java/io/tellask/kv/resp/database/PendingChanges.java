package io.tellask.kv.resp.database;

import io.tellask.kv.resp.message.ByteString;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.store.Batch;
import io.tellask.store.DurableMap;
import io.tellask.store.StoreLimitException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction has changed in one database so far. What cannot become one record in the end is refused at once, so that it takes no memory until
 * then; the transaction fails for that. Belongs to the loop.
 */
final class PendingChanges {
    /**
     * What becomes of a key.
     *
     * @param value its value, or null where it is removed
     * @param expiry when it expires, or {@link Database#NEVER}
     */
    record Change(byte @Nullable [] value, long expiry) {}

    /** What a change takes in a record at least, beside its key and value: {@link Batch} adds up to as much again and refuses exactly. */
    static final int LEAST_BYTES = 24;

    /** What a change takes of memory, beside its key and value. */
    private static final int ENTRY_BYTES = 150;

    private static final int GRANT_BYTES = 4 << 10;

    private final int mostBytes;
    private final LongPredicate room;
    private long heldBytes;
    private long grantedBytes;
    private long leastBytes;
    private @Nullable RuntimeException refusal;

    private final Map<ByteString, Change> byKey = new LinkedHashMap<>();

    /** Keys of which nobody has asked whether they were there before. */
    private final List<ByteString> unknown = new ArrayList<>();

    private long thereBefore; // of those that are known
    private long thereAfter;

    /**
     * No changes yet.
     *
     * @param mostBytes what a batch may take
     * @param room whether so many bytes more may be held
     */
    PendingChanges(int mostBytes, LongPredicate room) {
        this.mostBytes = mostBytes;
        this.room = room;
    }

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
        Change before = byKey.get(key);
        long more = valueBytes(now) - (before == null ? 0 : valueBytes(before));
        long entry = before == null ? bytes.length : 0;
        requireFits(leastBytes + more + entry + (before == null ? LEAST_BYTES : 0));
        hold(more + entry + (before == null ? ENTRY_BYTES : 0));
        leastBytes += more + entry + (before == null ? LEAST_BYTES : 0);
        byKey.put(key, now);
        if (before == null) {
            unknown.add(key);
        }
        thereAfter += (now.value() == null ? 0 : 1) - (before == null || before.value() == null ? 0 : 1);
    }

    private static long valueBytes(Change change) {
        byte[] value = change.value();
        return value == null ? 0 : value.length;
    }

    /** Throws what ends the transaction if so many removals more, of the shortest keys, cannot become one record with what there is. */
    void requireRoomForRemovals(long count) {
        requireFits(leastBytes + (count - byKey.size()) * LEAST_BYTES);
    }

    private void requireFits(long bytes) {
        if (bytes > mostBytes) {
            throw refuse(new StoreLimitException("store: batch bytes=" + bytes + " > StoreLimits.batchBytes="
                    + mostBytes + "; commit in parts or raise the limit"));
        }
    }

    private void hold(long more) {
        heldBytes += more;
        if (heldBytes > grantedBytes) {
            long wanted = Math.max(heldBytes - grantedBytes, GRANT_BYTES);
            if (!room.test(wanted)) {
                throw refuse(new ErrorReply("ERR no memory for what the transaction changes"));
            }
            grantedBytes += wanted;
        }
    }

    private RuntimeException refuse(RuntimeException why) {
        refusal = why;
        return why;
    }

    /** Whether there is anything to be made; throws again what refused a change, if one was refused: then nothing is to be. */
    boolean isComplete() {
        if (refusal != null) {
            throw refusal;
        }
        return !byKey.isEmpty();
    }

    /** How many keys are changed. */
    int count() {
        return byKey.size();
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

    /** All changes, as one record that is to be written; throws where they are too many, before anything is. */
    Batch<byte[], byte[]> batch(DurableMap<byte[], byte[]> map) {
        Batch<byte[], byte[]> batch = map.batch();
        byKey.forEach((key, change) -> add(batch, key.bytes(), change));
        return batch;
    }

    /** They were written. */
    void committed(Expirations expirations) {
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
