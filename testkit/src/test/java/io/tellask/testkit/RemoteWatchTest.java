package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Remote;
import io.tellask.remote.Server;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Actors of another process that somebody watches. */
@Timeout(60)
class RemoteWatchTest {
    private static final URI ADDRESS = URI.create("memory://raw");
    private static final int WATCH = 0x0E;
    private static final int STOPPED = 0x0F;

    /** The feature of a hello. */
    private static final int STOPS = 512;

    private final Rig rig =
            new Rig(Limits.defaults(), new PeerMemory(64 << 20)); // what it holds is not what other tests hold
    private final Client client = rig.connect();
    private final Office office = rig.lookup(client);

    /** Passes a reference on. */
    public interface Hub {
        Promise<Office> office();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private Promise<StopReason> watch(Object reference) {
        Promise<StopReason> stopped = rig.here.watch(reference);
        rig.simulation.runUntilIdle();
        return stopped;
    }

    private void stop(StopReason reason) {
        assertThat(rig.there.stop(rig.local, reason)).isTrue();
        rig.simulation.runUntilIdle();
    }

    @ParameterizedTest
    @EnumSource(
            value = StopReason.class,
            names = {"REQUESTED", "SYSTEM_CLOSED", "FAILED", "PARENT_STOPPED", "SESSION_ENDED", "IDLE"})
    void whoWatchesIsToldWhyTheActorStops(StopReason reason) {
        Promise<StopReason> first = watch(office);
        Promise<StopReason> second = watch(Remote.withDeadline(office, Duration.ofSeconds(3)));
        assertThat(first).isNotDone();
        stop(reason);
        assertThat(first).isCompletedWithValue(reason);
        assertThat(second).isCompletedWithValue(reason);
        assertThat(watch(office)).isCompletedWithValue(reason);
        assertThat(rig.simulation.await(rig.here.watch(rig.office()))).isEqualTo(reason);
    }

    @Test
    void whoWatchesTooLateIsToldAtOnce() {
        stop(StopReason.FAILED);
        assertThat(watch(office)).isCompletedWithValue(StopReason.FAILED);
    }

    @Test
    void theEndOfTheSessionIsTold() {
        Promise<StopReason> stopped = watch(office);
        rig.leave(client);
        assertThat(stopped).isCompletedWithValue(StopReason.UNREACHABLE);
        assertThat(watch(office)).isCompletedWithValue(StopReason.UNREACHABLE);
    }

    @Test
    void aServerThatClosesIsOutOfReach() {
        Promise<StopReason> stopped = watch(office);
        rig.leaveServer();
        assertThat(stopped).isCompletedWithValue(StopReason.UNREACHABLE);
    }

    @Test
    void aConnectionThatBreaksIsNotTheEndWhereTheSessionGoesOn() {
        Promise<StopReason> stopped = watch(office);
        rig.transport.breakConnections();
        rig.there.stop(rig.local, StopReason.FAILED); // while there is no connection
        rig.simulation.advance(Duration.ofSeconds(1));
        assertThat(stopped).isCompletedWithValue(StopReason.FAILED);
        assertThat(client.isOpen()).isTrue();
    }

    @Test
    void aWatchThatBeginsWithoutAConnectionGoesOnWithTheSession() {
        rig.transport.breakConnections();
        Promise<StopReason> stopped = rig.here.watch(office);
        rig.simulation.advance(Duration.ofSeconds(1));
        assertThat(stopped).isNotDone();
        stop(StopReason.IDLE);
        assertThat(stopped).isCompletedWithValue(StopReason.IDLE);
    }

    @Test
    void aConnectionThatIsLostForGoodIsTold() {
        Client fleeting = rig.connect(Limits.builder().resumeTime(Duration.ZERO).build());
        Promise<StopReason> stopped = watch(rig.lookup(fleeting));
        rig.transport.breakConnections();
        rig.simulation.runUntilIdle();
        assertThat(stopped).isCompletedWithValue(StopReason.UNREACHABLE);
    }

