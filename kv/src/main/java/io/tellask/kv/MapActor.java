package io.tellask.kv;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.remote.Spore;
import io.tellask.remote.SporeRun;
import io.tellask.remote.UntakenItems;
import io.tellask.store.Batch;
import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.Scan;
import io.tellask.store.StoreException;
import io.tellask.store.StoreStatistics;
import io.tellask.store.Versioned;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
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
    private final MapDamage damage;
    private final Durability durability;
    private final int answerBytes;
    private final Subscribers subscribers;

    MapActor(String name, Path folder, DurableMap<byte[], byte[]> map, KeyValueOptions options) {
        this.name = name;
        damage = new MapDamage(name, folder);
        this.map = map;
        durability = options.durability();
        answerBytes = options.answerBytes();
        subscribers = new Subscribers(damage, map, options);
    }

    @Override
    public Promise<byte[]> get(byte[] key) {
        Arguments.require("key", key);
        return Promise.of(intact(() -> map.getBytes(key)));
    }

    @Override
    public Promise<byte[][]> getAll(byte[][] keys) {
        Arguments.requireAll("keys", keys);
        return Promise.of(
                intact(() -> map.getAllBytes(Arrays.asList(keys), answerBytes).toArray(byte[][]::new)));
    }

    @Override
    public Promise<VersionedValue> getVersioned(byte[] key) {
        Arguments.require("key", key);
        Versioned<byte[]> found = intact(() -> map.getVersioned(key));
        return Promise.of(found == null ? null : new VersionedValue(found.value(), found.sequence(), found.expiry()));
    }

    @Override
    public Promise<Void> put(byte[] key, byte[] value) {
        Arguments.require("key", key);
        Arguments.require("value", value);
        return written(intact(() -> {
            map.put(key, value);
            return null;
        }));
    }

    @Override
    public Promise<Void> put(byte[] key, byte[] value, @Nullable Instant expiry) {
        Arguments.require("key", key);
        Arguments.require("value", value);
        return written(intact(() -> {
            map.put(key, value, expiry);
            return null;
        }));
    }

    @Override
    public Promise<byte[]> putIfAbsent(byte[] key, byte[] value) {
        Arguments.require("key", key);
        Arguments.require("value", value);
        byte[] present = intact(() -> map.putIfAbsent(key, value));
        return present == null ? written(null) : Promise.of(present);
    }

    @Override
    public Promise<Long> compareAndSet(byte[] key, long sequence, byte[] value, @Nullable Instant expiry) {
        Arguments.require("key", key);
        Arguments.require("value", value);
        Arguments.requireSequence(sequence);
        // nobody else writes, so that the youngest sequence number is this value's
        return intact(() -> map.compareAndSet(key, sequence, value, expiry)) ? written(map.sequence()) : Promise.of(0L);
    }

    @Override
    public Promise<Boolean> compareAndRemove(byte[] key, long sequence) {
        Arguments.require("key", key);
        Arguments.requireSequence(sequence);
        return intact(() -> map.compareAndRemove(key, sequence)) ? written(true) : Promise.of(false);
    }

    @Override
    public Promise<Boolean> commit(KeyValueBatch batch) {
        Arguments.require("batch", batch);
        Arguments.require("batch.steps", batch.steps());
        Batch<byte[], byte[]> changes = map.batch();
        for (KeyValueBatch.Step step : batch.steps()) {
            Arguments.require("batch.step", step);
            Arguments.require("batch.key", step.key());
            switch (step) {
                case KeyValueBatch.Put put -> {
                    Arguments.require("batch.value", put.value());
                    changes.put(put.key(), put.value(), put.expiry());
                }
                case KeyValueBatch.Remove remove -> changes.remove(remove.key());
                case KeyValueBatch.Require require -> {
                    Arguments.requireSequence(require.sequence());
                    changes.require(require.key(), require.sequence());
                }
            }
        }
        return intact(changes::commit) ? written(true) : Promise.of(false);
    }

    @Override
    public Promise<Void> putAll(byte[][] keys, byte[][] values) {
        Arguments.requireAll("keys", keys);
        Arguments.requireAll("values", values);
        Arguments.requireSameLength(keys, values);
        try {
            for (int i = 0; i < keys.length; i++) {
                map.put(keys[i], values[i]);
            }
        } catch (StoreException failure) {
            throw damage.told(failure);
        } finally {
            subscribers.wrote();
        }
        return acknowledged(null);
    }

    @Override
    public Promise<Boolean> remove(byte[] key) {
        Arguments.require("key", key);
        return written(intact(() -> map.remove(key)));
    }

    private <T> T intact(Supplier<T> access) {
        return damage.told(access);
    }

    private <T> Promise<T> written(@Nullable T answer) {
        subscribers.wrote();
        return acknowledged(answer);
    }

    private <T> Promise<T> acknowledged(@Nullable T answer) {
        return durability == Durability.FORCED
                ? Promise.<Void>from(map.force()).handle((forced, failure) -> forced(answer, failure))
                : Promise.of(answer);
    }

    private <T> @Nullable T forced(@Nullable T answer, @Nullable Throwable failure) {
        Throwable reason = failure instanceof CompletionException ? failure.getCause() : failure;
        switch (reason) {
            case null -> {
                return answer;
            }
            case StoreException refused -> throw damage.told(refused);
            default -> throw new CompletionException(reason);
        }
    }

    @Override
    public Promise<Long> size() {
        return Promise.of(map.size());
    }

    @Override
    public Flow.Publisher<KeyValue> scan(byte[] prefix) {
        Arguments.require("prefix", prefix);
        return new RecordStream(subscribers, prefix);
    }

    @Override
    public Flow.Publisher<Change> changes(byte[] prefix) {
        Arguments.require("prefix", prefix);
        return new ChangeStream(subscribers, prefix, ChangeStream.NOW);
    }

    @Override
    public Flow.Publisher<Change> changesFrom(byte[] prefix, long sequence) {
        Arguments.require("prefix", prefix);
        Arguments.requireSequence(sequence);
        return new ChangeStream(subscribers, prefix, sequence);
    }

    @Override
    public Flow.Publisher<Change> follow(byte[] prefix) {
        Arguments.require("prefix", prefix);
        return new ChangeStream(subscribers, prefix, ChangeStream.RECORDS_FIRST);
    }

    @Override
    public <R> Flow.Publisher<R> process(byte[] prefix, Spore<KeyValue, R> spore) {
        Arguments.require("prefix", prefix);
        Arguments.require("spore", spore);
        return SporeRun.start(spore, run -> {
            try (Scan<byte[], byte[]> scan = map.scan(prefix)) {
                boolean goesOn = true;
                while (goesOn && !scan.hasEnded()) {
                    goesOn = intact(() -> scan.nextWithin(UntakenItems.PASSED_BYTES))
                            ? run.accept(new KeyValue(scan.key(), scan.value()))
                            : run.giveWay();
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
