package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.OutcomeUnknownException;
import io.tellask.remote.Remote;
import io.tellask.remote.SessionListener;
import io.tellask.remote.TransportException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sessions whose connections break, in simulated time. */
class ResumeTest {
    private final Rig rig = new Rig();
    private final Client client = rig.connect();
    private final Office office = rig.lookup(client);
    private final Events events = new Events();

    ResumeTest() {
        client.listen(events);
    }

    /** What a listener was told. */
    record Events(List<String> heard) implements SessionListener {
        Events() {
            this(new ArrayList<>());
        }

        @Override
        public void onDisconnected(RuntimeException cause) {
            heard.add("disconnected");
        }

        @Override
        public void onResumed() {
            heard.add("resumed");
        }

        @Override
        public void onLost(RuntimeException cause, long unacknowledgedTells) {
            heard.add("lost " + unacknowledgedTells);
        }

        @Override
        public void onReconnected() {
            heard.add("reconnected");
        }
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void sessionGoesOnOverAnotherConnection() {
        Promise<Integer> pending = office.later(7);
        rig.simulation.runUntilIdle();
        rig.transport.breakConnections();
        office.note("written while there is no connection");
        rig.simulation.advance(Duration.ofSeconds(1));
        assertThat(events.heard).containsExactly("disconnected", "resumed");
        assertThat(rig.clerk.lines).containsExactly("written while there is no connection");
        rig.clerk.answerPending();
        assertThat(rig.simulation.await(pending)).isEqualTo(7);
        assertThat(rig.simulation.await(office.echo(8))).isEqualTo(8);
        assertThat(client.isConnected()).isTrue();
    }

    @Test
    void nothingIsLostOrExecutedTwiceOverManyBreaks() {
        for (int i = 0; i < 200; i++) {
            office.count(1);
            office.note("line " + i);
            if (i % 10 == 3) {
                rig.transport.breakConnections();
            }
            if (i % 7 == 0) {
                rig.simulation.runUntilIdle();
            }
        }
        assertThat(rig.simulation.await(office.total())).isEqualTo(200);
        assertThat(rig.clerk.lines).hasSize(200).first().isEqualTo("line 0");
        for (int i = 0; i < 200; i++) {
            assertThat(rig.clerk.lines.get(i)).isEqualTo("line " + i);
        }
    }

    @Test
    void connectionThatFallsSilentIsReplaced() {
        rig.transport.silenceConnections();
        office.count(5);
        assertThat(rig.simulation.await(
                        Remote.withDeadline(office, Duration.ofMinutes(2)).echo(1)))
                .isEqualTo(1);
    }

    @Test
    void tellsOfALostSessionAreCounted() {
        rig.simulation.advance(Duration.ofSeconds(2));
        rig.transport.faults(Faults.none().disconnectAt(0));
        rig.transport.breakConnections();
        rig.simulation.runUntilIdle();
        for (int i = 0; i < 5; i++) {
            office.note("nobody hears this");
        }
        Promise<Integer> pending = office.echo(1);
        rig.simulation.advance(Duration.ofSeconds(29));
        assertThat(client.isOpen()).isTrue();
        assertThat(client.isConnected()).isFalse();
        rig.simulation.advance(Duration.ofSeconds(2));
        assertThat(events.heard).containsExactly("disconnected", "lost 5");
        assertThat(rig.failure(pending))
                .isInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining("no other connection came within resumeTime=PT30S");
        assertThat(rig.clerk.lines).isEmpty();
        assertThat(rig.server.statistics().waitingSessions()).isZero();
    }

    @Test
    void tellsThatWereAcknowledgedAreNotCounted() {
        office.note("heard");
        rig.simulation.advance(Duration.ofSeconds(2));
        rig.transport.silenceConnections();
        office.note("not heard");
        rig.simulation.runUntilIdle();
        rig.leaveServer();
        rig.simulation.advance(Duration.ofMinutes(2));
        assertThat(events.heard).containsExactly("disconnected", "lost 1");
        assertThat(rig.clerk.lines).containsExactly("heard");
    }

    @Test
    void actorsHearThatTheirClientIsAwayAndBack() {
        assertThat(rig.simulation.await(office.bytes(1))).hasSize(1); // from here on the clerk listens
        rig.transport.breakConnections();
        rig.simulation.advance(Duration.ofSeconds(1));
        assertThat(rig.clerk.heard).containsExactly("disconnected", "resumed");
        rig.transport.faults(Faults.none().disconnectAt(0));
        rig.transport.breakConnections();
        rig.simulation.advance(Duration.ofSeconds(40));
        assertThat(rig.clerk.heard).containsExactly("disconnected", "resumed", "disconnected", "lost 0");
    }

    @Test
    void anyOfItsAddressesWillDo() throws Exception {
        List<URI> addresses = List.of(URI.create("memory://nobody"), Rig.ADDRESS);
        Client found = rig.simulation.call(() -> rig.newClient().connect(addresses));
        Office known = rig.lookup(found);
        for (int i = 0; i < 3; i++) {
            rig.transport.breakConnections();
            rig.simulation.advance(Duration.ofSeconds(1));
            assertThat(rig.simulation.await(known.echo(i))).isEqualTo(i);
        }
    }

    @Test
    void serverThatIsFullSaysThatItIsBusy() {
        try (Rig full = new Rig(Limits.builder().connections(1).build())) {
            full.connect();
            assertThat(full.failure(full.connecting(Limits.defaults())))
                    .isInstanceOfSatisfying(
                            TransportException.class,
                            busy -> assertThat(busy.problem()).isEqualTo(TransportException.Problem.BUSY))
                    .hasMessageContaining("connections=1 >= connections=1");
        }
    }

    @Test
    void serverThatIsGoneIsFoundOutAtOnce() {
        Promise<Integer> pending = office.later(7);
        rig.simulation.runUntilIdle();
        office.count(1);
        rig.server.close();
        rig.simulation.runUntilIdle();
        assertThat(rig.failure(pending)).isInstanceOf(OutcomeUnknownException.class);
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void withoutResumeTheSessionEndsWithItsConnection() {
        Client plain = rig.connect(Limits.builder().resumeTime(Duration.ZERO).build());
        Promise<Integer> pending = rig.lookup(plain).later(1);
        rig.simulation.runUntilIdle();
        rig.transport.breakConnections();
        assertThat(rig.failure(pending)).isInstanceOf(OutcomeUnknownException.class);
        assertThat(plain.isOpen()).isFalse();
        assertThat(client.isOpen()).isTrue();
    }
}
