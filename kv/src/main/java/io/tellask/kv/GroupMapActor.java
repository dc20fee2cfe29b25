package io.tellask.kv;

import io.tellask.actor.Promise;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.MapScan;
import io.tellask.cluster.ReplicatedMap;
import io.tellask.remote.Spore;
import io.tellask.remote.SporeRun;
import io.tellask.remote.UntakenItems;
import io.tellask.store.StoreLimitException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * One map of a group. Writes and single reads go to the member that leads, whichever this is; scans, spores and counts see what this member
 * has. Sequence numbers are the places of commands in the log, so that all changes of a batch have the same one.
 */
final class GroupMapActor implements KeyValueMap {
    private static final int READS_AT_ONCE = 256;
    private static final int KEY_COST = 16;

    private final String name;
    private final GroupKeys keys;
    private final ReplicatedMap<byte[], byte[]> map;
    private final GroupCopy copy;
    private final int answerBytes;

    GroupMapActor(String name, ReplicatedMap<byte[], byte[]> map, GroupCopy copy, int answerBytes) {
        this.name = name;
        keys = GroupKeys.of(name);
        this.map = map;
        this.copy = copy;
        this.answerBytes = answerBytes;
    }

    /** The same promise, with failures that the contract knows. */
    static <T> Promise<T> told(Promise<T> promise) {
        return promise.exceptionally(failure -> {
            Throwable reason =
                    failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
            throw reason instanceof ClusterException refused
                    ? new GroupException(refused)
                    : new CompletionException(reason);
        });
    }

    private byte[] checked(byte[] key) {
        Arguments.require("key", key);
        return keys.inGroup(key);
    }

    @Override
    public Promise<byte[]> get(byte[] key) {
        return told(map.get(checked(key)));
    }

    @Override
    public Promise<byte[][]> getAll(byte[][] wanted) {
        Arguments.requireAll("keys", wanted);
        return told(readOn(wanted, new ArrayList<>(), 0));
    }

    /** Some at a time, so that little is held of what turns out to be too much. */
    private Promise<byte[][]> readOn(byte[][] wanted, List<byte @Nullable []> found, long bytes) {
        if (found.size() == wanted.length) {
            return Promise.of(found.toArray(byte[][]::new));
        }
        int end = Math.min(wanted.length, found.size() + READS_AT_ONCE);
        List<Promise<byte[]>> reads = Arrays.stream(wanted, found.size(), end)
                .map(key -> map.get(keys.inGroup(key)))
                .toList();
        return Promise.all(reads).thenCompose(values -> {
            long sum = bytes;
            for (byte[] value : values) {
                found.add(value);
                sum += KEY_COST + (value == null ? 0 : value.length);
            }
            return sum > answerBytes ? Promise.failed(tooMuch(sum)) : readOn(wanted, found, sum);
        });
    }

    private StoreLimitException tooMuch(long bytes) {
        return new StoreLimitException("call refused: map=" + name + ", bytes of the answer=" + bytes
                + " > answerBytes=" + answerBytes + "; ask for fewer keys at once");
    }

    @Override
    public Promise<VersionedValue> getVersioned(byte[] key) {
        return told(map.versioned(checked(key)))
                .thenApply(found ->
                        found == null ? null : new VersionedValue(found.value(), found.version(), found.expiry()));
    }

    @Override
    public Promise<Void> put(byte[] key, byte[] value) {
        return put(key, value, null);
    }

    @Override
    public Promise<Void> put(byte[] key, byte[] value, @Nullable Instant expiry) {
        byte[] inGroup = checked(key);
        Arguments.require("value", value);
        return told(map.batch().put(inGroup, value, expiry).commit()).thenApply(done -> null);
    }

    @Override
    public Promise<byte[]> putIfAbsent(byte[] key, byte[] value) {
        byte[] inGroup = checked(key);
        Arguments.require("value", value);
        return told(putIfAbsentInGroup(inGroup, value));
    }

    /** Until it is written or read: each turn somebody else's removal came between the two. */
    private Promise<byte[]> putIfAbsentInGroup(byte[] key, byte[] value) {
        return map.putIfAbsent(key, value)
                .thenCompose(done -> done
                        ? Promise.<byte[]>of(null)
                        : map.get(key)
                                .thenCompose(present ->
                                        present == null ? putIfAbsentInGroup(key, value) : Promise.of(present)));
    }

