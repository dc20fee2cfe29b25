package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Receiver;
import io.tellask.remote.Remote;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.Wire;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The clocks of a session, in virtual time. */
@Timeout(60)
class SessionTimesTest {
    /** Deadlines are looked after so often. */
    private static final Duration SWEEP = Duration.ofMillis(100);

    /** Connects to nobody, and never says so: a network that swallows packets. */
    private static final class BlackHole implements Transport {
        @Override
        public Set<String> schemes() {
            return Set.of("hole");
        }

        @Override
        public Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept) {
            throw new UnsupportedOperationException("nobody listens in a hole");
        }

        @Override
        public void connect(
                URI address, Dispatcher loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
            // nothing ever comes back
        }
    }

    @Test
    void connectingIsGivenUpAfterConnectTime() {
        try (Simulation simulation = Simulation.seeded(1)) {
            ActorSystem system = simulation.newSystem("here");
            CompletableFuture<Client> connecting = Client.builder(system)
                    .transport(new BlackHole())
                    .limits(Limits.builder().connectTime(Duration.ofSeconds(3)).build())
                    .connectAsync(URI.create("hole://anywhere"));
            simulation.advance(Duration.ofMillis(2_999));
            assertThat(connecting).isNotDone();
            simulation.advance(Duration.ofMillis(1));
            assertThat(connecting.exceptionNow())
                    .isInstanceOf(TransportException.class)
                    .hasMessage(
                            "connect: address=hole://anywhere did not open within connectTime=PT3S; check the address, the network, and what is spoken there");
        }
    }

    @Test
    void serverClosesOnPeerThatSaysNothing() {
        try (Rig rig = new Rig()) {
            RawPeer peer = RawPeer.connect(rig);
            rig.simulation.advance(Duration.ofMillis(4_900));
            assertThat(peer.isClosed()).isFalse();
            rig.simulation.advance(Duration.ofMillis(200));
            assertThat(peer.closeReason())
                    .isEqualTo(
                            "hello: nothing heard within handshakeTime=PT5S; the peer does not speak Tellask or is overloaded");
            assertThat(peer.isClosed()).isTrue();
            assertThat(rig.server.connections()).isZero();
        }
    }

    @Test
    void clientGivesUpServerThatSaysNothing() {
        try (Simulation simulation = Simulation.seeded(1)) {
            MemoryTransport transport = MemoryTransport.isolated();
            ActorSystem there = simulation.newSystem("there");
            transport.listen(Rig.ADDRESS, there.ioLoops(), wire -> new RawPeer(simulation, wire));
            CompletableFuture<Client> connecting = Client.builder(simulation.newSystem("here"))
                    .transport(transport)
                    .connectAsync(Rig.ADDRESS);
            simulation.advance(Duration.ofMillis(4_900));
            assertThat(connecting).isNotDone();
            simulation.advance(Duration.ofMillis(200));
            assertThat(connecting.exceptionNow())
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("ended the session at once, hello: nothing heard within handshakeTime=PT5S");
        }
    }

    @Test
    void silentPeerIsPingedAndThenClosedOn() {
        try (Rig rig = new Rig()) {
            RawPeer peer = RawPeer.introduced(rig);
            rig.simulation.advance(Duration.ofMillis(29_900));
            assertThat(peer.kinds()).doesNotContain(RawPeer.PING);
            rig.simulation.advance(Duration.ofMillis(200));
            assertThat(peer.kinds()).containsOnlyOnce(RawPeer.PING);
            rig.simulation.advance(Duration.ofMillis(14_700));
            assertThat(peer.isClosed()).isFalse();
            rig.simulation.advance(Duration.ofMillis(300));
            assertThat(peer.closeReason())
                    .isEqualTo(
                            "ping: no byte within idleTime=PT30S and pingTime=PT15S; the peer or the network is gone");
        }
    }

    @Test
    void peerThatAnswersPingsStays() {
        try (Rig rig = new Rig()) {
            RawPeer peer = RawPeer.introduced(rig);
            for (int minute = 0; minute < 5; minute++) {
                rig.simulation.advance(Duration.ofSeconds(31));
                peer.send(RawPeer.PONG, out -> out.writeVarLong(0));
                assertThat(peer.isClosed()).isFalse();
            }
            Client client = rig.connect();
            rig.simulation.advance(Duration.ofHours(1));
            assertThat(client.isOpen()).isTrue();
        }
    }

    @Test
    void askIsGivenUpAfterCallTime() {
        try (Rig rig = new Rig()) {
            Office office = rig.office();
            Promise<Integer> later = office.later(1);
            rig.simulation.advance(Duration.ofSeconds(30).minus(SWEEP));
            assertThat(later).isNotDone();
            rig.simulation.advance(SWEEP.multipliedBy(3));
            assertThat(later.exceptionNow())
                    .isInstanceOf(DeadlineExceededException.class)
                    .hasMessageStartingWith("call: method=later was not answered in time, callTime=PT30S;");
        }
    }

    @Test
    void deadlineOfItsOwnIsNeverEarly() {
        try (Rig rig = new Rig()) {
            Office office = rig.office();
            Office hasty = Remote.withDeadline(office, Duration.ofMillis(50));
            office.later(0); // from here on the sweeps run
            for (int i = 0; i < 30; i++) {
                rig.simulation.advance(Duration.ofMillis(37));
                Promise<Integer> later = hasty.later(i);
                rig.simulation.advance(Duration.ofMillis(50));
                assertThat(later).as("call " + i).isNotDone();
                rig.simulation.advance(SWEEP);
                assertThat(later.exceptionNow())
                        .isInstanceOf(DeadlineExceededException.class)
                        .hasMessageContaining("deadline=PT0.05S");
            }
        }
    }

    @Test
    void lateAnswerSettlesNobodyElse() {
        try (Rig rig = new Rig(Limits.builder().callsInFlight(1).build())) {
            Office office = rig.office();
            Promise<Integer> given =
                    Remote.withDeadline(office, Duration.ofMillis(50)).later(1);
            rig.simulation.advance(Duration.ofMillis(500));
            assertThat(given).isCompletedExceptionally();
            Promise<Integer> next = office.later(2); // in the slot of the first
            rig.simulation.runUntilIdle();
            rig.clerk.answerPending();
            assertThat(rig.simulation.await(next)).isEqualTo(2);
            assertThat(rig.simulation.await(office.echo(3))).isEqualTo(3);
            assertThat(given.exceptionNow()).isInstanceOf(DeadlineExceededException.class);
        }
    }
}
