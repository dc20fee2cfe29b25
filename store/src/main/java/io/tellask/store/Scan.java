package io.tellask.store;

import io.tellask.codec.DecodeException;
import io.tellask.store.codec.KeyCodec;
import io.tellask.store.codec.ValueCodec;
import io.tellask.store.file.StoreCipher;
import io.tellask.store.segment.KeyInput;
import io.tellask.store.segment.RecordReader;
import io.tellask.store.shard.ShardScan;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the records of a map as they were when it began, in the order in which they were written. Changes made meanwhile are not seen.
 * Close it: while it is open the map remembers what is replaced, up to {@link StoreLimits#scanReplacements}, and keeps the files of the
 * moment when it began, up to {@link StoreLimits#scanRetainedBytes}; beyond either it fails with {@link StoreLimitException} when it goes on.
 *
 * <p>The checksum of every record that is handed out is verified; a wrong one, or a record that is missing, raises
 * {@link StoreDamagedException}. Not thread-safe: use it from one thread at a time. What looks like damage to a scan that
 * several threads used says that it may be no more than that, and one that they left unable to go on throws {@link IllegalStateException} each
 * time; {@link #close} may be called by any.
 */
public final class Scan<K, V> implements AutoCloseable {
    private static final byte[] NOTHING = new byte[0];

    private final ShardScan records;
    private final KeyCodec<K> keys;
    private final ValueCodec<V> values;
    private final @Nullable StoreCipher cipher;

    /** What keys must start with once they are decrypted; keys that are not encrypted are looked at where they are. */
    private final byte[] prefix;

    Scan(ShardScan records, KeyCodec<K> keys, ValueCodec<V> values, @Nullable StoreCipher cipher) {
        this(records, keys, values, cipher, NOTHING);
    }

    Scan(ShardScan records, KeyCodec<K> keys, ValueCodec<V> values, @Nullable StoreCipher cipher, byte[] prefix) {
        this.records = records;
        this.keys = keys;
        this.values = values;
        this.cipher = cipher;
        this.prefix = prefix;
    }

    /** Moves to the next record; false at the end, and once the scan is closed. Only after true there is a record to ask for, else {@link IllegalStateException} is thrown. */
    public boolean next() {
        return nextWithin(Long.MAX_VALUE);
    }

    /**
     * As {@link #next}, for threads that others wait for: goes over so many bytes of the log at most, and over one record at least, since records that
     * have expired or are dead may lie before the next one. Where it returns false, {@link #hasEnded} tells whether anything is left.
     */
    public boolean nextWithin(long mostBytes) {
        long end = mostBytes > Long.MAX_VALUE - passedBytes() ? Long.MAX_VALUE : passedBytes() + mostBytes;
        boolean found = records.next(mostBytes);
        while (found && prefix.length > 0 && !startsWithPrefix()) {
            found = passedBytes() < end && records.next(end - passedBytes());
        }
        return found;
    }

    /** Whether there is nothing more to come: the end was reached, or it was closed. */
    public boolean hasEnded() {
        return records.hasEnded();
    }

    /** Bytes of the log that it went over since it began. */
    public long passedBytes() {
        return records.passedBytes();
    }

    /**
     * Gives the memory back that records are read into, 128 KiB or as much as the longest one: for a scan that goes on much later. There is
     * no current record until {@link #next} is called.
     */
    public void rest() {
        records.rest();
    }

    private boolean startsWithPrefix() {
        byte[] key = keyBytes();
        return key.length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    /**
     * The key of the current record, a new object each time.
     *
     * @throws IllegalStateException if there is no current record
     */
    public K key() {
        RecordReader record = records.record();
        return keys.decode(new KeyInput(record.array, record.keyOffset(), record.keyLength));
    }

    /**
     * The value. Where it cannot be decoded, {@code DecodeException} names map and key; the scan is where it was, so {@link #valueBytes} gives what is
     * stored, and {@link #next} goes on behind it.
     */
    public V value() {
        RecordReader record = records.record();
        try {
            return decoded(record);
        } catch (DecodeException e) {
            throw values.unreadable(ValueCodec.shown(cipher == null ? key() : null, cipher != null), e);
        }
    }

    private V decoded(RecordReader record) {
        if (cipher != null) {
            byte[] plain = valueBytes();
            return values.decode(plain, 0, plain.length);
        }
        return values.decode(record.array, record.valueOffset(), record.valueLength());
    }

    /** The key as encoded. */
    public byte[] keyBytes() {
        byte[] stored = records.record().key();
        return cipher == null ? stored : cipher.openKey(stored);
    }

    /** The value as {@link DurableMap#getBytes} gives it. */
    public byte[] valueBytes() {
        RecordReader record = records.record();
        return cipher == null ? record.value() : cipher.openValue(record.key(), record.value());
    }

    /** The number of the record, as {@link Versioned#sequence}. */
    public long sequence() {
        return records.record().sequence;
    }

    /** When the key stops to exist, or null for never. */
    public @Nullable Instant expiry() {
        long millis = records.record().expiryMillis();
        return millis == 0 ? null : Instant.ofEpochMilli(millis);
    }

    @Override
    public void close() {
        records.close();
    }
}
