package io.tellask.cluster;

import io.tellask.actor.Promise;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.codec.Codec;
import io.tellask.store.StoreLimits;
import io.tellask.store.codec.KeyCodec;
import io.tellask.store.segment.KeyBuffer;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A map that a group keeps, each member a copy on its disk: what {@code put} wrote is at a majority when its promise completes, and whoever reads
 * afterwards sees it. Keys are those of {@link io.tellask.store.DurableMap}. Thread-safe.
 *
 * <p>Promises fail as those of {@link ReplicaClient} do.
 */
public final class ReplicatedMap<K, V> implements ClusterMap<K, V> {
    private static final int KEY_BYTES = StoreLimits.defaults().keyBytes() - 1; // one is the map's own

    /** Keys that are read with one question, at most. */
    public static final int MOST_KEYS = MapMachine.MOST_QUESTION_KEYS;

    private final ReplicaClient client;
    private final Function<byte[], Promise<byte[]>> questions;
    private final KeyCodec<K> keys;
    private final Codec codec;
    private final Class<V> valueType;

    private ReplicatedMap(
            ReplicaClient client,
            Function<byte[], Promise<byte[]>> questions,
            KeyCodec<K> keys,
            Class<V> valueType,
            Codec codec) {
        this.client = client;
        this.questions = questions;
        this.keys = keys;
        this.valueType = Objects.requireNonNull(valueType, "valueType");
        this.codec = Objects.requireNonNull(codec, "codec");
    }

    /** The map of a group whose state is a {@link MapMachine}; its values are encoded by a codec that takes the closure of their type. */
    public static <K, V> ReplicatedMap<K, V> of(ReplicaClient client, Class<K> keyType, Class<V> valueType) {
        Objects.requireNonNull(valueType, "valueType");
        return of(client, keyType, valueType, Codec.builder().allow(valueType).build());
    }

    /** The map of a group whose state is a {@link MapMachine}. */
    public static <K, V> ReplicatedMap<K, V> of(
            ReplicaClient client, Class<K> keyType, Class<V> valueType, Codec codec) {
        Objects.requireNonNull(client, "client");
        return new ReplicatedMap<>(
                client, client::query, KeyCodec.of(Objects.requireNonNull(keyType, "keyType")), valueType, codec);
    }

    /** The map of a group whose state is a {@link MapMachine}, with values that are stored as they are. */
    public static ReplicatedMap<byte[], byte[]> ofBytes(ReplicaClient client) {
        return of(client, byte[].class, byte[].class, Codec.standard());
    }

    /** The same map, read from the copy that a member of this process has, which may be old; writes are as before. */
    public ReplicatedMap<K, V> readingLocally(Replica replica) {
        Objects.requireNonNull(replica, "replica");
        return new ReplicatedMap<>(
                client, question -> Promise.of(replica.queryLocally(question)), keys, valueType, codec);
    }

    /**
     * A value with what changes whenever it is written.
     *
     * @param <V> type of the value
     * @param version greater than that of any earlier value of the map; 1 at least
     * @param expiry when the key stops to exist, or null for never
     */
    public record Versioned<V>(
            V value, long version, @Nullable Instant expiry) {}

    /**
     * What became of a batch.
     *
     * @param version of all that it wrote; 0 where a requirement did not hold and nothing was changed
     * @param removed how many keys that had a value it removed
     * @param moved whether nothing was changed since a key that it was bound to has another version
     */
    public record Outcome(long version, int removed, boolean moved) {
        private static final Outcome NOTHING = new Outcome(0, 0, false);
        private static final Outcome MOVED = new Outcome(0, 0, true);

        /** Whether all requirements held. */
        public boolean applied() {
            return version > 0;
        }
    }

    @Override
    public Promise<@Nullable V> stale(K key) {
        return client.queryLocally(MapCommand.get(encoded(key)))
                .thenApply(this::decoded)
                .thenApply(found -> found == null ? null : found.value());
    }

    @Override
    public Promise<@Nullable Versioned<V>> versioned(K key) {
        return questions.apply(MapCommand.get(encoded(key))).thenApply(this::decoded);
    }

    /**
     * The values of up to {@value #MOST_KEYS} keys with their versions, null for one that has none. They are read one after the other in this order:
     * commands may be applied in between.
     */
    public Promise<List<@Nullable Versioned<V>>> versionedAll(List<K> several) {
        return questions.apply(allOf(several)).thenApply(this::allDecoded);
    }

    /** As {@link #versionedAll}, at the member that the client is connected to: they may be old, and cost no talk among members. */
    public Promise<List<@Nullable Versioned<V>>> staleAll(List<K> several) {
        return client.queryLocally(allOf(several)).thenApply(this::allDecoded);
    }

    private byte[] allOf(List<K> several) {
        LogLimits.require("keys", Objects.requireNonNull(several, "several").size(), 1, MOST_KEYS);
        return MapCommand.getAll(several.stream().map(this::encoded).toList());
    }

    private List<@Nullable Versioned<V>> allDecoded(byte[] answer) {
        List<@Nullable Versioned<V>> found = new ArrayList<>();
        for (ByteBuffer in = ByteBuffer.wrap(answer); in.hasRemaining(); ) {
            found.add(decoded(MapCommand.bytes(in)));
        }
        return found;
    }

    private @Nullable Versioned<V> decoded(byte[] answer) {
        if (answer.length == 0) {
            return null;
        }
        MapValue found = MapValue.of(answer);
        V value = valueType == byte[].class
                ? valueType.cast(found.bytes())
                : Objects.requireNonNull(codec.decode(found.bytes(), valueType));
        return new Versioned<>(value, found.version(), found.expiry());
    }

