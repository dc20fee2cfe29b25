package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.Client;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.OutcomeUnknownException;
import io.tellask.remote.Remote;
import io.tellask.remote.Server;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that connect again when their session is lost, in simulated time. */
class ReconnectTest {
    private final Rig rig = new Rig();
    private final Client client =
            rig.simulation.await(rig.newClient().reconnecting().connectAsync(Rig.ADDRESS));
    private final Office office = rig.lookup(client);
    private final ResumeTest.Events events = new ResumeTest.Events();

    ReconnectTest() {
        client.listen(events);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private Office.Clerk startAgain() {
        return startAgain(rig, Rig.ADDRESS);
    }

    /** Starts another server with an office in the place of one that is gone. */
    static Office.Clerk startAgain(Rig rig, URI address) {
        ActorSystem again = rig.simulation.newSystem("again");
        Office.Clerk[] clerk = new Office.Clerk[1];
        Office reference = again.spawn(Office.class, () -> clerk[0] = new Office.Clerk());
        Server.builder(again)
                .publish("office", Office.class, reference)
                .transport(rig.transport)
                .listen(address)
                .start();
        return clerk[0];
    }

    @Test
    void referencesStandForTheSameNamesAfterARestart() {
        Promise<Integer> pending = office.later(3);
        Office impatient = Remote.withDeadline(office, Duration.ofSeconds(7));
        rig.simulation.runUntilIdle();
        rig.leaveServer();
        rig.simulation.runUntilIdle();
        assertThat(rig.failure(pending)).isInstanceOf(OutcomeUnknownException.class);
        assertThat(client.isOpen()).isTrue();
        assertThat(client.isConnected()).isFalse();
        assertThat(rig.failure(office.echo(1)))
                .isInstanceOf(DisconnectedException.class)
                .hasMessageContaining("connects again by itself");
        assertThatThrownBy(() -> office.note("lost")).isInstanceOf(DisconnectedException.class);
        startAgain();
        rig.simulation.advance(Duration.ofSeconds(20));
        assertThat(events.heard()).containsExactly("lost 0", "reconnected");
        assertThat(client.isConnected()).isTrue();
        assertThat(rig.simulation.await(office.echo(4))).isEqualTo(4);
        assertThat(rig.simulation.await(impatient.echo(5))).isEqualTo(5);
        assertThat(Remote.isRemote(office)).isTrue();
        assertThat(Remote.hasMethod(office, "echo")).isTrue();
    }

    @Test
    void closedClientConnectsNoMore() {
        rig.leaveServer();
        rig.simulation.runUntilIdle();
        rig.leave(client);
        assertThat(client.isOpen()).isFalse();
        Office.Clerk clerk = startAgain();
        rig.simulation.advance(Duration.ofSeconds(20));
        assertThat(clerk.lines).isEmpty();
        assertThat(events.heard()).doesNotContain("reconnected");
        rig.simulation.await(client.whenEnded());
    }

    @Test
    void releasedReferenceStaysReleasedAndOthersOfItsNameStay() {
        Office other = rig.lookup(client);
        Office impatient = Remote.withDeadline(office, Duration.ofSeconds(7));
        Remote.release(office);
        Remote.release(impatient);
        assertThat(rig.failure(office.echo(1))).isInstanceOf(CallRefusedException.class);
        assertThat(rig.failure(impatient.echo(1))).isInstanceOf(CallRefusedException.class);
        assertThat(rig.simulation.await(other.echo(2))).isEqualTo(2);
        rig.leaveServer();
        rig.simulation.runUntilIdle();
        startAgain();
        rig.simulation.advance(Duration.ofSeconds(20));
        assertThat(rig.simulation.await(other.echo(3))).isEqualTo(3);
        assertThat(rig.failure(office.echo(1))).isInstanceOf(CallRefusedException.class);
        assertThat(rig.failure(impatient.echo(1))).isInstanceOf(CallRefusedException.class);
        Remote.release(other);
        rig.simulation.runUntilIdle();
        assertThat(client.references()).isZero();
        assertThat(rig.failure(other.echo(1))).isInstanceOf(CallRefusedException.class);
    }
}
