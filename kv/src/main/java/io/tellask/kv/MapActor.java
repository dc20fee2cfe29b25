package io.tellask.kv;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.remote.Spore;
import io.tellask.remote.SporeRun;
import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.Scan;
import io.tellask.store.StoreStatistics;
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

    MapActor(String name, DurableMap<byte[], byte[]> map, Durability durability) {
        this.name = name;
        this.map = map;
        this.durability = durability;
    }

    @Override
    public Promise<byte[]> get(byte[] key) {
        return Promise.of(map.getBytes(key));
    }

    @Override
    public Promise<byte[][]> getAll(byte[][] keys) {
        byte[][] values = new byte[keys.length][];
        for (int i = 0; i < keys.length; i++) {
            values[i] = map.getBytes(keys[i]);
        }
        return Promise.of(values);
    }

    @Override
    public Promise<Void> put(byte[] key, byte[] value) {
        map.put(key, value);
        return acknowledged(null);
    }

    @Override
    public Promise<Void> putAll(byte[][] keys, byte[][] values) {
        if (keys.length != values.length) {
            throw new KeyValueException(
                    "put refused: keys=" + keys.length + ", values=" + values.length + "; give each key a value");
        }
        for (int i = 0; i < keys.length; i++) {
            map.put(keys[i], values[i]);
        }
        return acknowledged(null);
    }

    @Override
    public Promise<Boolean> remove(byte[] key) {
        return acknowledged(map.remove(key));
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
        return process(prefix, (record, out) -> out.emit(record));
    }

    @Override
    public <R> Flow.Publisher<R> process(byte[] prefix, Spore<KeyValue, R> spore) {
        return SporeRun.start(spore, run -> {
            try (Scan<byte[], byte[]> scan = map.scan()) {
                boolean goesOn = true;
                while (goesOn && scan.next()) {
                    byte[] key = scan.key();
                    goesOn = startsWith(key, prefix) ? run.accept(new KeyValue(key, scan.value())) : !run.stopped();
                }
            }
        });
    }

    private static boolean startsWith(byte[] key, byte[] prefix) {
        return key.length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    @Override
    public Promise<MapStatistics> statistics() {
        StoreStatistics now = map.statistics();
        return Promise.of(
                new MapStatistics(name, now.records(), now.liveBytes(), now.allocatedBytes(), durability.name()));
    }

    @Override
    protected void onStop(StopReason reason) {
        map.close();
    }
}
