package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.Limits;
import io.tellask.remote.OutcomeUnknownException;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Actors on both sides of faulty connections, in many orders: everything settles, one message at a time, order per sender kept. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RemoteSimulationTest {
    private static final int SEEDS = Rounds.of(32, 100);
    private static final int MANY_SEEDS = 5_000;
    private static final int HITS = 200;

    /** So that runs of some hundred messages meet the end of their credit. */
    private static final int SMALL_CREDIT = 8;

    /** So that no call does: the test's thread, on which the simulation stands still, must not wait for credit. */
    private static final int LARGE_CREDIT = 64;

    @Test
    void actorsThatFloodEachOtherGoOn() {
        forSeeds(SEEDS, RemoteSimulationTest::flood);
    }

    @Test
    void fastActorAnswersBesideSlowOne() {
        forSeeds(SEEDS, RemoteSimulationTest::slowBesideFast);
    }

    @Test
    void callsThatComeBackToTheirCallerAreAnswered() {
        forSeeds(SEEDS, RemoteSimulationTest::chains);
    }

    @Test
    void streamsArriveWholeAndInOrderBesideEachOther() {
        forSeeds(SEEDS, RemoteSimulationTest::streams);
    }

    @Test
    void connectionThatGoesSilentIsGivenUp() {
        forSeeds(SEEDS / 4, RemoteSimulationTest::silent);
    }

    @Test
    void everythingSettlesWhenConnectionsBreakAnywhere() {
        forSeeds(SEEDS, RemoteSimulationTest::broken);
    }

    @Test
    @Tag("slow")
    void holdsForManySeeds() {
        forSeeds(MANY_SEEDS, RemoteSimulationTest::flood);
        forSeeds(MANY_SEEDS, RemoteSimulationTest::slowBesideFast);
        forSeeds(MANY_SEEDS, RemoteSimulationTest::chains);
        forSeeds(MANY_SEEDS, RemoteSimulationTest::streams);
        forSeeds(MANY_SEEDS, RemoteSimulationTest::silent);
        forSeeds(MANY_SEEDS, RemoteSimulationTest::broken);
    }

    @Test
    void runOfOneSeedTakesTheSameStepsAgain() {
        assertThat(stepsOfChains(3)).isEqualTo(stepsOfChains(3));
    }

    private static void forSeeds(int count, LongConsumer run) {
        long first = Seed.given();
        LongStream.range(first, first + count).forEach(seed -> {
            try {
                run.accept(seed);
            } catch (RuntimeException | AssertionError failure) {
                throw new AssertionError(
                        "seed=" + seed + ": " + failure.getMessage() + "; -Dtellask.seed repeats it", failure);
            }
        });
    }

    /** Both sides hold a reference to the other's actor, each over its own connection. */
    private static final class Pair implements AutoCloseable {
        final World world;
        final Peer.Recorder[] actors = new Peer.Recorder[2];
        final Peer left;
        final Peer right;
        final Client leftClient;

        Pair(long seed, int creditMessages) {
            world = new World(seed, creditMessages);
            left = world.left.publish("peer", Peer.class, () -> actors[0] = new Peer.Recorder());
            right = world.right.publish("peer", Peer.class, () -> actors[1] = new Peer.Recorder());
            world.left.start();
            world.right.start();
            leftClient = world.left.connectTo(world.right);
            actors[0].other = world.lookup(leftClient, "peer", Peer.class);
            actors[1].other = world.lookup(world.right.connectTo(world.left), "peer", Peer.class);
        }

        void checkOneAtATime() {
            assertThat(actors[0].overlaps + actors[1].overlaps)
                    .as("messages handled at the same time")
                    .isZero();
        }

        @Override
        public void close() {
            world.close();
        }
    }

    private static void flood(long seed) {
        try (Pair pair = new Pair(seed, SMALL_CREDIT)) {
            pair.left.flood(HITS);
            pair.right.flood(HITS);
            pair.world.simulation.runUntil(() -> hasAll(pair.actors[0]) && hasAll(pair.actors[1]));
            List<Integer> inOrder = IntStream.range(0, HITS).boxed().toList();
            assertThat(pair.actors[0].hits).isEqualTo(inOrder);
            assertThat(pair.actors[1].hits).isEqualTo(inOrder);
            pair.checkOneAtATime();
        }
    }

    private static boolean hasAll(Peer.Recorder actor) {
        return actor.hits.size() == HITS && actor.flooded;
    }

    private static void slowBesideFast(long seed) {
        try (World world = new World(seed, SMALL_CREDIT)) {
            world.right.publish("slow", Peer.class, Peer.Recorder::new);
            world.right.publish("fast", Peer.class, Peer.Recorder::new);
            world.right.start();
            Client client = world.left.connectTo(world.right);
            Peer slow = world.lookup(client, "slow", Peer.class);
            Peer fast = world.lookup(client, "fast", Peer.class);
            List<Promise<Integer>> slowAnswers =
                    IntStream.range(0, 8).mapToObj(i -> slow.slow(i, 1_000)).toList();
            for (int i = 0; i < 50; i++) {
                assertThat(world.simulation.await(fast.ask(i))).isEqualTo(i);
            }
            assertThat(slowAnswers).noneMatch(Promise::isDone);
            for (int i = 0; i < slowAnswers.size(); i++) {
                assertThat(world.simulation.await(slowAnswers.get(i))).isEqualTo(i);
            }
        }
    }

    private static void chains(long seed) {
        stepsOfChains(seed);
    }

    private static long stepsOfChains(long seed) {
        try (Pair pair = new Pair(seed, LARGE_CREDIT)) {
            List<Promise<Integer>> answers = new ArrayList<>();
            for (int depth = 0; depth < 6; depth++) {
                answers.add((depth % 2 == 0 ? pair.left : pair.right).chain(depth));
            }
            for (int depth = 0; depth < answers.size(); depth++) {
                assertThat(pair.world.simulation.await(answers.get(depth))).isEqualTo(depth);
            }
            pair.checkOneAtATime();
            return pair.world.simulation.steps();
        }
    }

    private static void streams(long seed) {
        try (World world = new World(seed, SMALL_CREDIT)) {
            Peer peer = onePeer(world);
            List<StreamProbe<Integer>> probes = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                probes.add(new StreamProbe<>(1 + world.simulation.random().nextInt(20)));
                peer.count(50 + i).subscribe(probes.get(i));
            }
            for (int i = 0; i < probes.size(); i++) {
                StreamProbe<Integer> probe = probes.get(i);
                world.simulation.runUntilIdle();
                assertThat(probe.ended()).isNotDone();
                probe.request(Long.MAX_VALUE);
                world.simulation.await(probe.ended());
                assertThat(probe.items())
                        .isEqualTo(IntStream.range(0, 50 + i).boxed().toList());
                assertThat(probe.violations()).isZero();
            }
        }
    }

    /** A peer on the right, as the left sees it. */
    private static Peer onePeer(World world) {
        world.right.publish("peer", Peer.class, Peer.Recorder::new);
        world.right.start();
        return world.lookup(world.left.connectTo(world.right), "peer", Peer.class);
    }

    private static void silent(long seed) {
        try (World world = new World(seed, LARGE_CREDIT).withoutResume()) {
            world.transport.faults(
                    Faults.none().stallAt(300 + world.simulation.random().nextInt(300), Duration.ofHours(1)));
            Peer peer = onePeer(world);
            List<Promise<Integer>> answers = new ArrayList<>();
            StreamProbe<Integer> probe = new StreamProbe<>(1);
            peer.count(10).subscribe(probe);
            for (int i = 0; i < 5; i++) {
                answers.add(peer.slow(i, 60_000));
            }
            do {
                answers.add(peer.ask(answers.size()));
                world.simulation.advance(Duration.ofMillis(10));
            } while (answers.getLast().isDone() && answers.size() < 1_000);
            Duration idleThenPing =
                    Limits.defaults().idleTime().plus(Limits.defaults().pingTime());
            world.simulation.advance(idleThenPing.multipliedBy(2));
            assertThat(answers).allMatch(Promise::isDone);
            assertThat(probe.failure()).isPresent();
            assertThatThrownBy(() -> peer.hit(1)).isInstanceOf(DisconnectedException.class);
        }
    }

    private static void broken(long seed) {
        try (World world = new World(seed, SMALL_CREDIT).withoutResume()) {
            Peer.Recorder[] actor = new Peer.Recorder[1];
            world.right.publish("peer", Peer.class, () -> actor[0] = new Peer.Recorder());
            world.right.start();
            world.transport.faults(Faults.none()
                    .chunks(1 + world.simulation.random().nextInt(50))
                    .disconnectAt(600 + world.simulation.random().nextInt(600)));
            Client client = world.left.connectTo(world.right);
            Peer peer = world.lookup(client, "peer", Peer.class);
            List<Promise<Integer>> answers = new ArrayList<>();
            for (int i = 0; client.isOpen() && i < 1_000; i++) {
                answers.add(peer.ask(i));
                world.simulation.runUntilIdle();
            }
            assertThat(client.isOpen()).isFalse();
            answers.forEach(answer -> assertSettled(world.simulation, answer));
            assertThat(answers.getFirst()).isCompletedWithValue(0);
        }
    }

    private static void assertSettled(Simulation simulation, Promise<Integer> answer) {
        try {
            simulation.await(answer);
        } catch (CompletionException failed) {
            assertThat(failed.getCause()).isInstanceOfAny(OutcomeUnknownException.class, DisconnectedException.class);
        }
    }
}
