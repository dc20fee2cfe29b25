package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.Streams;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Remote;
import io.tellask.remote.Server;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Flow;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Sessions whose connections break, stall, are repeated or bring bytes late, at least three times each and at any byte: what both sides call is executed
 * exactly once, in order.
 */
@Timeout(60 * 60)
class ResumeSimulationTest {
    private static final int SESSIONS = Rounds.of(220, 10_000);
    private static final int CALLS = 100; // tells, and as many asks, each way
    private static final int ITEMS = 60;
    private static final int FAULTS = 3; // at least
    private static final int TELL = 0x10;
    private static final int ASK = 0x11;
    private static final int REFERENCES = 0x40;
    private static final int WELCOME = 0x02;
    private static final int CLOSE = 0x03;

    /** The frames of which each must have met each kind of fault. */
    private static final List<Integer> KINDS_TO_MEET = List.of(0x01, WELCOME, 0x06, 0x0B, TELL, ASK, 0x13, 0x17, 0x19);

    /** What both sides call. */
    public interface Talker {
        void meet(Talker other);

        void hit(int number);

        Promise<Integer> ask(int number);

        Flow.Publisher<Integer> items(int upTo);
    }

    static final class TalkerActor extends Actor implements Talker {
        final List<Integer> hits = new ArrayList<>();
        final List<Integer> asked = new ArrayList<>();
        final List<Integer> answers = new ArrayList<>();
        final List<Integer> items = new ArrayList<>();
        private Talker other;

        @Override
        public void meet(Talker met) {
            other = met;
            Streams.forEach(other.items(ITEMS), 8, items::add);
            talk(0);
        }

        private void talk(int from) {
            int next = from;
            while (next < 2 * CALLS && call(next)) {
                next++;
            }
            int resume = next;
            if (next < 2 * CALLS) {
                Remote.whenWritable(other).thenRun(() -> talk(resume));
            }
        }

        private boolean call(int step) {
            int number = step / 2;
            return Remote.offer(other, target -> {
                if (step % 2 == 0) {
                    target.hit(number);
                } else {
                    target.ask(number).thenAccept(answers::add);
                }
            });
        }

        @Override
        public void hit(int number) {
            hits.add(number);
        }

        @Override
        public Promise<Integer> ask(int number) {
            asked.add(number);
            return Promise.of(number);
        }

        @Override
        public Flow.Publisher<Integer> items(int upTo) {
            Emitter<Integer> emitter = new Emitter<>(ITEMS);
            IntStream.range(0, upTo).forEach(emitter::offer);
            emitter.complete();
            return emitter;
        }

        @Override
        public String toString() {
            return "hits=" + hits.size() + " answers=" + answers.size() + " asked=" + asked.size() + " items="
                    + items.size();
        }

        boolean isDone() {
            return hits.size() >= CALLS && answers.size() >= CALLS && items.size() >= ITEMS;
        }
    }

    @Test
    void whatIsCalledIsExecutedExactlyOnceThoughConnectionsBreak() {
        Map<Faults.Kind, Map<Integer, Integer>> met = new EnumMap<>(Faults.Kind.class);
        Map<Integer, Integer> repeated = new TreeMap<>();
        long first = Seed.given();
        for (long seed = first; seed < first + SESSIONS; seed++) {
            try {
                session(seed, met, repeated);
            } catch (RuntimeException | AssertionError failure) {
                throw new AssertionError(
                        "seed=" + seed + ": " + failure.getMessage() + "; -Dtellask.seed repeats it", failure);
            }
        }
        for (Faults.Kind kind : Faults.Kind.values()) {
            assertThat(met.get(kind))
                    .as("frames that met %s", kind)
                    .containsKeys(KINDS_TO_MEET.toArray(Integer[]::new));
        }
        assertThat(repeated).as("answers to repeated hellos").containsKeys(WELCOME, CLOSE);
    }

