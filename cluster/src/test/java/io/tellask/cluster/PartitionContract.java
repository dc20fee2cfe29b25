package io.tellask.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.cluster.RegisterModel.Operation;
import io.tellask.test.Await;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import io.tellask.testkit.History;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Links between the members of a group are cut in both directions, in one, so that all reach one member and not each other, or lose messages,
 * while clients read and write: what they saw is linearizable, and the group goes on once the links are whole again.
 */
public abstract class PartitionContract {
    private static final int CLIENTS = 4;
    private static final int KEYS = 3;
    private static final int STEPS = 8; // of each client, in a state of the links
    private static final int BROKEN_STEPS = 2; // while links are broken, which may take PATIENCE each
    private static final int ROUNDS = Rounds.of(4, 200);
    private static final int LOSS_PERCENT = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(Seed.given());
    private final Links links = new Links(random.split());
    private final AtomicInteger values = new AtomicInteger();
    private final List<RecordedClient> recorded = new ArrayList<>();
    private volatile Round round = new Round(-1); // until the first one: a history has all calls of its keys
    private volatile boolean ends;

    /** An engine whose members lose what these links lose. */
    protected abstract LogEngine engine(Links itsLinks);

    /** Keys of their own, and what was done with them. */
    private record Round(int number, History<Operation, Integer> history) {
        Round(int number) {
            this(number, new History<Operation, Integer>(System::nanoTime).noEffectWhere(RecordedClient::hadNoEffect));
        }

        String key(int key) {
            return "round " + number + " key " + key;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void whatClientsSeeIsLinearizable(int members) throws Exception {
        String[] names = IntStream.range(0, members).mapToObj(i -> "m" + i).toArray(String[]::new);
        try (ReplicaGroup group = new ReplicaGroup(
                                engine(links),
                                folder,
                                UnaryOperator.identity(),
                                (name, its, source) -> MapMachine.open(name, its.resolve("state"), source),
                                names)
                        .startAll();
                ActorSystem system = ActorSystem.create()) {
            List<ReplicaClient> clients = IntStream.range(0, CLIENTS)
                    .mapToObj(i -> ReplicaClient.of(system, group.services(), PATIENCE))
                    .toList();
            List<CompletableFuture<Void>> running =
                    clients.stream().map(this::run).toList();
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    round = new Round(i);
                    disturb(group, names);
                }
            } finally {
                ends = true;
                links.heal();
            }
            for (CompletableFuture<Void> each : running) {
                each.get(60, TimeUnit.SECONDS);
            }
            clients.forEach(ReplicaClient::close);
        }
    }

    private CompletableFuture<Void> run(ReplicaClient client) {
        SplittableRandom its = random.split();
        RecordedClient calls = new RecordedClient(
                "client " + recorded.size(), ReplicatedMap.of(client, String.class, Integer.class), its, values);
        recorded.add(calls);
        return CompletableFuture.runAsync(
                () -> {
                    while (!ends) {
                        Round now = round;
                        calls.step(now.key(its.nextInt(KEYS)), now.history());
                    }
                },
                each -> Thread.ofVirtual().start(each));
    }

    private void disturb(ReplicaGroup group, String... names) {
        awaitSteps(STEPS, RecordedClient::answered);
        breakSome(group.leader(), names);
        awaitSteps(BROKEN_STEPS, RecordedClient::ended); // with some links nobody can lead
        String broken = links.toString();
        links.heal();
        awaitSteps(STEPS, RecordedClient::answered);
        try {
            round.history().checkEach(Operation::key, new RegisterModel());
        } catch (RuntimeException violated) {
            throw new AssertionError("round=" + round.number() + ", links: " + broken, violated);
        }
        assertThat(round.history().size()).isPositive();
    }

    /** Until each client has come so many calls further. */
    private void awaitSteps(int steps, ToIntFunction<RecordedClient> count) {
        List<Integer> from = recorded.stream().map(count::applyAsInt).toList();
        for (int i = 0; i < recorded.size(); i++) {
            RecordedClient each = recorded.get(i);
            int goal = from.get(i) + steps;
            Await.until(() -> "calls of a client, " + links, () -> count.applyAsInt(each) >= goal);
        }
    }

    private void breakSome(String leader, String... names) {
        String victim = random.nextBoolean() ? leader : names[random.nextInt(names.length)];
        List<String> others =
                List.of(names).stream().filter(each -> !each.equals(victim)).toList();
        switch (random.nextInt(6)) {
            case 0, 1 -> others.forEach(each -> links.cut(victim, each));
            case 2 -> others.forEach(each -> links.cutOneWay(victim, each));
            case 3 -> others.forEach(each -> links.cutOneWay(each, victim));
            case 4 -> bridge(others);
            default -> links.lose(LOSS_PERCENT);
        }
    }

    /** Two halves that do not reach each other; both reach who is in neither. */
    private void bridge(List<String> others) {
        int half = others.size() / 2;
        for (String one : others.subList(0, half)) {
            others.subList(half, others.size()).forEach(other -> links.cut(one, other));
        }
    }
}
