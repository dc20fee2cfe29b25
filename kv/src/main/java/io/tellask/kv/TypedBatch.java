package io.tellask.kv;

import io.tellask.actor.Promise;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Several changes of a {@link TypedMap} to be made as one, as a {@link KeyValueBatch}. Not thread-safe. */
public final class TypedBatch<V> {
    private final KeyValueMap map;
    private final Function<? super V, byte[]> encoder;
    private final KeyValueBatch.Builder steps = KeyValueBatch.builder();

    TypedBatch(KeyValueMap map, Function<? super V, byte[]> encoder) {
        this.map = map;
        this.encoder = encoder;
    }

    /** Sets the value of a key, for ever. */
    public TypedBatch<V> put(String key, V value) {
        Objects.requireNonNull(value, "value");
        return put(key, value, null);
    }

    /** Sets the value of a key until an expiry, by the server's clock. */
    public TypedBatch<V> put(String key, V value, @Nullable Instant expiry) {
        Objects.requireNonNull(value, "value");
        steps.put(TypedMap.bytes(key), encoder.apply(value), expiry);
        return this;
    }

    /** Removes a key, if it is there. */
    public TypedBatch<V> remove(String key) {
        steps.remove(TypedMap.bytes(key));
        return this;
    }

    /** Lets nothing be done unless a key still has the value of a sequence number, or none for 0. */
    public TypedBatch<V> require(String key, long sequence) {
        steps.require(TypedMap.bytes(key), sequence);
        return this;
    }

    /** Makes all changes at once, or none: false if a requirement does not hold. */
    public Promise<Boolean> commit() {
        return map.commit(steps.build());
    }
}
