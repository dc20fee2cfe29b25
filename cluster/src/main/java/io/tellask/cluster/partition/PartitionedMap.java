package io.tellask.cluster.partition;

import io.tellask.actor.Promise;
import io.tellask.cluster.ClusterMap;
import io.tellask.cluster.ReplicatedMap.Outcome;
import io.tellask.cluster.ReplicatedMap.Versioned;
import io.tellask.codec.Codec;
import io.tellask.remote.Spore;
import io.tellask.store.StoreLimits;
import io.tellask.store.codec.KeyCodec;
import io.tellask.store.segment.KeyBuffer;
import io.tellask.store.segment.KeyInput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A map whose entries many groups keep, each those of its slots: what {@code ReplicatedMap} promises of a key, this does, wherever its slot is and
 * while it moves. Keys are those of {@link io.tellask.store.DurableMap}; keys with the same <code>{tag}</code> are in one slot, see {@link Slots}.
 * Thread-safe.
 *
 * <p>Promises fail as those of {@code ReplicaClient} do, and with {@code MOVED} where no group served the slot in time: then nothing was changed.
 */
public final class PartitionedMap<K, V> implements ClusterMap<K, V> {
    /** The longest key, as it is stored. */
    public static final int KEY_BYTES = StoreLimits.defaults().keyBytes() - 1 - Place.KEY_BYTES;

    private static final byte[] NOTHING = {};
    private static final int ORDERED_PARTS_AHEAD = 1; // of each group
    private static final int RESULTS_AHEAD = 64; // of each group

    private final Partitions partitions;
    private final SlotCalls calls;
    private final Duration patience;
    private final KeyCodec<K> keys;
    private final Class<V> valueType;
    private final Codec codec;

    PartitionedMap(
            Partitions partitions,
            SlotCalls calls,
            Duration patience,
            Class<K> keyType,
            Class<V> valueType,
            Codec codec) {
        this.partitions = partitions;
        this.calls = calls;
        this.patience = patience;
        keys = KeyCodec.of(Objects.requireNonNull(keyType, "keyType"));
        this.valueType = Objects.requireNonNull(valueType, "valueType");
        this.codec = Objects.requireNonNull(codec, "codec");
    }

    /** The slot of a key. */
    public int slot(K key) {
        return Slots.of(encoded(key));
    }

    private byte[] encoded(K key) {
        KeyBuffer buffer = KeyBuffer.empty(KEY_BYTES);
        keys.encode(Objects.requireNonNull(key, "key"), buffer);
        return buffer.bytes();
    }

    @Override
    public Promise<@Nullable V> stale(K key) {
        return read(key, true).thenApply(found -> found == null ? null : found.value());
    }

    @Override
    public Promise<@Nullable Versioned<V>> versioned(K key) {
        return read(key, false);
    }

    private Promise<@Nullable Versioned<V>> read(K key, boolean isLocal) {
        byte[] bytes = encoded(key);
        int slot = Slots.of(bytes);
        return calls.read(slot, Place.entryKey(slot, bytes), isLocal)
                .thenApply(found -> found == null
                        ? null
                        : new Versioned<>(decoded(found.value()), found.version(), found.expiry()));
    }

