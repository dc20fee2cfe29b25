package io.tellask.cluster;

import io.tellask.actor.Promise;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.RegisterModel.Kind;
import io.tellask.cluster.RegisterModel.Operation;
import io.tellask.cluster.ReplicatedMap.Versioned;
import io.tellask.testkit.History;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads and writes a map, one call after the other on a thread of its own, and has each recorded in a history. */
final class RecordedClient {
    private static final int KINDS = 10;

    private final String name;
    private final ReplicatedMap<String, Integer> map;
    private final SplittableRandom random;
    private final AtomicInteger values; // of all clients
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();

    RecordedClient(String name, ReplicatedMap<String, Integer> map, SplittableRandom random, AtomicInteger values) {
        this.name = name;
        this.map = map;
        this.random = random;
        this.values = values;
    }

    /** Calls that have had an answer, or have failed. */
    int ended() {
        return ended.get();
    }

    /** Calls that have had an answer. */
    int answered() {
        return answered.get();
    }

    /** A call about a key; it ends with an answer or a failure, which the history has. */
    void step(String key, History<Operation, Integer> history) {
        try {
            change(key, history);
            answered.incrementAndGet();
        } catch (CompletionException failed) {
            if (!(failed.getCause() instanceof ClusterException)) {
                throw failed;
            }
        } finally {
            ended.incrementAndGet();
        }
    }

    /** Whether a call that failed so was not carried out. */
    static boolean hadNoEffect(Throwable failure) {
        return failure instanceof ClusterException its
                && (its.problem() == Problem.NO_LEADER
                        || its.problem() == Problem.NOT_LEADER
                        || its.problem() == Problem.LIMIT);
    }

    private void change(String key, History<Operation, Integer> history) {
        switch (random.nextInt(KINDS)) {
            case 0, 1, 2 ->
                call(history, key, Kind.PUT, value -> map.put(key, value).thenApply(done -> RegisterModel.DONE));
            case 3 -> call(history, key, Kind.REMOVE, value -> map.remove(key).thenApply(done -> RegisterModel.DONE));
            case 4, 5 ->
                call(
                        history,
                        key,
                        Kind.PUT_IF_ABSENT,
                        value -> map.putIfAbsent(key, value).thenApply(RecordedClient::outcome));
            case 6, 7 -> compareAndSet(key, history);
            default -> read(key, history);
        }
    }

    private static int outcome(boolean isDone) {
        return isDone ? RegisterModel.DONE : RegisterModel.NOT_DONE;
    }

    private interface Write {
        Promise<Integer> of(int value);
    }

    private void call(History<Operation, Integer> history, String key, Kind kind, Write write) {
        int value = values.incrementAndGet();
        history.call(name, new Operation(key, kind, 0, value), () -> write.of(value))
                .join();
    }

    private @Nullable Versioned<Integer> read(String key, History<Operation, Integer> history) {
        var found = new Supplier<Promise<Integer>>() {
            @Nullable
            Versioned<Integer> value;

            @Override
            public Promise<Integer> get() {
                return map.versioned(key).thenApply(it -> {
                    value = it;
                    return it == null ? RegisterModel.ABSENT : it.value();
                });
            }
        };
        history.call(name, new Operation(key, Kind.GET, 0, 0), found).join();
        return found.value;
    }

    private void compareAndSet(String key, History<Operation, Integer> history) {
        Versioned<Integer> found = read(key, history);
        if (found == null) {
            return;
        }
        int value = values.incrementAndGet();
        history.call(
                        name,
                        new Operation(key, Kind.COMPARE_AND_SET, found.value(), value),
                        () -> map.compareAndSet(key, found.version(), value).thenApply(RecordedClient::outcome))
                .join();
    }
}
