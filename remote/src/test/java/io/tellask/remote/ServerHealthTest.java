package io.tellask.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.BlockingCallException;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.test.Await;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a server says of how it is, and how one waits for its end. */
class ServerHealthTest {
    private static final URI ADDRESS = URI.create("memory://health");

    private final MemoryTransport transport = MemoryTransport.isolated();
    private final ActorSystem system = ActorSystem.builder().ioLoops(1).build();
    private final PeerMemory memory = new PeerMemory(1 << 20);
    private final Promise<Integer> pending = new Promise<>();

    /** What is called. */
    public interface Office {
        Promise<Integer> later();
    }

    private Server serve(UnaryOperator<Server.Builder> settings) {
        return settings.apply(Server.builder(system)
                        .publish("office", Office.class, system.spawn(Office.class, () -> () -> pending))
                        .publishHealth()
                        .memory(memory)
                        .transport(transport)
                        .listen(ADDRESS))
                .start();
    }

    private Client connect() {
        return Client.builder(system)
                .transport(transport)
                .memory(new PeerMemory(1 << 20))
                .connect(ADDRESS);
    }

    private static Health health(Client client) {
        return client.lookup(Health.PUBLISHED_NAME, Health.class);
    }

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void serverWithRoomIsHealthy() {
        Server server = serve(settings -> settings);
        assertThat(server.health().isHealthy()).isTrue();
        Health.Report report = health(connect()).report().join();
        assertThat(report).isEqualTo(new Health.Report(List.of()));
        assertThat(report.isHealthy()).isTrue();
    }

    @Test
    void serverWithoutRoomForConnectionsIsNot() {
        Server server = serve(
                settings -> settings.limits(Limits.builder().connections(2).build()));
        Health health = health(connect());
        assertThat(health.report().join().isHealthy()).isTrue();
        Client second = connect();
        assertThat(health.report().join().problems()).containsExactly("server: connections=2 >= connections=2");
        second.close();
        Await.until("there is room again", () -> server.health().isHealthy());
    }

    @Test
    void serverWhosePeersHoldTooMuchIsNot() {
        Server server = serve(settings -> settings);
        Client first = connect();
        for (int i = 0; i < 7; i++) {
            connect();
        }
        assertThat(health(first).report().join().isHealthy()).isTrue();
        long held = memory.heldBytes();
        assertThat(held).isGreaterThan(PeerMemory.LEAST_BYTES);
        long least = held; // of which what is held is three quarters
        while (least - least / 4 < held) {
            least++;
        }
        memory.limit(least);
        assertThat(server.health().isHealthy()).isTrue();
        memory.limit(least - 1);
        assertThat(server.health().problems())
                .containsExactly("peer memory: heldBytes=" + held + " > three quarters of limitBytes=" + (least - 1));
        assertThat(health(first).report().join().isHealthy()).isFalse();
    }

    @Test
    void closingServerTellsThoseThatAreStillThere() throws Exception {
        Server server = serve(settings -> settings);
        Client client = connect();
        Health health = health(client);
        Promise<Integer> later = client.lookup("office", Office.class).later();
        health.report().join(); // the ask before it has come
        Thread closing = Thread.ofVirtual().start(() -> server.close(Duration.ofMinutes(1)));
        Await.until("it is closing", () -> !server.health().isHealthy());
        assertThat(health.report().join().problems()).containsExactly("server: it is closing");
        assertThat(server.awaitTermination(Duration.ofMillis(1))).isFalse();
        pending.complete(3);
        assertThat(later.join()).isEqualTo(3);
        server.awaitTermination();
        closing.join();
        assertThat(server.awaitTermination(Duration.ZERO)).isTrue();
        assertThat(server.connections()).isZero();
    }

    @Test
    void serverWithoutSessionsHasClosedAtOnceAndWithItsSystemToo() throws Exception {
        Server server = serve(settings -> settings);
        CompletableFuture<Boolean> waited = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                server.awaitTermination();
                waited.complete(true);
            } catch (InterruptedException interrupted) {
                waited.completeExceptionally(interrupted);
            }
        });
        assertThat(server.awaitTermination(Duration.ZERO)).isFalse();
        system.close();
        assertThat(waited.join()).isTrue();
        assertThat(server.awaitTermination(Duration.ZERO)).isTrue();
    }

    @Test
    void actorsThatServersMadeEndWithThem() {
        Server.Builder builder = Server.builder(system)
                .publish("office", Office.class, system.spawn(Office.class, () -> () -> pending))
                .publishHealth()
                .publishDirectory()
                .publishOperations(principal -> true)
                .transport(transport)
                .listen(ADDRESS);
        int before = system.actors();
        Server server = builder.start();
        assertThat(system.actors()).isEqualTo(before + 4);
        assertThatThrownBy(builder::start).isInstanceOf(TransportException.class);
        Await.until("those of the one that did not start have stopped", () -> system.actors() == before + 4);
        connect();
        server.close();
        Await.until("all have stopped", () -> system.actors() == before);
    }

    @Test
    void nextServerOfABuilderTellsOfItself() {
        Server.Builder builder =
                Server.builder(system).publishHealth().transport(transport).listen(ADDRESS);
        builder.start().close();
        builder.start();
        assertThat(health(connect()).report().join().isHealthy()).isTrue();
    }

    /** Waits for the end of a server. */
    public interface Waiter {
        Promise<Boolean> waitFor();
    }

    @Test
    void actorMustNotWaitForTheEndOfAServer() {
        Server server = serve(settings -> settings);
        Waiter waiter = system.spawn(
                Waiter.class,
                () -> () -> {
                    try {
                        return Promise.of(server.awaitTermination(Duration.ofMinutes(1)));
                    } catch (InterruptedException interrupted) {
                        return Promise.failed(interrupted);
                    }
                },
                SpawnOptions.ioLoop());
        assertThatThrownBy(() -> waiter.waitFor().join()).hasCauseInstanceOf(BlockingCallException.class);
    }

    @Test
    void applicationPublishesOneThatKnowsMore() {
        Server.builder(system)
                .publish(
                        Health.PUBLISHED_NAME,
                        Health.class,
                        system.spawn(
                                Health.class, () -> () -> Promise.of(new Health.Report(List.of("database: away")))))
                .transport(transport)
                .listen(ADDRESS)
                .start();
        assertThat(health(connect()).report().join().problems()).containsExactly("database: away");
    }
}