    /** How many keys have a value, with those that expired and were not removed yet. */
    public Promise<Long> size() {
        return questions
                .apply(MapCommand.size())
                .thenApply(answer -> ByteBuffer.wrap(answer).getLong());
    }

    @Override
    public Promise<Void> put(K key, V value) {
        return batch().put(key, value).commit().thenApply(done -> null);
    }

    @Override
    public Promise<Void> remove(K key) {
        return batch().remove(key).commit().thenApply(done -> null);
    }

    @Override
    public Promise<Boolean> compareAndSet(K key, long expectedVersion, V value) {
        return batch().require(key, expectedVersion).put(key, value).commit();
    }

    @Override
    public Promise<Boolean> compareAndRemove(K key, long expectedVersion) {
        return batch().require(key, expectedVersion).remove(key).commit();
    }

    /** Changes that are made all or none. */
    public Batch batch() {
        return new Batch();
    }

    private static Outcome outcome(byte[] answer) {
        return switch (answer[0]) {
            case MapCommand.APPLIED ->
                new Outcome(
                        ByteBuffer.wrap(answer).getLong(1),
                        ByteBuffer.wrap(answer).getInt(1 + Long.BYTES),
                        false);
            case MapCommand.NOT_APPLIED -> Outcome.NOTHING;
            case MapCommand.MOVED -> Outcome.MOVED;
            case MapCommand.REFUSED ->
                throw new ClusterException(
                        Problem.REFUSED,
                        "cluster: the batch was refused, one of its keys is longer than keyBytes=" + KEY_BYTES
                                + ", or all of it than a batch of the store; divide it");
            default ->
                throw new ClusterException(
                        Problem.UNKNOWN_OUTCOME,
                        "cluster: the batch was decided on before its member began again, which has forgotten how; read what it was to change");
        };
    }

    private static long millis(Instant expiry) {
        try {
            return expiry.toEpochMilli();
        } catch (ArithmeticException far) {
            return expiry.getEpochSecond() < 0 ? 0 : Long.MAX_VALUE;
        }
    }

    private byte[] encodedValue(V value) {
        Objects.requireNonNull(value, "value");
        return value instanceof byte[] bytes ? bytes : codec.encode(value, valueType);
    }

    private byte[] encoded(K key) {
        KeyBuffer buffer = KeyBuffer.empty(KEY_BYTES);
        keys.encode(Objects.requireNonNull(key, "key"), buffer);
        return buffer.bytes();
    }

    /** Changes that are made all or none, if all requirements hold. Not thread-safe. */
    public final class Batch {
        private final List<MapCommand.Step> steps = new ArrayList<>();

        private Batch() {}

        /** Sets the value of a key. */
        public Batch put(K key, V value) {
            steps.add(new MapCommand.Step(MapCommand.PUT, encoded(key), encodedValue(value), 0));
            return this;
        }

        /**
         * Sets the value of a key until an expiry, by the clock of the member that leads; null is never. Before 1970 is as at its first
         * millisecond.
         */
        public Batch put(K key, V value, @Nullable Instant expiry) {
            if (expiry == null) {
                return put(key, value);
            }
            long millis = Math.max(1, millis(expiry));
            steps.add(new MapCommand.Step(MapCommand.PUT_UNTIL, encoded(key), encodedValue(value), millis));
            return this;
        }

        /** Removes a key whose value has expired by the clock of the member that leads, which nobody sees, and leaves any other. */
        public Batch removeExpired(K key) {
            steps.add(new MapCommand.Step(MapCommand.REMOVE_EXPIRED, encoded(key), null, 0));
            return this;
        }

        /** Removes a key, if it is there. */
        public Batch remove(K key) {
            steps.add(new MapCommand.Step(MapCommand.REMOVE, encoded(key), null, 0));
            return this;
        }

        /** Makes the batch depend on a key's version before it, 0 for one that is absent. */
        public Batch require(K key, long version) {
            if (version < 0) {
                throw new IllegalArgumentException("cluster: version=" + version + ", allowed=0..");
            }
            steps.add(new MapCommand.Step(MapCommand.REQUIRE, encoded(key), null, version));
            return this;
        }

        /**
         * As {@link #require}, for keys that say whether this map may be asked at all: where one has another version, the batch changes nothing,
         * and its {@link #outcome} is {@linkplain Outcome#moved moved}, whatever its requirements are.
         */
        public Batch bind(K key, long version) {
            steps.add(new MapCommand.Step(MapCommand.BOUND, encoded(key), null, version));
            return this;
        }

        /**
         * Sets a value with the version and the expiry that it had in another map; versions of all that is written in this batch or later are
         * greater than that one.
         */
        public Batch restore(K key, Versioned<V> found) {
            Objects.requireNonNull(key, "key");
            Objects.requireNonNull(found, "found");
            MapValue value = new MapValue(found.version(), found.expiry(), encodedValue(found.value()));
            steps.add(new MapCommand.Step(MapCommand.RESTORE, encoded(key), MapValue.checked(value.stored()), 0));
            return this;
        }

        /** Applies all of it, or nothing if a requirement does not hold; whether it did. */
        public Promise<Boolean> commit() {
            return outcome().thenApply(Outcome::applied);
        }

        /** As {@link #commit}; what became of it. */
        public Promise<Outcome> outcome() {
            return client.apply(MapCommand.encode(steps)).thenApply(ReplicatedMap::outcome);
        }
    }
}
