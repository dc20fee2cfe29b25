package io.tellask.cluster;

import io.tellask.actor.Promise;
import io.tellask.cluster.ReplicatedMap.Versioned;
import org.jspecify.annotations.Nullable;

/**
 * What is the same for a map of one group and one of many: code that is written against this begins with a {@link ReplicatedMap} and goes on with a
 * {@link io.tellask.cluster.partition.PartitionedMap}. Thread-safe.
 *
 * <p>Whoever reads sees all that was answered before, by whomever, but for {@link #stale}. Promises fail with {@link ClusterException}, as those of
 * {@link ReplicaClient} do.
 */
public interface ClusterMap<K, V> {
    /** The value of a key, or null. */
    default Promise<@Nullable V> get(K key) {
        return versioned(key).thenApply(found -> found == null ? null : found.value());
    }

    /** The value of a key at the member that the client is connected to, or null: it may be old, and costs no talk among members. */
    Promise<@Nullable V> stale(K key);

    /** The value of a key with its version, or null; versions stay when keys move to another group. */
    Promise<@Nullable Versioned<V>> versioned(K key);

    /** Sets the value of a key. */
    Promise<Void> put(K key, V value);

    /** Removes a key, if it is there. */
    Promise<Void> remove(K key);

    /** Sets the value of a key that has none; whether it did. */
    default Promise<Boolean> putIfAbsent(K key, V value) {
        return compareAndSet(key, 0, value);
    }

    /**
     * Sets the value of a key whose version is still the expected one, 0 for one that is absent; whether it did.
     *
     * @throws IllegalArgumentException if the version is less than 0
     */
    Promise<Boolean> compareAndSet(K key, long expectedVersion, V value);

    /**
     * Removes a key whose version is still the expected one; whether it did.
     *
     * @throws IllegalArgumentException if the version is less than 0
     */
    Promise<Boolean> compareAndRemove(K key, long expectedVersion);
}
