package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.codec.Codec;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Remote;
import io.tellask.remote.Server;
import io.tellask.test.Seed;
import io.tellask.testkit.CallProbeTest.Printer;
import io.tellask.testkit.FaultScheduleTest.Tally;
import io.tellask.testkit.FaultScheduleTest.TallyActor;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The code of {@code docs/TESTING.md}, compiled and run; each of the page's Java blocks stands in this file, word for word. */
class TestingGuideTest {
    private final long seed = Seed.given();

    /** Adds. */
    public interface Desk {
        Promise<Integer> add(int one, int other);
    }

    static final class DeskClerk implements Desk {
        @Override
        public Promise<Integer> add(int one, int other) {
            return Promise.of(one + other);
        }
    }

    @Test
    void simulationOfARemoteCall() {
        try (Simulation simulation = Simulation.seeded(seed)) {
            FaultyTransport transport = new FaultyTransport(MemoryTransport.isolated(), seed)
                    .faults(Faults.none().chunks(50).delay(Duration.ofMillis(2)));
            ActorSystem servers = simulation.newSystem("servers");
            ActorSystem clients = simulation.newSystem("clients");
            Desk local = servers.spawn(Desk.class, DeskClerk::new, SpawnOptions.on(simulation.newDispatcher("clerk")));
            Server.builder(servers)
                    .transport(transport)
                    .publish("desk", Desk.class, local)
                    .listen("memory://desk")
                    .start();

            Client client = simulation.await(
                    Client.builder(clients).transport(transport).connectAsync(URI.create("memory://desk")));
            Desk desk = simulation.await(client.lookupAsync("desk", Desk.class));
            assertThat(simulation.await(desk.add(1, 2))).isEqualTo(3);

            simulation.advance(Duration.ofMinutes(1)); // timers, deadlines and pings of a minute, at once
        }
    }

    /** What is in it. */
    public interface Account {
        Promise<Integer> balance();

        void add(int amount);
    }

    static final class Ledger implements Account {
        private int balance;

        @Override
        public Promise<Integer> balance() {
            return Promise.of(balance);
        }

        @Override
        public void add(int amount) {
            balance += amount;
        }
    }

    /** Where money is brought to. */
    public interface Teller {
        Promise<Integer> deposit(int amount);
    }

    static final class Clerk implements Teller {
        private final Account account;

        Clerk(Account account) {
            this.account = account;
        }

        @Override
        public Promise<Integer> deposit(int amount) {
            account.add(amount);
            return account.balance();
        }
    }

    @Test
    void explorationOfTwoDeposits() {
        Scenario scenario = trial -> {
            Account account = trial.spawn(Account.class, Ledger::new);
            Teller ann = trial.spawn(Teller.class, () -> new Clerk(account));
            Teller bob = trial.spawn(Teller.class, () -> new Clerk(account));
            trial.expect("ann's deposit", ann.deposit(10));
            trial.expect("bob's deposit", bob.deposit(10));
            trial.atEnd(() -> assertThat(trial.await(account.balance())).isEqualTo(20));
        };
        ExplorationReport report = Exploration.of(scenario).run();
        assertThat(report.complete()).isTrue();
    }

    private static void startServer(ActorSystem system, FaultyTransport transport) {
        Server.builder(system)
                .transport(transport)
                .publish("tally", Tally.class, system.spawn(Tally.class, TallyActor::new))
                .listen("memory://tally")
                .start();
    }

    @Test
    void faultsOfASimulation() {
        try (Simulation simulation = Simulation.seeded(seed)) {
            FaultyTransport transport = new FaultyTransport(MemoryTransport.isolated(), seed);
            ActorSystem servers = simulation.newSystem("servers");
            startServer(servers, transport);
            Client client = simulation.await(Client.builder(simulation.newSystem("clients"))
                    .transport(transport)
                    .reconnecting()
                    .connectAsync(URI.create("memory://tally")));
            IntTicker.start(simulation, client);
            FaultSchedule faults = FaultSchedule.seeded(seed)
                    .within(Duration.ofSeconds(1), Duration.ofSeconds(5), "partition", transport::partition)
                    .at(Duration.ofSeconds(8), "heal", transport::heal)
                    .atStep(500, "break", transport::breakConnections)
                    .at(Duration.ofSeconds(20), "kill -9", () -> {
                        simulation.kill(servers);
                        transport.forget(servers);
                        startServer(simulation.newSystem("again"), transport);
                    });
            faults.begin(simulation);
            simulation.advance(Duration.ofMinutes(1));
            assertThat(faults.happened()).hasSize(4);
        }
    }

    /** Takes steps, so that there is a step for a fault. */
    private static final class IntTicker {
        static void start(Simulation simulation, Client client) {
            var dispatcher = simulation.newDispatcher("ticks");
            Runnable[] tick = new Runnable[1];
            tick[0] = () -> {
                assertThat(client.isOpen()).isTrue();
                dispatcher.schedule(tick[0], 50_000_000);
            };
            dispatcher.execute(tick[0]);
        }
    }

    @Test
    void probeThatAnswersLater() {
        try (Simulation simulation = Simulation.seeded(seed)) {
            ActorSystem system = simulation.newSystem("printers");
            CallProbe<Printer> probe = new CallProbe<>(Printer.class);
            Printer printer = system.spawn(Printer.class, probe::actor);
            Promise<String> printed = printer.print("page");
            simulation.runUntilIdle();
            probe.expect("print", "page").answer("done"); // or fail(exception)
            probe.expectNone();
            assertThat(simulation.await(printed)).isEqualTo("done");
        }
    }

    @Test
    void historyOfThreeCallers() {
        SequentialModel<Integer, Integer, Integer> sum = new SequentialModel<>() {
            @Override
            public Integer initial() {
                return 0;
            }

            @Override
            public Outcome<Integer, Integer> apply(Integer state, Integer added) {
                return new Outcome<>(state + added, state + added);
            }
        };
        Exploration.of(trial -> {
                    Tally tally = trial.spawn(Tally.class, TallyActor::new);
                    History<Integer, Integer> history = trial.newHistory();
                    for (String caller : List.of("ann", "bob", "eve")) {
                        trial.expect(caller, history.call(caller, 1, () -> tally.add(1)));
                    }
                    trial.atEnd(() -> history.check(sum));
                })
                .run();
    }

    @Test
    void localCallsThatAreCopied() {
        Codec codec = Codec.standard();
        ActorSystem system =
                ActorSystem.builder().copyLocalCalls(Remote.copying(codec)).build();
        try (system) {
            assertThat(system.spawn(Desk.class, DeskClerk::new).add(1, 2).join())
                    .isEqualTo(3);
        }
    }

    @Test
    void everyJavaBlockOfThePageStandsHere() throws IOException {
        String page = Files.readString(Path.of("../docs/TESTING.md"));
        String here = words(Files.readString(Path.of("src/test/java/io/tellask/testkit/TestingGuideTest.java")));
        List<String> blocks = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
        assertThat(blocks).hasSizeGreaterThan(5);
        for (String block : blocks) {
            assertThat(here).contains(words(block));
        }
    }

    private static String words(String code) {
        return code.strip().replaceAll("\\s+", " ").replaceAll(" ?\\. ?", ".");
    }
}
