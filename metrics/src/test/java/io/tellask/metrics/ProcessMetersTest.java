package io.tellask.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Server;
import io.tellask.remote.TransportException;
import io.tellask.test.Await;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is measured of servers, clients, systems and memory. */
class ProcessMetersTest {
    private static final URI ADDRESS = URI.create("memory://metered");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MemoryTransport transport = MemoryTransport.isolated();
    private final ActorSystem system =
            ActorSystem.builder().name("metered").ioLoops(1).build();
    private final PeerMemory memory = new PeerMemory(64 << 20);
    private final Server server = Server.builder(system)
            .publish("office", Office.class, system.spawn(Office.class, () -> Promise::of))
            .limits(Limits.builder().connections(2).build())
            .memory(memory)
            .transport(transport)
            .listen(ADDRESS)
            .start();

    /** What is called. */
    public interface Office {
        Promise<Integer> echo(int number);
    }

    private Client connect() {
        return Client.builder(system)
                .transport(transport)
                .memory(new PeerMemory(1 << 20))
                .connect(ADDRESS);
    }

    @AfterEach
    void close() {
        system.close();
    }

    private double gauge(String name) {
        return registry.get(name).gauge().value();
    }

    private double counter(String name) {
        return registry.get(name).functionCounter().count();
    }

    @Test
    void serverCountsItsSessions() {
        ProcessMeters.ofServer(registry, "main", server);
        Client first = connect();
        Client second = connect();
        assertThat(first.lookup("office", Office.class).echo(1).join()).isEqualTo(1);
        assertThat(gauge("tellask.server.connections")).isEqualTo(2);
        assertThat(gauge("tellask.server.references")).isEqualTo(1);
        assertThatThrownBy(this::connect).isInstanceOf(TransportException.class);
        assertThat(counter("tellask.server.connections.refused")).isEqualTo(1);
        first.close();
        Await.until("the session has ended", () -> counter("tellask.server.sessions.ended") == 1);
        assertThat(counter("tellask.server.sessions.opened")).isEqualTo(2);
        assertThat(counter("tellask.server.sessions.lost")).isZero();
        assertThat(counter("tellask.server.connections.junk")).isZero();
        assertThat(counter("tellask.server.peers.refused")).isZero();
        second.close();
    }

    @Test
    void clientsMetersGoWithItsSession() {
        Client client = connect();
        ProcessMeters.ofClient(registry, "upstream", client);
        assertThat(gauge("tellask.client.open")).isEqualTo(1);
        Office office = client.lookup("office", Office.class);
        assertThat(gauge("tellask.client.references")).isEqualTo(1);
        assertThat(office.echo(1).join()).isEqualTo(1);
        client.close();
        Await.until("the meters are gone", () -> registry.getMeters().isEmpty());
    }

    @Test
    void newerOneTakesThePlaceOfTheOlder() {
        Client older = connect();
        Client newer = connect();
        ProcessMeters.ofClient(registry, "upstream", older);
        ProcessMeters meters = ProcessMeters.ofClient(registry, "upstream", newer);
        older.close();
        Await.until("the session has ended", () -> server.connections() == 1);
        assertThat(gauge("tellask.client.open")).isEqualTo(1);
        meters.close();
        assertThat(registry.getMeters()).isEmpty();
        meters.close();
    }

    @Test
    void systemCountsItsActors() {
        ProcessMeters.ofSystem(registry, system);
        double before = gauge("tellask.actors");
        Office other = system.spawn(Office.class, () -> _ -> {
            throw new IllegalStateException();
        });
        assertThat(gauge("tellask.actors")).isEqualTo(before + 1);
        system.stop(other);
        Await.until("it has stopped", () -> gauge("tellask.actors") == before);
        assertThat(counter("tellask.actors.spawned")).isEqualTo(before + 1);
        assertThat(gauge("tellask.actors.queued")).isZero();
        assertThat(counter("tellask.actors.dropped")).isZero();
        assertThat(counter("tellask.actors.tells.failed")).isZero();
        assertThat(counter("tellask.actors.dead")).isZero();
        assertThat(counter("tellask.loops.failures")).isZero();
        double blocked = system.blockedLoops(); // more become so on a busy machine
        assertThat(registry.get("tellask.loops.blocked")
                        .tag("system", "metered")
                        .functionCounter()
                        .count())
                .isBetween(blocked, (double) system.blockedLoops());
    }

    @Test
    void memoryOfPeersIsMeasured() {
        ProcessMeters.ofMemory(registry, "peers", memory);
        Client client = connect();
        assertThat(gauge("tellask.memory.limit")).isEqualTo(64 << 20);
        assertThat(gauge("tellask.memory.held")).isPositive();
        assertThat(gauge("tellask.memory.largest")).isPositive();
        assertThat(gauge("tellask.memory.connections")).isEqualTo(1);
        assertThat(counter("tellask.memory.closed")).isZero();
        assertThat(counter("tellask.memory.refused")).isZero();
        assertThat(counter("tellask.memory.waits")).isZero();
        client.close();
    }
}
