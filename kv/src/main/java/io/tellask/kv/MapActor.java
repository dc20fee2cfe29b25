package io.tellask.kv;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.remote.Spore;
import io.tellask.remote.SporeRun;
import io.tellask.store.Batch;
import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.Scan;
import io.tellask.store.StoreStatistics;
import io.tellask.store.Versioned;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * One map behind its contract. Writes and single reads happen here, one after the other; scans read on threads of their own.
 *
 * <p>Where every write is forced to disk, the map itself runs {@code BUFFERED} and the acknowledgement waits for a force instead: so the
 * actor goes on with other writes meanwhile, and all of them share the next force.
 */
final class MapActor extends Actor implements KeyValueMap {
    private final String name;
    private final DurableMap<byte[], byte[]> map;
    private final Durability durability;
    private final Subscribers subscribers;

    MapActor(String name, DurableMap<byte[], byte[]> map, KeyValueOptions options) {
        this.name = name;
        this.map = map;
        durability = options.durability();
        subscribers = new Subscribers(name, map, options);
    }

    @Override
    public Promise<byte[]> get(byte[] key) {
        return Promise.of(map.getBytes(key));
    }

    @Override
    public Promise<byte[][]> getAll(byte[][] keys) {
        return Promise.of(map.getAllBytes(Arrays.asList(keys)).toArray(byte[][]::new));
    }

    @Override
    public Promise<VersionedValue> getVersioned(byte[] key) {
        Versioned<byte[]> found = map.getVersioned(key);
        return Promise.of(found == null ? null : new VersionedValue(found.value(), found.sequence(), found.expiry()));
    }

    @Override
    public Promise<Void> put(byte[] key, byte[] value) {
        map.put(key, value);
        return written(null);
    }

    @Override
    public Promise<Void> put(byte[] key, byte[] value, @Nullable Instant expiry) {
        map.put(key, value, expiry);
        return written(null);
    }

    @Override
    public Promise<byte[]> putIfAbsent(byte[] key, byte[] value) {
        byte[] present = map.putIfAbsent(key, value);
        return present == null ? written(null) : Promise.of(present);
    }

    @Override
    public Promise<Long> compareAndSet(byte[] key, long sequence, byte[] value, @Nullable Instant expiry) {
        // nobody else writes, so that the youngest sequence number is this value's
        return map.compareAndSet(key, sequence, value, expiry) ? written(map.sequence()) : Promise.of(0L);
    }

    @Override
    public Promise<Boolean> compareAndRemove(byte[] key, long sequence) {
        return map.compareAndRemove(key, sequence) ? written(true) : Promise.of(false);
    }

    @Override
    public Promise<Boolean> commit(KeyValueBatch batch) {
        Batch<byte[], byte[]> changes = map.batch();
        for (KeyValueBatch.Step step : batch.steps()) {
            switch (step) {
                case KeyValueBatch.Put put -> changes.put(put.key(), put.value(), put.expiry());
                case KeyValueBatch.Remove remove -> changes.remove(remove.key());
                case KeyValueBatch.Require require -> changes.require(require.key(), require.sequence());
            }
        }
        return changes.commit() ? written(true) : Promise.of(false);
    }

    @Override
    public Promise<Void> putAll(byte[][] keys, byte[][] values) {
        if (keys.length != values.length) {
            throw new KeyValueException(
                    "put refused: keys=" + keys.length + ", values=" + values.length + "; give each key a value");
        }
        try {
            for (int i = 0; i < keys.length; i++) {
                map.put(keys[i], values[i]);
            }
        } finally {
            subscribers.wrote();
        }
        return acknowledged(null);
    }

    @Override
    public Promise<Boolean> remove(byte[] key) {
        return written(map.remove(key));
    }

    private <T> Promise<T> written(@Nullable T answer) {
        subscribers.wrote();
        return acknowledged(answer);
    }

    private <T> Promise<T> acknowledged(@Nullable T answer) {
        return durability == Durability.FORCED
                ? Promise.<Void>from(map.force()).thenApply(forced -> answer)
                : Promise.of(answer);
    }

    @Override
    public Promise<Long> size() {
        return Promise.of(map.size());
    }

    @Override
    public Flow.Publisher<KeyValue> scan(byte[] prefix) {
        return new RecordStream(subscribers, prefix);
    }

    @Override
    public Flow.Publisher<Change> changes(byte[] prefix) {
        return new ChangeStream(subscribers, prefix, ChangeStream.NOW);
    }

    @Override
    public Flow.Publisher<Change> changesFrom(byte[] prefix, long sequence) {
        return new ChangeStream(subscribers, prefix, Math.max(0, sequence));
    }

    @Override
    public Flow.Publisher<Change> follow(byte[] prefix) {
        return new ChangeStream(subscribers, prefix, ChangeStream.RECORDS_FIRST);
    }

    @Override
    public <R> Flow.Publisher<R> process(byte[] prefix, Spore<KeyValue, R> spore) {
        return SporeRun.start(spore, run -> {
            try (Scan<byte[], byte[]> scan = map.scan(prefix)) {
                boolean goesOn = true;
                while (goesOn && scan.next()) {
                    goesOn = run.accept(new KeyValue(scan.key(), scan.value()));
                }
            }
        });
    }

    @Override
    public Promise<MapStatistics> statistics() {
        StoreStatistics now = map.statistics();
        return Promise.of(new MapStatistics(
                name,
                now.records(),
                now.liveBytes(),
                now.allocatedBytes(),
                durability.name(),
                now.sequence(),
                map.oldestSequence(),
                subscribers.count(),
                now.segments(),
                now.inertBytes(),
                now.forces(),
                now.compactions(),
                now.freedBytes()));
    }

    @Override
    protected void onStop(StopReason reason) {
        subscribers.end(
                new KeyValueException("changes ended: map=" + name + " is closed; subscribe again when it is served"));
        map.close();
    }
}
