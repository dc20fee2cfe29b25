package io.tellask.cluster.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.ReplicatedMap.Versioned;
import io.tellask.cluster.partition.PartitionHistoryTest.Operation.Kind;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import io.tellask.testkit.History;
import io.tellask.testkit.SequentialModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What clients see while slots move, movers end and members are ended and begun again is linearizable for each key. */
class PartitionHistoryTest {
    private static final int CLIENTS = 3;
    private static final int KEYS = 3;
    private static final int ROUNDS = Rounds.of(2, 200);
    private static final int ABSENT = 0;
    private static final int DONE = -1;
    private static final int NOT_DONE = -2;

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(Seed.given());
    private final AtomicInteger values = new AtomicInteger();
    private final AtomicBoolean ends = new AtomicBoolean();
    private volatile Round round = new Round(0);

    private record Round(int number, History<Operation, Integer> history) {
        Round(int number) {
            this(number, new History<Operation, Integer>(System::nanoTime).noEffectWhere(Round::hadNoEffect));
        }

        private static boolean hadNoEffect(Throwable failure) {
            return failure instanceof ClusterException its
                    && (its.problem() == Problem.NO_LEADER || its.problem() == Problem.MOVED);
        }
    }

    /** What a client did; {@code expected} is the value that a compare-and-set was to replace. */
    record Operation(String key, Kind kind, int expected, int value) {
        enum Kind {
            GET,
            PUT,
            REMOVE,
            COMPARE_AND_SET
        }
    }

    /** The value of one key. */
    private static final class KeyModel implements SequentialModel<Integer, Operation, Integer> {
        @Override
        public Integer initial() {
            return ABSENT;
        }

        @Override
        public Outcome<Integer, @Nullable Integer> apply(Integer state, Operation operation) {
            boolean isSet = operation.kind() == Kind.PUT || state == operation.expected();
            return switch (operation.kind()) {
                case GET -> new Outcome<>(state, state);
                case REMOVE -> new Outcome<>(ABSENT, DONE);
                default -> new Outcome<>(isSet ? operation.value() : state, isSet ? DONE : NOT_DONE);
            };
        }
    }

    @Test
    void whatClientsSeeIsLinearizable() {
        try (LocalGroups groups = new LocalGroups(folder, "a", "b", "c");
                Partitions partitions = groups.partitions()) {
            PartitionedMap<String, Integer> map = partitions.map(String.class, Integer.class);
            try (Group first = groups.group("a")) {
                Map<Integer, Place> owned = new TreeMap<>();
                for (int i = 0; i < ROUNDS; i++) {
                    owned.put(map.slot("{round " + i + "}"), Place.owned(1));
                }
                first.replace(owned, place -> place).join();
            }
            List<CompletableFuture<Void>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                SplittableRandom its = random.split();
                String name = "client " + i;
                clients.add(CompletableFuture.runAsync(
                        () -> run(name, map, its), task -> Thread.ofVirtual().start(task)));
            }
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    round = new Round(i);
                    disturb(groups, partitions, map);
                    round.history().checkEach(Operation::key, new KeyModel());
                    assertThat(round.history().size()).isPositive();
                }
            } finally {
                ends.set(true);
            }
            clients.forEach(CompletableFuture::join);
        }
    }

    /** All keys of a round are in one slot, which moves; and somebody is ended. */
    private void disturb(LocalGroups groups, Partitions partitions, PartitionedMap<String, Integer> map) {
        int slot = map.slot("{round " + round.number() + "}");
        for (int i = 0; i < 4; i++) {
            String owner = partitions.owner(slot).join();
            String target = List.of("a", "b", "c").get(random.nextInt(3));
            if (!target.equals(owner) && random.nextInt(3) == 0) {
                MoveEvent.Kind last = MoveEvent.Kind.values()[random.nextInt(4)];
                leaveAt(groups, slot, owner, target, last);
                partitions.recover().join();
            } else {
                Promise<List<MoveEvent>> moved = Streams.collect(partitions.move(List.of(slot), target));
                if (random.nextBoolean()) {
                    String ended = random.nextBoolean() ? owner : target;
                    groups.stop(ended);
                    groups.start(ended);
                }
                moved.handle((events, failure) -> null).join(); // may fail where a member was ended
            }
        }
    }

    private static void leaveAt(LocalGroups groups, int slot, String owner, String target, MoveEvent.Kind last) {
        try (Group source = groups.group(owner);
                Group other = groups.group(target)) {
            new SlotMove(source, other, Slots.of(slot), event -> {
                        if (event.kind() == last) {
                            throw new IllegalStateException("the mover ends");
                        }
                    })
                    .attempt();
        } catch (IllegalStateException ended) {
            assertThat(ended).hasMessage("the mover ends");
        }
    }

    private void run(String name, PartitionedMap<String, Integer> map, SplittableRandom its) {
        while (!ends.get()) {
            Round now = round;
            String key = "{round " + now.number() + "}" + its.nextInt(KEYS);
            try {
                step(name, map, key, its.nextInt(6), now.history());
            } catch (CompletionException failed) {
                assertThat(failed.getCause()).isInstanceOf(ClusterException.class);
            }
        }
    }

    private void step(
            String name,
            PartitionedMap<String, Integer> map,
            String key,
            int kind,
            History<Operation, Integer> history) {
        int value = values.incrementAndGet();
        switch (kind) {
            case 0, 1 ->
                history.call(
                                name,
                                new Operation(key, Kind.PUT, 0, value),
                                () -> map.put(key, value).thenApply(done -> DONE))
                        .join();
            case 2 ->
                history.call(
                                name,
                                new Operation(key, Kind.REMOVE, 0, 0),
                                () -> map.remove(key).thenApply(done -> DONE))
                        .join();
            default -> {
                List<Versioned<Integer>> found = new ArrayList<>();
                history.call(
                                name,
                                new Operation(key, Kind.GET, 0, 0),
                                () -> map.versioned(key).thenApply(it -> keep(found, it)))
                        .join();
                if (kind > 3 && !found.isEmpty()) {
                    Versioned<Integer> was = found.getFirst();
                    history.call(
                                    name,
                                    new Operation(key, Kind.COMPARE_AND_SET, was.value(), value),
                                    () -> map.compareAndSet(key, was.version(), value)
                                            .thenApply(done -> done ? DONE : NOT_DONE))
                            .join();
                }
            }
        }
    }

    private static int keep(List<Versioned<Integer>> found, @Nullable Versioned<Integer> it) {
        if (it == null) {
            return ABSENT;
        }
        found.add(it);
        return it.value();
    }
}
