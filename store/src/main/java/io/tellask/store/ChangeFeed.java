package io.tellask.store;

import io.tellask.codec.DecodeException;
import io.tellask.store.codec.KeyCodec;
import io.tellask.store.codec.ValueCodec;
import io.tellask.store.file.StoreCipher;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.segment.KeyInput;
import io.tellask.store.segment.RecordReader;
import io.tellask.store.shard.LogFollower;
import io.tellask.store.shard.LogFollowers;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the changes of a map in the order in which they were made, which follows the writer: {@link #next} is false at the end of what is
 * written, and may be called again. Nobody waits for it; what it has not read is kept in the log, bounded by a number of bytes.
 *
 * <p>A key that expires is not told of: the change that set it says when. A removal in a batch is told of even where the key was absent.
 *
 * <p>Close it: while it is open, segments of the log that it has not read stay, even where compaction has put smaller ones in their place. Every
 * record's checksum is verified; a wrong one raises {@link StoreDamagedException}. Not thread-safe, except {@link #keepsUp} and {@link #close}: while
 * one thread is in {@link #next}, another one gets {@link IllegalStateException}, as everybody does once the feed is closed.
 */
public final class ChangeFeed<K, V> implements AutoCloseable {
    private final LogFollowers followers;
    private final LogFollower follower;
    private final KeyCodec<K> keys;
    private final ValueCodec<V> values;
    private final @Nullable StoreCipher cipher;

    ChangeFeed(
            LogFollowers followers,
            LogFollower follower,
            KeyCodec<K> keys,
            ValueCodec<V> values,
            @Nullable StoreCipher cipher) {
        this.followers = followers;
        this.follower = follower;
        this.keys = keys;
        this.values = values;
        this.cipher = cipher;
    }

    /**
     * Moves to the next change; false if there is none yet. Throws {@link StoreLimitException} if more bytes of changes wait to be read than the
     * feed was allowed, from then on whenever it comes to the end of what it had begun to read. Only after true there is a change to ask for, else
     * {@link IllegalStateException} is thrown.
     */
    public boolean next() {
        return follower.next();
    }

    /** Whether no more bytes of changes wait to be read than the feed was allowed; if not, {@link #next} will fail. */
    public boolean keepsUp() {
        return followers.keepsUp(follower);
    }

    /** Whether the change removed all keys, by {@link DurableMap#clear}; then there is no key and no value. */
    public boolean isClear() {
        return follower.record().kind() == RecordLayout.CLEAR;
    }

    /** Whether the change removed the key; then there is no value. */
    public boolean isRemoval() {
        return follower.record().kind() == RecordLayout.REMOVE;
    }

    /** Whether the next change was made together with this one. */
    public boolean batchGoesOn() {
        return follower.batchGoesOn();
    }

    /** The key that was changed; throws {@link IllegalStateException} where all were removed. */
    public K key() {
        RecordReader record = follower.record();
        if (record.kind() == RecordLayout.CLEAR) {
            throw new IllegalStateException("changes: a clear has no key; ask isClear() first");
        }
        return keys.decode(new KeyInput(record.array, record.keyOffset(), record.keyLength));
    }

    /** The value that the change set; throws {@link IllegalStateException} for a removal or clear. */
    public V value() {
        RecordReader record = follower.record();
        if (record.kind() != RecordLayout.PUT) {
            throw new IllegalStateException("changes: a removal has no value; ask isRemoval() and isClear() first");
        }
        try {
            return decoded(record);
        } catch (DecodeException e) {
            throw values.unreadable(ValueCodec.shown(cipher == null ? key() : null, cipher != null), e);
        }
    }

    private V decoded(RecordReader record) {
        if (cipher != null) {
            byte[] plain = cipher.openValue(record.key(), record.value());
            return values.decode(plain, 0, plain.length);
        }
        return values.decode(record.array, record.valueOffset(), record.valueLength());
    }

    /** The number of the change, as {@link Versioned#sequence}. */
    public long sequence() {
        return follower.record().sequence;
    }

    /** When the key stops to exist, or null for never. */
    public @Nullable Instant expiry() {
        long millis = follower.record().expiryMillis();
        return millis == 0 ? null : Instant.ofEpochMilli(millis);
    }

    @Override
    public void close() {
        follower.close();
    }
}
