package io.tellask.kv;

import io.tellask.actor.Promise;
import io.tellask.remote.Spore;
import java.util.concurrent.Flow;

/**
 * The contract of one map of a key-value server, from bytes to bytes. The server stores the bytes that it is sent and sends the bytes
 * that it stored: what they mean is between its clients. {@link TypedMap} wraps this for keys that are text and values that are objects.
 *
 * <p>A write that was acknowledged survives what the server's durability promises; one that was not may have happened or not. Reads see
 * every write that was acknowledged before they were sent. No key or value is null.
 */
public interface KeyValueMap {
    /** The value of a key, or null where there is none. */
    Promise<byte[]> get(byte[] key);

    /** The values of several keys in their order, null where there is none. */
    Promise<byte[][]> getAll(byte[][] keys);

    /** Stores a value, in place of an earlier one if there is any. */
    Promise<Void> put(byte[] key, byte[] value);

    /** Stores several values; they are acknowledged together, but not stored atomically. Arrays of different length are refused. */
    Promise<Void> putAll(byte[][] keys, byte[][] values);

    /** Removes a key; true if there was one. */
    Promise<Boolean> remove(byte[] key);

    /** How many keys there are. */
    Promise<Long> size();

    /** All records whose key begins with the prefix, in no order; an empty prefix means all; the map as it was when the scan began. */
    Flow.Publisher<KeyValue> scan(byte[] prefix);

    /** The caller's code applied to the same records where they are; what it emits is streamed back. */
    <R> Flow.Publisher<R> process(byte[] prefix, Spore<KeyValue, R> spore);

    /** Counts and sizes of this moment. */
    Promise<MapStatistics> statistics();
}
