package io.tellask.kv;

import io.tellask.actor.Promise;
import io.tellask.codec.Codec;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

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
        codec.check(valueType);
        return new TypedMap<>(map, codec, valueType);
    }

    /** The value of a key, or null where there is none. */
    public Promise<V> get(String key) {
        return map.get(bytes(key)).thenApply(value -> value == null ? null : codec.decode(value, valueType));
    }

    /** Stores a value, in place of an earlier one if there is any. */
    public Promise<Void> put(String key, V value) {
        return map.put(bytes(key), codec.encode(value));
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

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }
}