    @Test
    void aWatchThatIsTakenBackIsNotTold() {
        Promise<StopReason> stopped = watch(office);
        Promise<StopReason> other = watch(office);
        assertThat(stopped.cancel(false)).isTrue();
        stop(StopReason.FAILED);
        assertThat(stopped).isCancelled();
        assertThat(other).isCompletedWithValue(StopReason.FAILED);
    }

    @Test
    void aWatchEndsWithItsReference() {
        Office.Room room = rig.simulation.await(office.room());
        Promise<StopReason> stopped = watch(room);
        Remote.release(room);
        rig.simulation.runUntilIdle();
        assertThat(rig.failure(stopped))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("released here by Remote.release");
        assertThat(rig.failure(rig.here.watch(room))).isInstanceOf(CallRefusedException.class);
        Office.Room again = rig.simulation.await(office.room());
        assertThat(watch(again)).isNotDone();
    }

    @Test
    void aReferenceThatIsHandedOverWhileItIsReleasedIsWatchedAnew() {
        Promise<StopReason> stopped = watch(office);
        Remote.release(office);
        Office soon = rig.lookup(client); // before the other side has confirmed
        assertThat(stopped).isCompletedExceptionally();
        Promise<StopReason> later = watch(soon);
        assertThat(later).isNotDone();
        stop(StopReason.FAILED);
        assertThat(later).isCompletedWithValue(StopReason.FAILED);
    }

