package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Server;
import io.tellask.remote.Session;
import io.tellask.test.Await;
import io.tellask.test.Seed;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Calls that bring more references than there is memory for are refused, and their session goes on. */
@Isolated
class ReferencesMemoryTest {
    private final Simulation simulation = Simulation.seeded(Seed.given());
    private final MemoryTransport transport = MemoryTransport.isolated();
    private final PeerMemory memory = new PeerMemory(1 << 20);
    private final ActorSystem here = simulation.newSystem("here");
    private final List<Listener> kept = new ArrayList<>();
    private Client client;

    /** What is passed. */
    public interface Listener {
        void heard();
    }

    /** Keeps what it is given, and makes as much. */
    public interface Room {
        Promise<Integer> keep(Listener listener);

        Promise<Listener> another();
    }

    private final class Host extends Actor implements Room {
        @Override
        public Promise<Integer> keep(Listener listener) {
            kept.add(listener);
            return Promise.of(kept.size());
        }

        @Override
        public Promise<Listener> another() {
            return Promise.of(Session.current().orElseThrow().spawn(Listener.class, () -> () -> {}));
        }
    }

    private Room connect() {
        ActorSystem there = simulation.newSystem("there");
        Server.builder(there)
                .publish("room", Room.class, there.spawn(Room.class, Host::new))
                .transport(transport)
                .memory(memory)
                .listen("memory://room")
                .start();
        client = simulation.await(Client.builder(here).transport(transport).connectAsync(URI.create("memory://room")));
        return simulation.await(client.lookupAsync("room", Room.class));
    }

    @AfterEach
    void close() {
        simulation.close();
    }

    private Promise<Integer> pass(Room room) {
        return room.keep(here.spawn(Listener.class, () -> () -> {}));
    }

    @Test
    void callThatBringsOneTooManyIsRefusedUntilSomeAreLetGo() {
        Room room = connect();
        while (memory.heldBytes() <= memory.limitBytes() * 3 / 4) {
            simulation.await(pass(room));
        }
        int most = kept.size();
        assertThat(most).isGreaterThan(500);
        assertThatThrownBy(() -> simulation.await(pass(room)))
                .hasCauseInstanceOf(CallRefusedException.class)
                .hasMessageContaining("reference: there is no memory for one more, references held=" + most
                        + "; let go of some, and call again later");
        assertThat(client.isOpen()).isTrue();
        kept.clear();
        Await.until("references are let go of", () -> {
            System.gc();
            simulation.runUntilIdle();
            return memory.heldBytes() < memory.limitBytes() / 2;
        });
        assertThat(simulation.await(pass(room))).isEqualTo(1);
    }

    @Test
    void resultThatIsOneTooManyIsRefused() {
        Room room = connect();
        List<Listener> held = new ArrayList<>();
        while (memory.heldBytes() <= memory.limitBytes() * 3 / 4) {
            held.add(simulation.await(room.another()));
        }
        assertThat(held).hasSizeGreaterThan(300);
        assertThatThrownBy(() -> simulation.await(room.another()))
                .hasCauseInstanceOf(CallRefusedException.class)
                .hasMessageContaining("reference: there is no memory for one more, references of the session=");
        assertThat(client.isOpen()).isTrue();
    }
}
