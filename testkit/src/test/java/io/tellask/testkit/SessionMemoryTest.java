package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Server;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a session's peer can make the server hold, each kind in a small budget: it is counted, ends its connection, and is given back. */
@Timeout(60)
class SessionMemoryTest {
    private static final int FRAGMENT = 0x1E;
    private static final int FRAGMENT_END = 0x1F;
    private static final int CONTRACT = 0x09;
    private static final int BASE_BYTES = 16 * 1024;
    private static final int REFERENCE_BYTES = 1_408;

    /** What is kept of a call that brought a reference, of peers that call ahead of it. */
    private static final int BROUGHT_BYTES = 96;

    private static final int PIECE_BYTES = 32 * 1024;

    private final PeerMemory memory = new PeerMemory(1 << 20);
    /** What a session keeps to be resumed is {@link HostileResumeTest}'s. */
    private static final Limits WITHOUT_RESUME =
            Limits.builder().resumeTime(Duration.ZERO).build();

    private final Rig rig = new Rig(WITHOUT_RESUME, memory);

    @AfterEach
    void close() {
        rig.close();
        assertThat(memory.heldBytes()).as("held when all is over").isZero();
    }

    private void assertOthersAreServed(Office office) {
        assertThat(rig.simulation.await(office.echo(7))).isEqualTo(7);
    }

    private static void fragment(RawPeer peer, int id) {
        peer.send(FRAGMENT, out -> {
            out.writeVarInt(id);
            out.writeBytes(new byte[PIECE_BYTES], 0, PIECE_BYTES);
        });
    }

    @Test
    void closesThePeerWhoseFragmentsAreMost() {
        Office office = rig.office();
        RawPeer modest = RawPeer.introduced(rig);
        fragment(modest, 1);
        RawPeer greedy = RawPeer.introduced(rig);
        for (int i = 0; i < 64 && !greedy.isClosed(); i++) {
            fragment(greedy, i % 4);
        }
        assertThat(greedy.isClosed()).isTrue();
        assertThat(greedy.closeReason()).startsWith("memory: bytes=").contains("> peerMemory=1048576");
        assertThat(modest.isClosed()).isFalse();
        assertOthersAreServed(office);
        assertThat(memory.statistics().closedConnections()).isEqualTo(1);
        assertThat(memory.heldBytes()).isBetween(3L * BASE_BYTES, 3L * BASE_BYTES + 2 * PIECE_BYTES);
    }

    @Test
    void countsFragmentsUntilTheirMessageIsHandled() {
        RawPeer peer = RawPeer.introduced(rig);
        long before = memory.heldBytes();
        for (int i = 0; i < 3; i++) {
            fragment(peer, 1);
        }
        assertThat(memory.heldBytes() - before).isBetween(3L * PIECE_BYTES, 6L * PIECE_BYTES);
        peer.send(FRAGMENT_END, out -> {
            out.writeVarInt(1);
            out.writeByte(CONTRACT);
            out.writeBytes(new byte[10], 0, 10);
        });
        assertThat(peer.closeReason()).startsWith("contract: ");
        assertThat(memory.heldBytes()).isLessThanOrEqualTo(before);
    }

    @Test
    void closesThePeerThatDoesNotReadItsFailures() {
        Office office = rig.office();
        memory.limit(256 * 1024);
        rig.transport.faults(Faults.none().stallAt(40_000, Duration.ofHours(1)));
        RawPeer silent = RawPeer.introduced(rig);
        int sent = 0;
        for (; sent < 3_000 && memory.statistics().closedConnections() == 0; sent++) {
            int callId = 1 << 16 | sent + 1;
            silent.send(RawPeer.LOOKUP, out -> {
                out.writeInt32(callId);
                out.writeUtf8("x");
            });
        }
        assertThat(memory.statistics().closedConnections()).isEqualTo(1);
        assertOthersAreServed(office);
        assertThat(memory.heldBytes()).isEqualTo(BASE_BYTES + REFERENCE_BYTES + BROUGHT_BYTES);
    }