    private static void session(
            long seed, Map<Faults.Kind, Map<Integer, Integer>> met, Map<Integer, Integer> repeated) {
        int[] faults = new int[1];
        FaultyTransport transport = new FaultyTransport(MemoryTransport.isolated(), seed);
        transport.onFault((kind, frames) -> {
            faults[0]++;
            Map<Integer, Integer> counts = met.computeIfAbsent(kind, none -> new TreeMap<>());
            frames.forEach(frame -> counts.merge(frame & ~REFERENCES, 1, Integer::sum));
        });
        transport.onRepeatedHello(answer -> repeated.merge(answer, 1, Integer::sum));
        transport.faults(random -> faults[0] >= 2 * FAULTS ? gentle(random) : fault(random));
        Limits limits = Limits.builder()
                .creditMessages(16)
                .creditBytes(4_096)
                .callTime(Duration.ofHours(10))
                .handshakeTime(Duration.ofSeconds(30))
                .resumeTime(Duration.ofHours(1))
                .build();
        try (Simulation simulation = Simulation.seeded(seed)) {
            ActorSystem there = simulation.newSystem("there", 2);
            ActorSystem here = simulation.newSystem("here", 1);
            TalkerActor[] actors = new TalkerActor[2];
            Server.builder(there)
                    .publish(
                            "talker",
                            Talker.class,
                            there.spawn(Talker.class, () -> actors[0] = new TalkerActor(), SpawnOptions.ioLoop()))
                    .transport(transport)
                    .limits(limits)
                    .listen("memory://talker")
                    .start();
            transport.faults(ResumeSimulationTest::gentle);
            Client client = simulation.await(Client.builder(here)
                    .transport(transport)
                    .limits(limits)
                    .connectAsync(URI.create("memory://talker")));
            Talker peer = simulation.await(client.lookupAsync("talker", Talker.class));
            Talker local = here.spawn(
                    Talker.class,
                    () -> actors[1] = new TalkerActor(),
                    SpawnOptions.on(simulation.newDispatcher("talker")));
            transport.faults(random -> faults[0] >= 2 * FAULTS ? gentle(random) : fault(random));
            transport.breakConnections();
            local.meet(peer);
            peer.meet(local);
            int seconds = 0;
            while (!(actors[0].isDone() && actors[1].isDone()) || faults[0] < FAULTS) {
                assertThat(client.isOpen()).as("session is open").isTrue();
                assertThat(seconds++)
                        .as(
                                "seconds; faults=%s, here %s, there %s, connected=%s",
                                faults[0], actors[0], actors[1], client.isConnected())
                        .isLessThan(5_000);
                if (actors[0].isDone() && actors[1].isDone()) {
                    faults[0]++; // too lucky to meet more
                    transport.breakConnections();
                }
                simulation.advance(Duration.ofSeconds(1));
            }
            simulation.advance(Duration.ofSeconds(2));
            List<Integer> inOrder = IntStream.range(0, CALLS).boxed().toList();
            for (TalkerActor actor : actors) {
                assertThat(actor.hits).isEqualTo(inOrder);
                assertThat(actor.asked).isEqualTo(inOrder);
                assertThat(actor.answers).containsExactlyInAnyOrderElementsOf(inOrder);
                assertThat(actor.items)
                        .isEqualTo(IntStream.range(0, ITEMS).boxed().toList());
            }
        }
    }

    private static Faults gentle(SplittableRandom random) {
        return Faults.none().chunks(1 + random.nextInt(300)).delay(Duration.ofMillis(random.nextInt(200)));
    }

    private static Faults fault(SplittableRandom random) {
        Faults gentle = gentle(random);
        long at = 1 + random.nextInt(random.nextBoolean() ? 300 : 3_000);
        return switch (random.nextInt(10)) {
            case 0 -> gentle.stallAt(at, Duration.ofHours(10)); // half open
            case 1 -> gentle.stallAt(at, Duration.ofSeconds(1 + random.nextInt(60)));
            case 2, 3, 4 -> gentle.duplicateAt(at);
            case 5, 6 -> gentle.reorderAt(at, Duration.ofSeconds(1 + random.nextInt(60)));
            default -> gentle.disconnectAt(at);
        };
    }
}