    @Test
    void whatStandsForNoActorIsRefused() {
        assertThatThrownBy(() -> rig.here.watch("office"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("class=java.lang.String is none of an actor");
        Office.Room ahead = office.room().pipelined();
        assertThatThrownBy(() -> rig.here.watch(ahead))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is not here yet");
        rig.simulation.runUntilIdle();
        assertThat(watch(ahead)).isNotDone();
    }

    /** The office as a third process passes it on, and the session by which that one has it. */
    private record Passed(Office office, Client session) {}

    private Passed passed() {
        ActorSystem hubs = rig.simulation.newSystem("hubs");
        Client session = rig.simulation.await(
                Client.builder(hubs).transport(rig.transport).connectAsync(Rig.ADDRESS));
        Office there = rig.lookup(session);
        Server.builder(hubs)
                .publish("hub", Hub.class, hubs.spawn(Hub.class, () -> () -> Promise.of(there)))
                .transport(rig.transport)
                .listen("memory://hub")
                .start();
        Client here = rig.simulation.await(
                Client.builder(rig.here).transport(rig.transport).connectAsync(URI.create("memory://hub")));
        Hub hub = rig.simulation.await(here.lookupAsync("hub", Hub.class));
        return new Passed(rig.simulation.await(hub.office()), session);
    }

    @Test
    void whatWasPassedOnIsWatchedThroughWhoPassedIt() {
        Promise<StopReason> stopped = watch(passed().office());
        assertThat(stopped).isNotDone();
        stop(StopReason.PARENT_STOPPED);
        assertThat(stopped).isCompletedWithValue(StopReason.PARENT_STOPPED);
    }

    @Test
    void whoPassedItTellsThatItIsOutOfReach() {
        Passed passed = passed();
        Promise<StopReason> stopped = watch(passed.office());
        rig.leave(passed.session());
        assertThat(stopped).isCompletedWithValue(StopReason.UNREACHABLE);
        assertThat(watch(passed.office())).isCompletedWithValue(StopReason.UNREACHABLE);
    }

    @Test
    void anOlderPeerCannotTell() {
        Office old = RawPeer.found(rig, ADDRESS, Limits.defaults(), 0, _ -> {});
        assertThat(rig.failure(rig.here.watch(old)))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("its release is older than watching");
    }

    private RawPeer telling(List<Promise<StopReason>> watches, Consumer<ByteWriter> says) {
        List<RawPeer> peers = new ArrayList<>();
        Office found = RawPeer.found(rig, ADDRESS, Limits.defaults(), STOPS, peers::add);
        watches.add(watch(found));
        RawPeer peer = peers.getFirst();
        assertThat(peer.bodies(WATCH)).hasSize(1);
        assertThat(peer.bodies(WATCH).getFirst().readVarInt()).isEqualTo(1);
        watches.add(watch(found));
        assertThat(peer.bodies(WATCH)).as("the peer is asked once").hasSize(1);
        peer.send(STOPPED, says);
        watches.add(watch(found));
        return peer;
    }

    private static Consumer<ByteWriter> stopped(int reference, int reason) {
        return out -> {
            out.writeVarInt(reference);
            out.writeVarInt(reason);
        };
    }

    @Test
    void aReasonOfANewerReleaseIsAStop() {
        List<Promise<StopReason>> watches = new ArrayList<>();
        RawPeer peer = telling(watches, stopped(1, 77));
        assertThat(watches).allSatisfy(watch -> assertThat(watch).isCompletedWithValue(StopReason.REQUESTED));
        peer.send(STOPPED, stopped(1, 2));
        assertThat(peer.isClosed()).as("is told twice").isFalse();
    }

    @Test
    void whatCannotBeReachedMayBeAskedAboutAgain() {
        List<Promise<StopReason>> watches = new ArrayList<>();
        RawPeer peer = telling(watches, stopped(1, 6));
        assertThat(watches.get(0)).isCompletedWithValue(StopReason.UNREACHABLE);
        assertThat(watches.get(1)).isCompletedWithValue(StopReason.UNREACHABLE);
        assertThat(watches.get(2)).isNotDone();
        assertThat(peer.bodies(WATCH)).hasSize(2);
        peer.send(STOPPED, stopped(1, 7));
        assertThat(rig.failure(watches.get(2)))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("cannot tell when the actor stops");
    }

    @Test
    void aStopThatNobodyAskedAboutClosesTheConnection() {
        List<RawPeer> peers = new ArrayList<>();
        RawPeer.found(rig, ADDRESS, Limits.defaults(), STOPS, peers::add);
        peers.getFirst().send(STOPPED, stopped(1, 0));
        assertThat(peers.getFirst().closeReason()).startsWith("stopped: reference=1 is not watched here");
    }

    @Test
    void aPeerIsToldOnceHoweverOftenItAsks() {
        RawPeer peer = RawPeer.introduced(rig);
        for (int i = 0; i < 3; i++) {
            peer.send(WATCH, out -> out.writeVarInt(1));
        }
        assertThat(peer.kinds()).doesNotContain(STOPPED);
        stop(StopReason.FAILED);
        assertThat(peer.bodies(STOPPED)).hasSize(1);
        assertThat(peer.bodies(STOPPED).getFirst().readVarInt()).isEqualTo(1);
        peer.send(WATCH, out -> out.writeVarInt(1));
        assertThat(peer.bodies(STOPPED)).hasSize(2);
    }

    @Test
    void aPeerThatLetGoIsToldNothing() {
        RawPeer peer = RawPeer.introduced(rig);
        long before = rig.server.statistics().memory().heldBytes();
        peer.send(WATCH, out -> out.writeVarInt(1));
        assertThat(rig.server.statistics().memory().heldBytes()).isGreaterThan(before);
        peer.send(RawPeer.RELEASE, out -> {
            out.writeVarInt(1);
            out.writeVarInt(1);
        });
        assertThat(rig.server.statistics().memory().heldBytes()).isLessThan(before);
        stop(StopReason.FAILED);
        assertThat(peer.kinds()).doesNotContain(STOPPED);
        assertThat(peer.isClosed()).isFalse();
    }

    @Test
    void watchingWhatIsNotHeldClosesTheConnection() {
        RawPeer peer = RawPeer.introduced(rig);
        peer.send(WATCH, out -> out.writeVarInt(5));
        assertThat(peer.closeReason()).startsWith("watch: reference=5 is none of an actor that this peer holds");
        assertThat(rig.simulation.await(office.echo(7))).isEqualTo(7);
    }
}
