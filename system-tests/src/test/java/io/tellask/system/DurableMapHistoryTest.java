package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.store.DurableMap;
import io.tellask.test.Seed;
import io.tellask.testkit.Exploration;
import io.tellask.testkit.ExplorationReport;
import io.tellask.testkit.History;
import io.tellask.testkit.SequentialModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Actors and threads that use one durable map at once: some order of their calls explains all results. */
class DurableMapHistoryTest {
    /** A read if nothing is written, else a write that returns what was there; or an addition of one. */
    private record Op(String key, @Nullable Integer written, boolean adds) {}

    private static final SequentialModel<Integer, Op, Integer> VALUE = new SequentialModel<>() {
        @Override
        public Integer initial() {
            return 0;
        }

        @Override
        public Outcome<Integer, Integer> apply(Integer state, Op operation) {
            if (operation.adds) {
                return new Outcome<>(state + 1, state + 1);
            }
            return operation.written == null ? new Outcome<>(state, state) : new Outcome<>(operation.written, -1);
        }
    };

    private static int carryOut(DurableMap<String, Integer> map, Op op) {
        if (op.adds) {
            return Objects.requireNonNull(map.compute(op.key, (key, value) -> value == null ? 1 : value + 1));
        }
        if (op.written != null) {
            map.put(op.key, op.written);
            return -1;
        }
        Integer value = map.get(op.key);
        return value == null ? 0 : value;
    }

    /** A map that others ask. */
    public interface Values {
        Promise<Integer> use(String key, @Nullable Integer written, boolean adds);
    }

    static final class ValuesActor extends Actor implements Values {
        private final DurableMap<String, Integer> map;

        ValuesActor(DurableMap<String, Integer> map) {
            this.map = map;
        }

        @Override
        public Promise<Integer> use(String key, @Nullable Integer written, boolean adds) {
            return Promise.of(carryOut(map, new Op(key, written, adds)));
        }
    }

    private static Promise<Integer> use(History<Op, Integer> history, Values values, String caller, Op op) {
        return history.call(caller, op, () -> values.use(op.key, op.written, op.adds));
    }

    @TempDir
    private Path directory;

    @Test
    void mapBehindTwoActorsIsLinearizableInEveryOrder() {
        AtomicInteger runs = new AtomicInteger();
        ExplorationReport report = Exploration.of(trial -> {
                    DurableMap<String, Integer> map = DurableMap.open(
                            directory.resolve("run" + runs.incrementAndGet()), String.class, Integer.class);
                    trial.onClose(map::close);
                    History<Op, Integer> history = trial.newHistory();
                    Values one = trial.spawn(Values.class, () -> new ValuesActor(map));
                    Values other = trial.spawn(Values.class, () -> new ValuesActor(map));
                    trial.expect(
                            "ann",
                            use(history, one, "ann", new Op("x", null, true))
                                    .thenCompose(first -> use(history, one, "ann", new Op("x", null, false))));
                    trial.expect("bob", use(history, other, "bob", new Op("x", 5, false)));
                    trial.atEnd(() -> history.checkEach(Op::key, VALUE));
                })
                .unreduced() // both actors use one map
                .runs(200)
                .run();
        assertThat(report.complete()).isTrue();
        assertThat(report.runs()).isGreaterThan(10);
    }

    @Test
    void mapUnderThreadsIsLinearizable() {
        History<Op, Integer> history = new History<>(System::nanoTime);
        try (DurableMap<String, Integer> map =
                        DurableMap.open(directory.resolve("threads"), String.class, Integer.class);
                ActorSystem system = ActorSystem.create()) {
            SplittableRandom random = new SplittableRandom(Seed.given());
            List<CompletableFuture<Integer>> calls = new ArrayList<>();
            List<Values> values = List.of(
                    system.spawn(Values.class, () -> new ValuesActor(map), SpawnOptions.dedicatedThread()),
                    system.spawn(Values.class, () -> new ValuesActor(map), SpawnOptions.dedicatedThread()),
                    system.spawn(Values.class, () -> new ValuesActor(map), SpawnOptions.dedicatedThread()));
            for (int round = 0; round < 300; round++) {
                calls.clear();
                for (Values asked : values) {
                    int what = random.nextInt(3);
                    Op op = new Op("key" + random.nextInt(2), what == 0 ? round : null, what == 1);
                    calls.add(use(history, asked, "round" + round, op));
                }
                CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).join();
            }
        }
        assertThat(history.size()).isEqualTo(900);
        history.checkEach(Op::key, VALUE);
    }
}
