package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import io.tellask.test.Seed;
import io.tellask.testkit.FaultScheduleTest.Tally;
import io.tellask.testkit.FaultScheduleTest.TallyActor;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Remote calls whose connection breaks at any step, in all orders of the two sides up to a bound. */
class RemoteExplorationTest {
    private static final URI ADDRESS = URI.create("memory://tally");

    /** A connection that is silent is given up before a call is. */
    private static final Limits PATIENT =
            Limits.builder().callTime(Duration.ofMinutes(2)).build();

    /** Two calls over one session, while something goes wrong; each is executed once, and in order. */
    private static void twoCalls(Trial trial, String fault, Consumer<FaultyTransport> what) {
        FaultyTransport transport = new FaultyTransport(MemoryTransport.isolated(), 1);
        ActorSystem servers = trial.newSystem("servers");
        ActorSystem clients = trial.newSystem("clients");
        TallyActor[] actor = new TallyActor[1];
        Tally local = servers.spawn(Tally.class, () -> actor[0] = new TallyActor());
        Server.builder(servers)
                .transport(transport)
                .publish("tally", Tally.class, local)
                .listen(ADDRESS)
                .start();
        List<Integer> answers = new ArrayList<>();
        Promise<Void> done = Client.builder(clients)
                .transport(transport)
                .limits(PATIENT)
                .connectAsync(ADDRESS)
                .thenCompose(client -> client.lookupAsync("tally", Tally.class))
                .thenCompose(tally -> {
                    trial.fault(
                            fault,
                            () -> what.accept(transport)); // the session is open: from now on nothing may be lost
                    Promise<Void> first = tally.add(1).thenAccept(answers::add);
                    return Promise.all(first, tally.add(2).thenAccept(answers::add))
                            .thenAccept(both -> {});
                });
        trial.expect("both are answered", done);
        trial.atEnd(() -> {
            assertThat(answers).containsExactly(1, 3);
            CompletableFuture<Integer> sum = local.add(0);
            assertThat(trial.await(sum)).isEqualTo(3);
        });
    }

    @Test
    void callsAreExecutedOnceWhereverTheConnectionBreaks() {
        ExplorationReport report = Exploration.of(trial -> twoCalls(trial, "break", FaultyTransport::breakConnections))
                .preemptions(1)
                .runs(1_500)
                .run();
        assertThat(report.runs()).isGreaterThan(20);
        assertThat(report.reduced()).isFalse();
    }

    @Test
    void callsAreExecutedOnceWhereverTheConnectionFallsSilent() {
        ExplorationReport report = Exploration.of(
                        trial -> twoCalls(trial, "silence", FaultyTransport::silenceConnections))
                .preemptions(1)
                .runs(500)
                .time(Duration.ofMinutes(2))
                .run();
        assertThat(report.runs()).isGreaterThan(20);
    }

    private static ActorSystem startServer(
            Trial trial, FaultyTransport transport, String name, List<Integer> executed) {
        ActorSystem servers = trial.newSystem(name);
        Tally noting = servers.spawn(Tally.class, () -> summand -> {
            executed.add(summand);
            return Promise.of(summand);
        });
        Server.builder(servers)
                .transport(transport)
                .publish("tally", Tally.class, noting)
                .listen(ADDRESS)
                .start();
        return servers;
    }

    /** Two calls to a server that ends as by kill -9, and is followed by another. */
    private static void killedServer(Trial trial) {
        FaultyTransport transport = new FaultyTransport(MemoryTransport.isolated(), 1);
        List<Integer> executed = new ArrayList<>();
        List<Integer> answered = new ArrayList<>();
        List<Integer> ended = new ArrayList<>();
        ActorSystem servers = startServer(trial, transport, "servers", executed);
        trial.expect(
                "both are called",
                Client.builder(trial.newSystem("clients"))
                        .transport(transport)
                        .reconnecting()
                        .connectAsync(ADDRESS)
                        .thenCompose(client -> client.lookupAsync("tally", Tally.class))
                        .thenAccept(tally -> {
                            trial.fault("kill -9", () -> {
                                trial.kill(servers);
                                transport.forget(servers);
                                startServer(trial, transport, "again", executed);
                            });
                            for (int call : List.of(1, 2)) {
                                Promise<Integer> answer = tally.add(call);
                                answer.thenAccept(answered::add);
                                answer.whenComplete((sum, failure) -> ended.add(call));
                            }
                        }));
        trial.atEnd(() -> {
            assertThat(executed).doesNotHaveDuplicates().isSorted().containsAll(answered);
            assertThat(ended).containsExactlyInAnyOrder(1, 2);
        });
    }

    @Test
    void callsAreExecutedAtMostOnceWhereverTheServerIsKilled() {
        ExplorationReport report = Exploration.of(RemoteExplorationTest::killedServer)
                .preemptions(1)
                .runs(500)
                .time(Duration.ofMinutes(2))
                .run();
        assertThat(report.runs()).isGreaterThan(20);
    }

    @Test
    void callsAreExecutedOnceInOrdersDrawnFromSeeds() {
        ExplorationReport report = Exploration.of(trial -> twoCalls(trial, "break", FaultyTransport::breakConnections))
                .runSeeds(Seed.given(), 300);
        assertThat(report.runs()).isEqualTo(300);
    }
}
