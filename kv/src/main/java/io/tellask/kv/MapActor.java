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

    /** Said to the caller: a client's mistake is no stack trace in the server's log. */
    private static void require(String argument, @Nullable Object value) {
        if (value == null) {
            throw isNull(argument);
        }
    }

    private static void requireAll(String argument, byte @Nullable [][] values) {
        if (values == null) {
            throw isNull(argument);
        }
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                throw isNull(argument + "[" + i + "]");
            }
        }
    }

    private static KeyValueException isNull(String argument) {
        return new KeyValueException("call refused: " + argument + "=null; no key, value, batch or prefix is null");
    }

    private static void requireSequence(long sequence) {
        if (sequence < 0) {
            throw new KeyValueException(
                    "call refused: sequence=" + sequence + " < 0; give one that the map told of, or 0");
        }
    }

    @Override
    public Promise<byte[]> get(byte[] key) {
        require("key", key);
        return Promise.of(intact(() -> map.getBytes(key)));
    }

    @Override
    public Promise<byte[][]> getAll(byte[][] keys) {
        requireAll("keys", keys);
        return Promise.of(
                intact(() -> map.getAllBytes(Arrays.asList(keys), answerBytes).toArray(byte[][]::new)));
    }

    @Override
    public Promise<VersionedValue> getVersioned(byte[] key) {
        require("key", key);
        Versioned<byte[]> found = intact(() -> map.getVersioned(key));
        return Promise.of(found == null ? null : new VersionedValue(found.value(), found.sequence(), found.expiry()));
    }

    @Override
    public Promise<Void> put(byte[] key, byte[] value) {
        require("key", key);
        require("value", value);
        return written(intact(() -> {
            map.put(key, value);
            return null;
        }));
    }

    @Override
    public Promise<Void> put(byte[] key, byte[] value, @Nullable Instant expiry) {
        require("key", key);
        require("value", value);
        return written(intact(() -> {
            map.put(key, value, expiry);
            return null;
        }));
    }

    @Override
    public Promise<byte[]> putIfAbsent(byte[] key, byte[] value) {
        require("key", key);
        require("value", value);
        byte[] present = intact(() -> map.putIfAbsent(key, value));
        return present == null ? written(null) : Promise.of(present);
    }

    @Override
    public Promise<Long> compareAndSet(byte[] key, long sequence, byte[] value, @Nullable Instant expiry) {
        require("key", key);
        require("value", value);
        requireSequence(sequence);
        // nobody else writes, so that the youngest sequence number is this value's
        return intact(() -> map.compareAndSet(key, sequence, value, expiry)) ? written(map.sequence()) : Promise.of(0L);
    }

    @Override
    public Promise<Boolean> compareAndRemove(byte[] key, long sequence) {
        require("key", key);
        requireSequence(sequence);
        return intact(() -> map.compareAndRemove(key, sequence)) ? written(true) : Promise.of(false);
    }

    @Override
    public Promise<Boolean> commit(KeyValueBatch batch) {
        require("batch", batch);
        require("batch.steps", batch.steps());
        Batch<byte[], byte[]> changes = map.batch();
        for (KeyValueBatch.Step step : batch.steps()) {
            require("batch.step", step);
            require("batch.key", step.key());
            switch (step) {
                case KeyValueBatch.Put put -> {
                    require("batch.value", put.value());
                    changes.put(put.key(), put.value(), put.expiry());
                }
                case KeyValueBatch.Remove remove -> changes.remove(remove.key());
                case KeyValueBatch.Require require -> {
                    requireSequence(require.sequence());
                    changes.require(require.key(), require.sequence());
                }
            }
        }
        return intact(changes::commit) ? written(true) : Promise.of(false);
    }

    @Override
    public Promise<Void> putAll(byte[][] keys, byte[][] values) {
        requireAll("keys", keys);
        requireAll("values", values);
        if (keys.length != values.length) {
            throw new KeyValueException(
                    "put refused: keys=" + keys.length + ", values=" + values.length + "; give each key a value");
        }
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
        require("key", key);
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
        require("prefix", prefix);
        return new RecordStream(subscribers, prefix);
    }

    @Override
    public Flow.Publisher<Change> changes(byte[] prefix) {
        require("prefix", prefix);
        return new ChangeStream(subscribers, prefix, ChangeStream.NOW);
    }

    @Override
    public Flow.Publisher<Change> changesFrom(byte[] prefix, long sequence) {
        require("prefix", prefix);
        requireSequence(sequence);
        return new ChangeStream(subscribers, prefix, sequence);
    }

    @Override
    public Flow.Publisher<Change> follow(byte[] prefix) {
        require("prefix", prefix);
        return new ChangeStream(subscribers, prefix, ChangeStream.RECORDS_FIRST);
    }

    @Override
    public <R> Flow.Publisher<R> process(byte[] prefix, Spore<KeyValue, R> spore) {
        require("prefix", prefix);
        require("spore", spore);
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