    @Override
    public Promise<Long> compareAndSet(byte[] key, long sequence, byte[] value, @Nullable Instant expiry) {
        byte[] inGroup = checked(key);
        Arguments.require("value", value);
        Arguments.requireSequence(sequence);
        return told(map.batch()
                        .require(inGroup, sequence)
                        .put(inGroup, value, expiry)
                        .outcome())
                .thenApply(ReplicatedMap.Outcome::version);
    }

    @Override
    public Promise<Boolean> compareAndRemove(byte[] key, long sequence) {
        byte[] inGroup = checked(key);
        Arguments.requireSequence(sequence);
        return told(map.batch().require(inGroup, sequence).remove(inGroup).outcome())
                .thenApply(outcome -> outcome.removed() > 0);
    }

    @Override
    public Promise<Boolean> commit(KeyValueBatch batch) {
        Arguments.require("batch", batch);
        Arguments.require("batch.steps", batch.steps());
        ReplicatedMap<byte[], byte[]>.Batch changes = map.batch();
        for (KeyValueBatch.Step step : batch.steps()) {
            Arguments.require("batch.step", step);
            byte[] key = checked(step.key());
            switch (step) {
                case KeyValueBatch.Put put -> {
                    Arguments.require("batch.value", put.value());
                    changes.put(key, put.value(), put.expiry());
                }
                case KeyValueBatch.Remove ignored -> changes.remove(key);
                case KeyValueBatch.Require require -> {
                    Arguments.requireSequence(require.sequence());
                    changes.require(key, require.sequence());
                }
            }
        }
        return told(changes.commit());
    }

    @Override
    public Promise<Void> putAll(byte[][] putKeys, byte[][] values) {
        Arguments.requireAll("keys", putKeys);
        Arguments.requireAll("values", values);
        Arguments.requireSameLength(putKeys, values);
        List<Promise<Void>> written = new ArrayList<>();
        for (int i = 0; i < putKeys.length; i++) {
            written.add(map.put(keys.inGroup(putKeys[i]), values[i]));
        }
        return told(Promise.all(written)).thenApply(done -> null);
    }

    @Override
    public Promise<Boolean> remove(byte[] key) {
        return told(map.batch().remove(checked(key)).outcome()).thenApply(outcome -> outcome.removed() > 0);
    }

    @Override
    public Promise<Long> size() {
        return statistics().thenApply(MapStatistics::records);
    }

    @Override
    public Promise<MapStatistics> statistics() {
        return Promise.from(CompletableFuture.supplyAsync(
                () -> copy.count(name, keys), counting -> Thread.ofVirtual().start(counting)));
    }

    @Override
    public Flow.Publisher<KeyValue> scan(byte[] prefix) {
        Arguments.require("prefix", prefix);
        return new GroupRecordStream(copy, keys, prefix);
    }

    @Override
    public Flow.Publisher<Change> changes(byte[] prefix) {
        throw noChanges("changes");
    }

    @Override
    public Flow.Publisher<Change> changesFrom(byte[] prefix, long sequence) {
        throw noChanges("changesFrom");
    }

    @Override
    public Flow.Publisher<Change> follow(byte[] prefix) {
        throw noChanges("follow");
    }

    private KeyValueException noChanges(String method) {
        return new KeyValueException(
                "call refused: method=" + method + ", map=" + name
                        + " is that of a group, which tells no changes; use scan and getVersioned, or a server without --cluster");
    }

    @Override
    public <R> Flow.Publisher<R> process(byte[] prefix, Spore<KeyValue, R> spore) {
        Arguments.require("prefix", prefix);
        Arguments.require("spore", spore);
        return SporeRun.start(spore, run -> {
            try (MapScan scan = copy.scan(keys.inGroup(prefix))) {
                boolean goesOn = true;
                while (goesOn && !scan.hasEnded()) {
                    goesOn = copy.told(() -> scan.nextWithin(UntakenItems.PASSED_BYTES))
                            ? run.accept(new KeyValue(keys.inMap(scan.key()), scan.value()))
                            : run.giveWay();
                }
            }
        });
    }
}
