package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import io.tellask.test.Seed;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FaultScheduleTest {
    private static final URI ADDRESS = URI.create("memory://counter");

    /** Counts. */
    public interface Tally {
        Promise<Integer> add(int summand);
    }

    static final class TallyActor extends Actor implements Tally {
        private int sum;

        @Override
        public Promise<Integer> add(int summand) {
            sum += summand;
            return Promise.of(sum);
        }
    }

    @Test
    void faultsComeAtTheirInstantsAndSteps() {
        List<String> order = new ArrayList<>();
        try (Simulation simulation = Simulation.seeded(Seed.given())) {
            FaultSchedule faults = FaultSchedule.seeded(1)
                    .at(Duration.ofSeconds(2), "second", () -> order.add("second"))
                    .within(Duration.ofSeconds(3), Duration.ofSeconds(4), "third", () -> order.add("third"))
                    .within(Duration.ofSeconds(5), Duration.ofSeconds(5), "fourth", () -> order.add("fourth"))
                    .atStep(2, "first", () -> order.add("first"));
            Dispatcher dispatcher = simulation.newDispatcher("busy");
            IntStream.range(0, 4).forEach(i -> dispatcher.execute(() -> order.add("step" + i)));
            faults.begin(simulation);
            simulation.advance(Duration.ofSeconds(10));
            assertThat(order).containsExactly("step0", "step1", "first", "step2", "step3", "second", "third", "fourth");
            assertThat(faults.happened()).hasSize(4);
            assertThat(faults.happened().get(1)).startsWith("second at 2.000000 s, step ");
        }
    }

    @Test
    void sameSeedDrawsSameInstants() {
        assertThat(drawn(5)).isEqualTo(drawn(5));
        assertThat(drawn(5)).isNotEqualTo(drawn(6));
    }

    private static List<String> drawn(long seed) {
        try (Simulation simulation = Simulation.seeded(1)) {
            FaultSchedule faults = FaultSchedule.seeded(seed)
                    .within(Duration.ZERO, Duration.ofSeconds(4), "one", () -> {})
                    .within(Duration.ZERO, Duration.ofSeconds(4), "other", () -> {});
            faults.begin(simulation);
            simulation.advance(Duration.ofSeconds(4));
            return faults.happened();
        }
    }

    @Test
    void refusesWhatCannotBe() {
        FaultSchedule faults = FaultSchedule.seeded(1);
        Duration past = Duration.ofNanos(-1);
        assertThatThrownBy(() -> faults.at(past, "no", () -> {})).hasMessageContaining("instant=PT-0.000000001S < 0");
        assertThatThrownBy(() -> faults.within(past, Duration.ZERO, "no", () -> {}))
                .hasMessageContaining("from=");
        assertThatThrownBy(() -> faults.within(Duration.ofSeconds(2), Duration.ofSeconds(1), "no", () -> {}))
                .hasMessageContaining("to=PT1S < from=PT2S");
        assertThatThrownBy(() -> faults.atStep(-1, "no", () -> {})).hasMessageContaining("step=-1 < 0");
    }

    /** A server and a client, and what goes wrong between them. */
    private static final class Network implements AutoCloseable {
        final Simulation simulation = Simulation.seeded(Seed.given());
        final FaultyTransport transport = new FaultyTransport(MemoryTransport.isolated(), Seed.given());
        final ActorSystem servers = startServer("servers");
        final Client client = simulation.await(Client.builder(simulation.newSystem("clients"))
                .transport(transport)
                .reconnecting()
                .connectAsync(ADDRESS));
        final Tally tally = simulation.await(client.lookupAsync("tally", Tally.class));

        ActorSystem startServer(String name) {
            ActorSystem system = simulation.newSystem(name);
            Server.builder(system)
                    .transport(transport)
                    .publish("tally", Tally.class, system.spawn(Tally.class, TallyActor::new))
                    .listen(ADDRESS)
                    .start();
            return system;
        }

        @Override
        public void close() {
            simulation.close();
        }
    }

    @Test
    void nothingPassesAPartitionAndAllThatWaitedPassesWhenItHeals() {
        try (Network network = new Network()) {
            FaultSchedule faults = FaultSchedule.seeded(Seed.given())
                    .at(Duration.ofSeconds(1), "partition", network.transport::partition)
                    .at(Duration.ofSeconds(3), "heal", network.transport::heal);
            faults.begin(network.simulation);
            network.simulation.advance(Duration.ofSeconds(2));
            Promise<Integer> sum = network.tally.add(3);
            CompletableFuture<Client> second = Client.builder(network.simulation.newSystem("others"))
                    .transport(network.transport)
                    .connectAsync(ADDRESS);
            network.simulation.advance(Duration.ofMillis(900));
            assertThat(sum).isNotDone();
            assertThat(second).isNotDone();
            network.simulation.advance(Duration.ofMillis(200));
            assertThat(sum).isCompletedWithValue(3);
            assertThat(second).isCompleted();
            assertThat(network.transport.openEnds()).isEqualTo(4);
        }
    }

    @Test
    void processThatIsKilledIsFollowedByAnother() {
        try (Network network = new Network()) {
            assertThat(network.simulation.await(network.tally.add(3))).isEqualTo(3);
            FaultSchedule faults = FaultSchedule.seeded(Seed.given()).at(Duration.ofSeconds(1), "kill -9", () -> {
                network.simulation.kill(network.servers);
                network.transport.forget(network.servers);
                network.startServer("again");
            });
            faults.begin(network.simulation);
            network.simulation.advance(Duration.ofSeconds(2));
            network.transport.breakConnections(); // the end at the dead process is passed over
            network.simulation.advance(Duration.ofMinutes(1));
            assertThat(network.client.isConnected()).isTrue();
            assertThat(network.simulation.await(network.tally.add(4))).isEqualTo(4); // another object, from 0
        }
    }

    @Test
    void explorationTriesEveryStepOfAFault() {
        List<String> seen = new ArrayList<>();
        Exploration.of(trial -> {
                    List<String> order = new ArrayList<>();
                    Tally tally = trial.spawn(Tally.class, TallyActor::new);
                    tally.add(1).thenAccept(sum -> order.add("answered"));
                    FaultSchedule.seeded(1)
                            .at(Duration.ofSeconds(1), "fault", () -> order.add("fault"))
                            .begin(trial);
                    trial.atEnd(() -> seen.add(order.toString()));
                })
                .run();
        // before the call is executed, before its answer is noticed, and last
        assertThat(seen).containsExactlyInAnyOrder("[fault, answered]", "[fault, answered]", "[answered, fault]");
    }
}
