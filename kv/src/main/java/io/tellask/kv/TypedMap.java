package io.tellask.kv;

import io.tellask.actor.Promise;
import io.tellask.codec.Codec;
import io.tellask.store.Versioned;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A map seen with text as keys and objects as values: the codec works at the client, the server sees bytes only.
 *
 * <p>Each value carries the schema of its class, so that it can be read by a later version of it. Thread-safe, as its parts are.
 */
public final class TypedMap<V> {
    private final KeyValueMap map;
    private final Codec codec;
    private final Class<V> valueType;

    private TypedMap(KeyValueMap map, Codec codec, Class<V> valueType) {
        this.map = Objects.requireNonNull(map);
        this.codec = Objects.requireNonNull(codec);
        this.valueType = Objects.requireNonNull(valueType);
    }

    /** Sees a map with values of a type that the codec takes. */
    public static <V> TypedMap<V> of(KeyValueMap map, Codec codec, Class<V> valueType) {
        Objects.requireNonNull(map, "map");
        Objects.requireNonNull(valueType, "valueType");
        codec.check(valueType);
        return new TypedMap<>(map, codec, valueType);
    }

    /** The value of a key, or null where there is none. */
    public Promise<V> get(String key) {
        return map.get(bytes(key)).thenApply(this::decoded);
    }

    /** The value of a key with its sequence number and expiry, or null where there is none. */
    public Promise<Versioned<V>> getVersioned(String key) {
        return map.getVersioned(bytes(key)).thenApply(found -> found == null ? null : versioned(found));
    }

    private Versioned<V> versioned(VersionedValue found) {
        V value = Objects.requireNonNull(codec.decode(found.value(), valueType));
        return new Versioned<>(value, found.sequence(), found.expiry());
    }

    /** The values of several keys in their order, null where there is none. */
    public Promise<List<@Nullable V>> getAll(List<String> keys) {
        return map.getAll(keys.stream().map(TypedMap::bytes).toArray(byte[][]::new))
                .thenApply(values -> {
                    List<@Nullable V> decoded = new ArrayList<>(values.length);
                    for (byte @Nullable [] value : values) {
                        decoded.add(decoded(value));
                    }
                    return decoded;
                });
    }

    private @Nullable V decoded(byte @Nullable [] value) {
        return value == null ? null : codec.decode(value, valueType);
    }

    /** Stores a value, in place of an earlier one if there is any. */
    public Promise<Void> put(String key, V value) {
        Objects.requireNonNull(value, "value");
        return map.put(bytes(key), codec.encode(value));
    }

    /** Stores a value that is absent from an expiry on, by the server's clock. */
    public Promise<Void> put(String key, V value, @Nullable Instant expiry) {
        Objects.requireNonNull(value, "value");
        return map.put(bytes(key), codec.encode(value), expiry);
    }

    /** Stores a value if there is none, and answers null; else answers the one that is there. */
    public Promise<V> putIfAbsent(String key, V value) {
        Objects.requireNonNull(value, "value");
        return map.putIfAbsent(bytes(key), codec.encode(value)).thenApply(this::decoded);
    }

    /** As {@link KeyValueMap#compareAndSet}, for ever. */
    public Promise<Long> compareAndSet(String key, long sequence, V value) {
        Objects.requireNonNull(value, "value");
        return compareAndSet(key, sequence, value, null);
    }

    /** As {@link KeyValueMap#compareAndSet}. */
    public Promise<Long> compareAndSet(String key, long sequence, V value, @Nullable Instant expiry) {
        Objects.requireNonNull(value, "value");
        return map.compareAndSet(bytes(key), sequence, codec.encode(value), expiry);
    }

    /** Removes a key if its value still has a sequence number; true if it did. */
    public Promise<Boolean> compareAndRemove(String key, long sequence) {
        return map.compareAndRemove(bytes(key), sequence);
    }

    /** Several changes to be made as one. */
    public TypedBatch<V> batch() {
        return new TypedBatch<>(map, codec::encode);
    }

    /** The keys that begin with a prefix and their values, as {@link KeyValueMap#scan}. */
    public Flow.Publisher<Map.Entry<String, V>> scan(String prefix) {
        Objects.requireNonNull(prefix, "prefix");
        return new MappedStream<>(
                map.scan(bytes(prefix)),
                record -> Map.entry(record.keyText(), codec.decode(record.value(), valueType)));
    }

    /** Each change from now on, as {@link KeyValueMap#changes}. */
    public Flow.Publisher<TypedChange<V>> changes(String prefix) {
        Objects.requireNonNull(prefix, "prefix");
        return new MappedStream<>(map.changes(bytes(prefix)), this::typed);
    }

    /** Each change from a sequence number on, as {@link KeyValueMap#changesFrom}. */
    public Flow.Publisher<TypedChange<V>> changesFrom(String prefix, long sequence) {
        Objects.requireNonNull(prefix, "prefix");
        return new MappedStream<>(map.changesFrom(bytes(prefix), sequence), this::typed);
    }

    /** The records that there are and then each change, as {@link KeyValueMap#follow}. */
    public Flow.Publisher<TypedChange<V>> follow(String prefix) {
        Objects.requireNonNull(prefix, "prefix");
        return new MappedStream<>(map.follow(bytes(prefix)), this::typed);
    }

    private TypedChange<V> typed(Change change) {
        return new TypedChange<>(
                change.keyText(), decoded(change.value()), change.sequence(), change.expiry(), change.batchGoesOn());
    }

    /** Removes a key; true if there was one. */
    public Promise<Boolean> remove(String key) {
        return map.remove(bytes(key));
    }

    /** How many keys there are. */
    public Promise<Long> size() {
        return map.size();
    }

    /** The map without types. */
    public KeyValueMap raw() {
        return map;
    }

    static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }
}
