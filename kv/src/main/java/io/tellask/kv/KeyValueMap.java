package io.tellask.kv;

import io.tellask.actor.Promise;
import io.tellask.remote.Spore;
import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreLimitException;
import java.time.Instant;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The contract of one map of a key-value server, from bytes to bytes. The server stores the bytes that it is sent and sends the bytes
 * that it stored: what they mean is between its clients. {@link TypedMap} wraps this for keys that are text and values that are objects.
 *
 * <p>A write that was acknowledged survives what the server's durability promises; one that was not may have happened or not. Reads see
 * every write that was acknowledged before they were sent. What a call refuses changes nothing: a null key, value, batch or prefix with
 * {@link KeyValueException}, what is over a limit of the server's with {@link StoreLimitException}, and what meets a record on the server's disk that is not what was written
 * with {@link StoreDamagedException}.
 */
public interface KeyValueMap {
    /** The value of a key, or null where there is none. */
    Promise<byte[]> get(byte[] key) throws KeyValueException, StoreDamagedException, StoreLimitException;

    /**
     * The values of several keys in their order, null where there is none. Where the values, and 16 bytes for each key, are more than the server's
     * {@link KeyValueOptions#answerBytes}, the call is refused with {@link StoreLimitException}: ask for fewer at once.
     */
    Promise<byte[][]> getAll(byte[][] keys) throws KeyValueException, StoreDamagedException, StoreLimitException;

    /** Stores a value, in place of an earlier one if there is any. */
    Promise<Void> put(byte[] key, byte[] value) throws KeyValueException, StoreLimitException;

    /** Stores a value that is absent from an expiry on, by the server's clock; null is never. */
    Promise<Void> put(byte[] key, byte[] value, @Nullable Instant expiry) throws KeyValueException, StoreLimitException;

    /** Stores a value if there is none, and answers null; else answers the one that is there. */
    Promise<byte[]> putIfAbsent(byte[] key, byte[] value)
            throws KeyValueException, StoreDamagedException, StoreLimitException;

    /** The value of a key with its sequence number and expiry, or null where there is none. */
    Promise<VersionedValue> getVersioned(byte[] key)
            throws KeyValueException, StoreDamagedException, StoreLimitException;

    /**
     * Stores a value if the present one still has a sequence number that {@link #getVersioned} told, or if there is none for 0. Answers the new
     * value's sequence number, or 0: nothing was changed.
     */
    Promise<Long> compareAndSet(byte[] key, long sequence, byte[] value, @Nullable Instant expiry)
            throws KeyValueException, StoreDamagedException, StoreLimitException;

    /** Removes a key if its value still has a sequence number; true if it did. */
    Promise<Boolean> compareAndRemove(byte[] key, long sequence)
            throws KeyValueException, StoreDamagedException, StoreLimitException;

    /**
     * Makes all changes of a batch at once, or none: false if one of its requirements does not hold. A crash leaves all of them or none. A batch
     * larger than {@code StoreLimits.batchBytes} is refused.
     */
    Promise<Boolean> commit(KeyValueBatch batch) throws KeyValueException, StoreDamagedException, StoreLimitException;

    /** Stores several values; they are acknowledged together, but not stored atomically. Arrays of different length are refused. */
    Promise<Void> putAll(byte[][] keys, byte[][] values) throws KeyValueException, StoreLimitException;

    /** Removes a key; true if there was one. */
    Promise<Boolean> remove(byte[] key) throws KeyValueException, StoreDamagedException, StoreLimitException;

    /** How many keys there are. */
    Promise<Long> size();

    /** All records whose key begins with the prefix, in no order; an empty prefix means all; the map as it was when the scan began. */
    Flow.Publisher<KeyValue> scan(byte[] prefix) throws KeyValueException, StoreDamagedException, StoreLimitException;

    /**
     * Each change from now on of a key that begins with the prefix, in the order of the map. The stream ends with
     * {@link SlowSubscriberException} if its subscriber falls too far behind; nobody waits for it.
     */
    Flow.Publisher<Change> changes(byte[] prefix)
            throws KeyValueException, SlowSubscriberException, StoreDamagedException;

    /** As {@link #changes}, from a sequence number on, as long as the log has every change since: compaction forgets old ones. */
    Flow.Publisher<Change> changesFrom(byte[] prefix, long sequence)
            throws ChangesMissedException, KeyValueException, SlowSubscriberException, StoreDamagedException;

    /** The records that there are, as changes in the order in which they were made, and then each change. */
    Flow.Publisher<Change> follow(byte[] prefix)
            throws KeyValueException, SlowSubscriberException, StoreDamagedException, StoreLimitException;

    /** The caller's code applied to the same records where they are; what it emits is streamed back. */
    <R> Flow.Publisher<R> process(byte[] prefix, Spore<KeyValue, R> spore)
            throws KeyValueException, StoreDamagedException, StoreLimitException;

    /** Counts and sizes of this moment. */
    Promise<MapStatistics> statistics();
}
