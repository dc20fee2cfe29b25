package io.tellask.store;

import io.tellask.store.file.StoreCipher;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.segment.BatchRecord;
import io.tellask.store.segment.KeyBuffer;
import io.tellask.store.shard.BatchPreconditions;
import io.tellask.store.shard.Shard;
import io.tellask.store.shard.ShardWriter;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Several changes of a {@link DurableMap} that are made as one: written as one record, which survives a crash as a whole or not at all, and
 * visible to readers all at once. Of two changes of a key the later one counts.
 *
 * <p>Its keys, values and 24 to 40 bytes for each change stay within {@link StoreLimits#batchBytes}; beyond, {@link StoreLimitException} is
 * thrown and the batch is as it was before. Not thread-safe.
 */
public final class Batch<K, V> {
    private static final byte[] NOTHING = new byte[0];

    private final DurableMap<K, V> map;
    private final ShardWriter writer;
    private final BatchRecord record;
    private final BatchPreconditions requirements = new BatchPreconditions();

    Batch(DurableMap<K, V> map, Shard shard) {
        this.map = map;
        writer = shard.writer();
        record = new BatchRecord(shard.limits().batchBytes());
    }

    /** Sets the value of a key, for ever. */
    public Batch<K, V> put(K key, V value) {
        return put(key, value, null);
    }

    /** Sets the value of a key until an expiry. */
    public Batch<K, V> put(K key, V value, @Nullable Instant expiry) {
        Objects.requireNonNull(value, "value");
        long millis = Versioned.millis(expiry);
        int flags = millis == 0 ? RecordLayout.PUT : RecordLayout.PUT | RecordLayout.EXPIRES;
        boolean _ = map.values().encode(value, (array, offset, length) -> {
            writer.requireValueFits(length);
            KeyBuffer encoded = map.encoded(key);
            StoreCipher cipher = map.cipher();
            if (cipher == null) {
                record.add(flags, encoded, millis, array, offset, length);
            } else {
                byte[] sealed = cipher.sealValue(encoded.bytes(), array, offset, length);
                record.add(flags, encoded, millis, sealed, 0, sealed.length);
            }
            return true;
        });
        return this;
    }

    /** Removes a key, if it is there. */
    public Batch<K, V> remove(K key) {
        record.add(RecordLayout.REMOVE, map.encoded(key), 0, NOTHING, 0, 0);
        return this;
    }

    /** Makes {@link #commit} do nothing unless a key still has a sequence number, or is absent still for {@link Versioned#ABSENT}. */
    public Batch<K, V> require(K key, long sequence) {
        requirements.add(map.encoded(key), Versioned.sequence(sequence));
        return this;
    }

    /** How many changes there are. */
    public int size() {
        return record.count();
    }

    /**
     * Makes all changes, or none if a requirement does not hold; returns whether they were made. The batch is empty afterwards, unless an
     * exception says that nothing was written.
     */
    public boolean commit() {
        boolean made = writer.commit(record, requirements);
        clear();
        return made;
    }

    /** Forgets all changes and requirements. */
    public void clear() {
        record.clear();
        requirements.clear();
    }
}