    private V decoded(byte[] value) {
        return valueType == byte[].class
                ? valueType.cast(value)
                : Objects.requireNonNull(codec.decode(value, valueType));
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

    /** Changes of keys in one slot that are made all or none. */
    public Batch batch() {
        return new Batch();
    }

    /**
     * All entries, in no order, from all groups side by side. Those of a group are as of one moment after the stream was subscribed to, at
     * which the group had all slots that it is asked for: a key that is there all the time comes once. The stream fails where a member ends that
     * has begun; begin again then.
     */
    public Flow.Publisher<Map.Entry<K, V>> scan() {
        return new PartitionScan<byte[], Map.Entry<K, V>>(
                        partitions,
                        patience,
                        PartitionService::entries,
                        (part, emitter) -> EntryPart.read(
                                part,
                                (key, value) -> ThreadStream.emit(emitter, entry(key, Objects.requireNonNull(value)))))
                .stream();
    }

    /**
     * All entries in the order of their keys as they are stored: numbers as numbers, strings by their UTF-8 bytes. A key that is there all the time
     * comes once, with a value that it had after the stream was subscribed to; it goes on where slots move and where members end, and fails where no
     * member serves what is left in time. A member goes over all of its entries for each 16 MiB that it gives.
     */
    public Flow.Publisher<Map.Entry<K, V>> scanInOrder() {
        return scanFrom(NOTHING);
    }

    /** As {@link #scanInOrder()}, beginning with the first key that is not less than this one. */
    public Flow.Publisher<Map.Entry<K, V>> scanInOrder(K from) {
        return scanFrom(encoded(from));
    }

    private Flow.Publisher<Map.Entry<K, V>> scanFrom(byte[] from) {
        return new OrderedScan<byte[], Map.Entry<K, V>>(
                        partitions,
                        patience,
                        ORDERED_PARTS_AHEAD,
                        PartitionService::entriesInOrder,
                        (part, items) -> EntryPart.read(
                                part,
                                (key, value) -> items.accept(
                                        PartitionMember.key(key), List.of(entry(key, Objects.requireNonNull(value))))))
                .stream(SlotPlan.all(), from);
    }

    /**
     * What a spore makes of each entry, in the order of the keys, as {@link #scanInOrder} gives them: the spore runs at members of all groups, side by
     * side. It must make of each entry what it makes of that one alone, for which there may be {@link KeyedResults#MOST_RESULTS} results: where
     * slots move, the spore begins anew elsewhere, behind the last entry whose results were given. Its {@code finish} is not called.
     */
    public <R> Flow.Publisher<R> processInOrder(Spore<StoredEntry, R> spore) {
        Objects.requireNonNull(spore, "spore");
        return new OrderedScan<KeyedResults<R>, R>(
                        partitions,
                        patience,
                        RESULTS_AHEAD,
                        (service, slots, first) -> service.processInOrder(slots, first, spore),
                        (found, items) -> items.accept(found.key(), found.results()))
                .stream(SlotPlan.all(), NOTHING);
    }

    private Map.Entry<K, V> entry(byte[] stored, Versioned<byte[]> value) {
        return Map.entry(
                keys.decode(new KeyInput(stored, Place.KEY_BYTES, stored.length - Place.KEY_BYTES)),
                decoded(value.value()));
    }

    /**
     * What a spore makes of all entries: it runs at a member of each group, side by side, and what it emits comes in one stream, in no order.
     * Otherwise as {@link #scan}. Its class must be granted by the codec of the members' servers.
     */
    public <R> Flow.Publisher<R> process(Spore<StoredEntry, R> spore) {
        Objects.requireNonNull(spore, "spore");
        return new PartitionScan<R, R>(
                        partitions,
                        patience,
                        (service, slots) -> service.process(slots, spore),
                        (result, emitter) -> ThreadStream.emit(emitter, result))
                .stream();
    }

    /**
     * Changes that are made all or none, if all requirements hold; all of their keys must be in one slot. What adds a key of another slot throws
     * {@link IllegalArgumentException}. Not thread-safe.
     */
    public final class Batch {
        private final List<SlotStep> steps = new ArrayList<>();
        private int slot;

        private Batch() {}

        /** Sets the value of a key. */
        public Batch put(K key, V value) {
            return put(key, value, null);
        }

        /** Sets the value of a key until an expiry, by the clock of the member that leads; null is never. */
        public Batch put(K key, V value, @Nullable Instant expiry) {
            Objects.requireNonNull(value, "value");
            byte[] bytes = value instanceof byte[] its ? its : codec.encode(value, valueType);
            return add(key, bytes, expiry, SlotStep.CHANGE);
        }

        /** Removes a key, if it is there. */
        public Batch remove(K key) {
            return add(key, null, null, SlotStep.CHANGE);
        }

        /** Makes the batch depend on a key's version before it, 0 for one that is absent. */
        public Batch require(K key, long version) {
            if (version < 0) {
                throw new IllegalArgumentException("cluster: version=" + version + ", allowed=0..");
            }
            return add(key, null, null, version);
        }

        private Batch add(K key, byte @Nullable [] value, @Nullable Instant expiry, long version) {
            byte[] bytes = encoded(key);
            int its = Slots.of(bytes);
            if (!steps.isEmpty() && its != slot) {
                throw new IllegalArgumentException("cluster: slot of a key=" + its + ", slot of the batch=" + slot
                        + "; a batch has keys of one slot, give them the same {tag}, or make a batch for each");
            }
            slot = its;
            steps.add(new SlotStep(Place.entryKey(slot, bytes), value, expiry, version));
            return this;
        }

        /** Applies all of it, or nothing if a requirement does not hold; whether it did. */
        public Promise<Boolean> commit() {
            return outcome().thenApply(Outcome::applied);
        }

        /** As {@link #commit}; what became of it. */
        public Promise<Outcome> outcome() {
            return steps.isEmpty() ? Promise.of(new Outcome(0, 0, false)) : calls.apply(slot, List.copyOf(steps));
        }
    }
}