    /** Sets of one element: three bytes each, and 180 of the heap. */
    private static Consumer<ByteWriter> sets(int count) {
        List<Object> sets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sets.add(new HashSet<>(Collections.singletonList(null)));
        }
        return out -> {
            out.writeVarInt(1);
            out.writeVarInt(RawPeer.methodOf("keep"));
            out.writeByte(1);
            Codec.builder().build().newScopedEncoder((id, descriptor) -> {}).encode(sets, Object.class, out);
        };
    }

    @Test
    void countsWhatWaitingCallsTakeWhenTheyAreDecoded() {
        Office office = rig.office();
        RawPeer modest = RawPeer.introduced(rig);
        modest.send(RawPeer.TELL, Collections.nCopies(8, sets(330)));
        assertThat(rig.clerk.counted).hasSize(8).containsOnly(330);
        RawPeer ofShortCalls = RawPeer.introduced(rig);
        ofShortCalls.send(RawPeer.TELL, Collections.nCopies(64, sets(330)));
        assertThat(ofShortCalls.closeReason()).startsWith("memory: bytes=").contains("> peerMemory=1048576");
        RawPeer ofLongCalls = RawPeer.introduced(rig);
        ofLongCalls.send(RawPeer.TELL, sets(20_000));
        assertThat(ofLongCalls.closeReason()).startsWith("memory: bytes=");
        assertThat(rig.clerk.counted).as("the long call was not executed").doesNotContain(20_000);
        assertThat(modest.isClosed()).isFalse();
        assertOthersAreServed(office);
        assertThat(memory.heldBytes()).isLessThan(2L * BASE_BYTES + 5 * PIECE_BYTES);
    }

    @Test
    void callsThatWaitForThePeerToReadAreKeptAsTheyCame() {
        PeerMemory large = new PeerMemory(16 << 20);
        Limits limits = Limits.builder().outboundBytes(1 << 28).build();
        try (Rig stalling = new Rig(limits, large)) {
            stalling.transport.faults(Faults.none().stallAt(60_000, Duration.ofSeconds(20)));
            Office lazy = stalling.office();
            List<Promise<byte[]>> answers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                answers.add(lazy.bytes(100_000));
                stalling.simulation.runUntilIdle();
            }
            long before = large.heldBytes();
            List<Object> sets = new ArrayList<>();
            for (int i = 0; i < 330; i++) {
                sets.add(new HashSet<>(Collections.singletonList(null)));
            }
            for (int i = 0; i < 40; i++) {
                lazy.keep(sets);
                stalling.simulation.runUntilIdle();
            }
            assertThat(stalling.clerk.counted).as("calls wait").isEmpty();
            assertThat(large.heldBytes() - before).as("40 calls of 1 KiB").isLessThan(120 << 10);
            stalling.simulation.await(Promise.all(answers));
            stalling.simulation.runUntilIdle();
            assertThat(stalling.clerk.counted).hasSize(40).containsOnly(330);
            assertThat(large.heldBytes() - before).as("given back").isLessThan(64 << 10);
        }
    }

    @Test
    void closesThePeerThatWaitsForMostAnswersAndGivesThemUp() {
        Office office = rig.office();
        RawPeer waiting = RawPeer.introduced(rig);
        int asked = 0;
        for (; asked < 60_000 && memory.statistics().closedConnections() == 0; asked++) {
            int callId = 1 << 16 | asked;
            waiting.send(RawPeer.ASK, out -> {
                out.writeVarInt(1);
                out.writeInt32(callId);
                out.writeVarInt(RawPeer.methodOf("later"));
                out.writeZigZagInt(callId);
            });
        }
        assertThat(asked).isLessThan((1 << 20) / 200);
        assertThat(waiting.closeReason()).startsWith("memory: bytes=");
        assertOthersAreServed(office);
        assertThat(memory.heldBytes()).isEqualTo(BASE_BYTES + REFERENCE_BYTES + BROUGHT_BYTES);
        assertThat(rig.clerk.pending).isNotEmpty().allMatch(Promise::isCancelled);
    }

    @Test
    void readsNothingMoreOfAPeerOnceItHoldsTooMuch() {
        Office office = rig.office();
        RawPeer greedy = RawPeer.introduced(rig);
        List<Consumer<ByteWriter>> opens = new ArrayList<>();
        for (int i = 0; i < 1_500; i++) {
            int callId = 1 << 16 | i;
            opens.add(out -> {
                out.writeVarInt(1);
                out.writeInt32(callId);
                out.writeVarInt(RawPeer.methodOf("ticks"));
                out.writeVarInt(0);
                out.writeVarInt(0);
            });
        }
        opens.add(out -> out.writeVarInt(100)); // a reference that there is not: closes for another reason
        greedy.send(RawPeer.OPEN, opens);
        assertThat(greedy.closeReason()).startsWith("memory: bytes=");
        assertOthersAreServed(office);
        assertThat(memory.heldBytes()).isEqualTo(BASE_BYTES + REFERENCE_BYTES + BROUGHT_BYTES);
    }

    @Test
    void givesUpWhatAPeerWaitedForWhenItsSessionEnds() {
        Client client = rig.connect();
        Office leaving = rig.lookup(client);
        Office staying = rig.office();
        leaving.later(1);
        Promise<Integer> kept = staying.later(2);
        rig.simulation.runUntilIdle();
        rig.leave(client);
        rig.simulation.runUntilIdle();
        assertThat(rig.clerk.pending.get(0)).isCancelled();
        assertThat(rig.clerk.pending.get(1)).isNotDone();
        rig.clerk.answerPending();
        assertThat(rig.simulation.await(kept)).isEqualTo(2);
    }

    /** Each actor gathers what it has handled, and no call follows that makes it tell. */
    @Test
    void countsNothingOfHandledCallsOnceTheirSessionHasEnded() {
        URI address = URI.create("memory://offices");
        Server.Builder offices = Server.builder(rig.there)
                .transport(rig.transport)
                .memory(memory)
                .listen(address);
        for (int i = 0; i < 8; i++) {
            SpawnOptions options = SpawnOptions.on(rig.simulation.newDispatcher("clerk" + i));
            offices.publish("office" + i, Office.class, rig.there.spawn(Office.class, Office.Clerk::new, options));
        }
        try (Server server = offices.start()) {
            Client client = rig.simulation.await(
                    Client.builder(rig.here).transport(rig.transport).connectAsync(address));
            List<Office> called = new ArrayList<>(); // one that is let go of has its actor tell
            for (int i = 0; i < 8; i++) {
                Office office = rig.simulation.await(client.lookupAsync("office" + i, Office.class));
                office.keep(new byte[3_000]);
                called.add(office);
            }
            rig.simulation.runUntilIdle();
            assertThat(memory.heldBytes()).isGreaterThan(8 * 6_000);
            assertThat(called).hasSize(8);
            rig.leave(client);
            rig.simulation.runUntilIdle();
            assertThat(memory.heldBytes()).isZero();
        }
    }

    /** In a frame, in fragments, and so many that there is no room for them. */
    @ParameterizedTest
    @CsvSource({"60000, 4, false", "100000, 2, false", "60000, 40, true", "100000, 20, true"})
    void countsWhatAStreamWasOpenedWithUntilItEnds(int each, int count, boolean isTooMuch) {
        Office office = rig.office();
        Office greedy = rig.office();
        long before = memory.heldBytes();
        List<StreamProbe<Integer>> probes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StreamProbe<Integer> probe = new StreamProbe<>(1);
            greedy.ticksBeside(new byte[each]).subscribe(probe);
            probes.add(probe);
            rig.simulation.runUntilIdle();
        }
        if (isTooMuch) {
            assertThat(memory.statistics().closedConnections()).isEqualTo(1);
            assertThat(memory.heldBytes()).isLessThan(before);
        } else {
            assertThat(memory.heldBytes() - before).isBetween((long) count * each, 3L * count * each);
            probes.forEach(StreamProbe::cancel);
            rig.simulation.runUntilIdle();
            assertThat(memory.heldBytes()).isLessThan(before + each / 2);
        }
        assertOthersAreServed(office);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void countsWhatACancelledSporeWasGivenUntilItsThreadHasEnded(boolean leaves) {
        rig.clerk.mayEndWork = new CountDownLatch(1);
        Office office = rig.office();
        Client client = rig.connect();
        Office greedy = rig.lookup(client);
        rig.simulation.runUntilIdle();
        long before = memory.heldBytes();
        StreamProbe<Integer> probe = new StreamProbe<>(1);
        greedy.ticksBeside(new byte[300_000]).subscribe(probe);
        rig.simulation.runUntilIdle();
        long working = memory.heldBytes();
        if (leaves) {
            rig.leave(client);
        } else {
            probe.cancel();
        }
        rig.simulation.runUntilIdle();

        assertThat(working - before).isGreaterThan(300_000);
        assertThat(memory.heldBytes()).isGreaterThan(before + 300_000);
        rig.clerk.mayEndWork.countDown();
        while (memory.heldBytes() > before) {
            assertThat(Thread.interrupted()).as("timed out").isFalse();
            rig.simulation.runUntilIdle();
        }
        assertOthersAreServed(office);
    }

    @Test
    void givesAnIdleConnectionNoMoreThanItsBase() {
        Office office = rig.office();
        RawPeer peer = RawPeer.introduced(rig);
        peer.send(RawPeer.PING, out -> out.writeBytes(new byte[100_000], 0, 100_000));
        assertThat(peer.kinds()).contains(RawPeer.PONG);
        assertThat(memory.heldBytes()).isEqualTo(2L * (BASE_BYTES + REFERENCE_BYTES) + BROUGHT_BYTES);
        assertOthersAreServed(office);
    }

    @Test
    void takesAsMuchFromAStrangerAsAllowedAndClosesOnMore() {
        int most = Limits.defaults().unauthenticatedBytes();
        RawPeer within = RawPeer.connect(rig);
        within.send(RawPeer.HELLO, out -> {
            RawPeer.writeHello(out);
            pad(out, most - 4);
        });
        assertThat(within.isClosed()).isFalse();
        RawPeer beyond = RawPeer.connect(rig);
        beyond.send(RawPeer.HELLO, out -> {
            RawPeer.writeHello(out);
            pad(out, most - 3);
        });
        assertThat(beyond.closeReason())
                .isEqualTo("hello: bytes=65537 > unauthenticatedBytes=65536; the peer must introduce itself first");
        assertThat(beyond.isClosed()).isTrue();
    }

    @Test
    void countsConnectionsForWhichThereIsNoMemoryAsTurnedAway() {
        try (Rig full = new Rig(WITHOUT_RESUME, new PeerMemory(1 << 20))) {
            for (int i = 0; i < 40; i++) {
                RawPeer.introduced(full);
            }
            assertThat(full.server.connections()).isBetween(20, 32);
            assertThat(full.server.statistics().refusedConnections()).isEqualTo(40 - full.server.connections());
            assertThat(full.server.statistics().junkConnections()).isZero();
        }
    }

    private static void pad(ByteWriter out, int length) {
        out.writeBytes(new byte[length - out.position()], 0, length - out.position());
    }
}
