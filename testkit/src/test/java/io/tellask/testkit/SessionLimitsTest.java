package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tellask.actor.Promise;
import io.tellask.codec.EncodeException;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.Client;
import io.tellask.remote.CreditExhaustedException;
import io.tellask.remote.Limits;
import io.tellask.remote.Remote;
import io.tellask.remote.RemoteException;
import io.tellask.remote.TransportException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every limit of a session at its value and one beyond it, with the text of what happens. */
@Timeout(60)
class SessionLimitsTest {
    private static final int ENVELOPE_BYTES = 64;

    @Test
    void readsFrameOfExactlyFrameBytesAndClosesOnLonger() {
        try (Rig rig = new Rig(Limits.builder().frameBytes(1_024).build())) {
            RawPeer peer = RawPeer.introduced(rig);
            peer.send(RawPeer.PING, out -> out.writeBytes(new byte[1_020], 0, 1_020));
            assertThat(peer.kinds()).contains(RawPeer.PONG);
            assertThat(peer.isClosed()).isFalse();
            peer.send(RawPeer.PING, out -> out.writeBytes(new byte[1_021], 0, 1_021));
            assertThat(peer.closeReason())
                    .isEqualTo("frame: bytes=1025 > frameBytes=1024; the peer must send fragments");
            assertThat(peer.isClosed()).isTrue();
        }
    }

    @Test
    void fragmentsWhatThePeersFrameBytesDoNotTake() {
        Limits small = Limits.builder().frameBytes(1_024).build();
        try (Rig rig = new Rig(small)) {
            Office office = rig.lookup(rig.connect(small));
            for (int length : new int[] {900, 950, 960, 1_000, 5_000, 100_000}) {
                assertThat(lengthOf(rig, office, length)).isEqualTo(length);
                assertThat(rig.simulation.await(office.bytes(length))).hasSize(length);
            }
        }
    }

    @Test
    void carriesMessagesUpToMessageBytesAndRefusesLongerCalls() {
        try (Rig rig = new Rig(
                Limits.builder().frameBytes(4_096).messageBytes(64 * 1024).build())) {
            Office office = rig.office();
            int longest = longest(rig, office);
            assertThat(longest).isBetween(64 * 1024 - 2 * ENVELOPE_BYTES, 64 * 1024 - ENVELOPE_BYTES);
            assertThat(lengthOf(rig, office, longest)).isEqualTo(longest);
            assertThatThrownBy(() -> office.length(new byte[longest + 1]))
                    .isInstanceOf(EncodeException.class)
                    .hasMessage(
                            "call: bytes=65473 > messageBytes=65536 - 64; send less at once, or raise Limits.messageBytes on both sides");
            assertThat(rig.simulation.await(office.echo(1))).isEqualTo(1);
        }
    }

    /** A plain thread waits while a large message leaves, so the simulation has to run meanwhile. */
    private static int lengthOf(Rig rig, Office office, int bytes) {
        return rig.simulation.await(rig.simulation.call(() -> office.length(new byte[bytes])));
    }

    private static int longest(Rig rig, Office office) {
        for (int length = 64 * 1024; ; length--) {
            int tried = length;
            if (catchThrowable(() -> lengthOf(rig, office, tried)) == null) {
                return length;
            }
        }
    }

    @Test
    void refusesAnswersOverMessageBytes() {
        try (Rig rig = new Rig()) {
            Office office = rig.lookup(rig.connect(
                    Limits.builder().frameBytes(4_096).messageBytes(64 * 1024).build()));
            int most = 64 * 1024 - ENVELOPE_BYTES - 4;
            assertThat(rig.simulation.await(office.bytes(most))).hasSize(most);
            assertThat(rig.failure(office.bytes(most + 1)))
                    .isInstanceOf(RemoteException.class)
                    .hasMessageContaining("answer: bytes=65473 > messageBytes=65536 - 64");
            assertThat(rig.simulation.await(office.echo(1))).isEqualTo(1);
        }
    }

    @Test
    void takesCreditMessagesAndRefusesTheNextTyped() {
        try (Rig rig = new Rig(Limits.builder().creditMessages(4).build())) {
            Office office = rig.office();
            rig.asActor(() -> {
                for (int i = 0; i < 4; i++) {
                    office.count(1);
                }
                assertThatThrownBy(() -> office.count(1))
                        .isInstanceOf(CreditExhaustedException.class)
                        .hasMessage(
                                "call: method=Office.count was not sent, calls waiting at the target >= creditMessages=4;"
                                        + " wait for Remote.whenWritable");
                assertThat(office.echo(1)).isCompletedExceptionally();
                assertThat(office.echo(1).exceptionNow()).isInstanceOf(CreditExhaustedException.class);
            });
            assertThat(rig.simulation.await(office.total())).isEqualTo(4);
        }
    }

    @Test
    void takesCallsWhileAByteOfCreditIsLeft() {
        String leavesOne = "x".repeat(1_019); // with reference, method and length 1,023 bytes
        try (Rig rig = new Rig(Limits.builder().creditBytes(1_024).build())) {
            Office office = rig.office();
            rig.asActor(() -> {
                office.note(leavesOne);
                office.note("one more");
                assertThatThrownBy(() -> office.note(""))
                        .isInstanceOf(CreditExhaustedException.class)
                        .hasMessageContaining("bytes of calls waiting at the target >= creditBytes=1024");
            });
            rig.simulation.runUntilIdle();
            rig.asActor(() -> {
                office.note(leavesOne + "x");
                assertThatThrownBy(() -> office.note("")).isInstanceOf(CreditExhaustedException.class);
            });
            rig.simulation.runUntilIdle();
            assertThat(rig.clerk.lines).containsExactly(leavesOne, "one more", leavesOne + "x");
        }
    }

    @Test
    void keepsTheServersLimitOfCallsInFlight() {
        try (Rig rig = new Rig(Limits.builder().callsInFlight(2).build())) {
            Office office = rig.office();
            rig.asActor(() -> {
                office.later(1);
                Promise<Integer> second = office.later(2);
                assertThat(second).isNotDone();
                Throwable refused = office.later(3).exceptionNow();
                assertThat(refused)
                        .isInstanceOf(CreditExhaustedException.class)
                        .hasMessageContaining("unanswered asks of the session >= callsInFlight=2");
                assertThat(Remote.offer(office, o -> o.count(1))).isFalse();
            });
            rig.simulation.runUntilIdle();
            Promise<Void> writable = Remote.whenWritable(office);
            assertThat(writable).isNotDone();
            rig.clerk.answerPending();
            rig.simulation.runUntilIdle();
            assertThat(writable).isCompleted();
            assertThat(rig.simulation.await(office.echo(4))).isEqualTo(4);
        }
    }

    @Test
    void closesOnAPeerThatPassesCallsInFlightOrItsCredit() {
        try (Rig rig =
                new Rig(Limits.builder().callsInFlight(2).creditMessages(3).build())) {
            RawPeer asks = RawPeer.introduced(rig);
            for (int i = 1; i <= 2; i++) {
                sendLater(asks, i);
            }
            assertThat(asks.isClosed()).isFalse();
            sendLater(asks, 3);
            assertThat(asks.closeReason())
                    .isEqualTo("call: unanswered asks=3 > callsInFlight=2; the peer sent more than it may");
            RawPeer negative = RawPeer.introduced(rig);
            negative.send(RawPeer.CREDIT, out -> {
                out.writeVarInt(1);
                out.writeVarInt(-1);
                out.writeVarInt(0);
            });
            assertThat(negative.closeReason()).startsWith("credit: messages=4294967295 > 2147483647");
        }
    }

    @Test
    void takesNoWelcomeForAHelloAndNoCreditBeforeOne() {
        try (Rig rig = new Rig()) {
            RawPeer welcome = RawPeer.connect(rig);
            welcome.send(RawPeer.WELCOME, RawPeer::writeHello);
            assertThat(welcome.closeReason())
                    .isEqualTo(
                            "hello: introduction of kind=2, expected=1; a client says HELLO, the server answers WELCOME");
            RawPeer credit = RawPeer.connect(rig);
            credit.send(RawPeer.CREDIT, out -> {
                out.writeVarInt(1);
                out.writeVarInt(1);
                out.writeVarInt(1);
            });
            assertThat(credit.closeReason())
                    .isEqualTo("hello: first frame has kind=11; the peer must introduce itself first");
        }
    }

    @Test
    void takesAsManyReleasesAsItHandedOutAndClosesOnOneMore() {
        try (Rig rig = new Rig()) {
            RawPeer within = RawPeer.introduced(rig); // which was handed the office once
            release(within, 1);
            assertThat(within.isClosed()).isFalse();
            RawPeer beyond = RawPeer.introduced(rig);
            release(beyond, 2);
            assertThat(beyond.closeReason())
                    .isEqualTo("release: reference=1, times=2 > handed out=1; the peer is damaged or hostile");
        }
    }

    private static void release(RawPeer peer, int times) {
        peer.send(RawPeer.RELEASE, out -> {
            out.writeVarInt(1);
            out.writeVarInt(times);
        });
    }

    private static void sendLater(RawPeer peer, int slot) {
        peer.send(RawPeer.ASK, out -> {
            out.writeVarInt(1);
            out.writeInt32(1 << 16 | slot);
            out.writeVarInt(RawPeer.methodOf("later"));
            out.writeZigZagInt(slot);
        });
    }

    @Test
    void opensStreamsUpToTheLimit() {
        try (Rig rig = new Rig(Limits.builder().streams(2).build())) {
            Office office = rig.office();
            List<StreamProbe<Integer>> probes = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                StreamProbe<Integer> probe = new StreamProbe<>(1);
                probes.add(probe);
                office.ticks().subscribe(probe);
            }
            rig.simulation.runUntilIdle();
            assertThat(probes.get(1).ended()).isNotDone();
            assertThat(probes.get(2).failure().orElseThrow())
                    .isInstanceOf(CallRefusedException.class)
                    .hasMessage("stream: open streams=2 >= streams=2; cancel one, or raise Limits.streams");
            probes.get(0).cancel();
            rig.simulation.runUntilIdle();
            StreamProbe<Integer> next = new StreamProbe<>(1);
            office.ticks().subscribe(next);
            rig.simulation.runUntilIdle();
            assertThat(next.ended()).isNotDone();
        }
    }

    @Test
    void handsOutReferencesUpToTheLimitOfEitherSide() {
        Limits two = Limits.builder().references(2).build(); // the office is the first
        try (Rig rig = new Rig(two)) {
            Office office = rig.office();
            Office.Room first = rig.simulation.await(office.room());
            assertThat(rig.failure(office.room()))
                    .isInstanceOf(CallRefusedException.class)
                    .hasMessage(
                            "reference: references of the session=2 >= references=2; let go of some, or raise Limits.references");
            assertThat(rig.simulation.await(first.number())).isEqualTo(101);
        }
        try (Rig rig = new Rig()) {
            Office office = rig.lookup(rig.connect(two));
            Office.Room first = rig.simulation.await(office.room());
            assertThat(rig.failure(office.room()))
                    .isInstanceOf(CallRefusedException.class)
                    .hasMessage(
                            "reference: references held=2 >= references=2; let go of some, or raise Limits.references");
            assertThat(rig.simulation.await(first.number())).isEqualTo(101);
        }
    }

    @Test
    void endsTheSessionOfAPeerThatLetsMoreThanOutboundBytesWait() {
        Limits limits = Limits.builder()
                .outboundBytes(64 * 1024)
                .creditMessages(10_000)
                .creditBytes(1 << 20)
                .build();
        try (Rig rig = new Rig(limits)) {
            rig.transport.faults(Faults.none().stallAt(10_000, java.time.Duration.ofHours(1)));
            Office office = rig.office();
            for (int asked = 0; rig.clerk.ends.isEmpty() && asked < 1_000; asked++) {
                office.bytes(1_000); // a frame of 1,008 bytes
                rig.simulation.runUntilIdle();
            }
            // 65 answers, 65,520 bytes, may wait
            assertThat(rig.clerk.ends)
                    .singleElement()
                    .satisfies(reason -> assertThat(reason.orElseThrow())
                            .hasMessage("send: waiting bytes=66528 > outboundBytes=65536; the peer does not read"));
        }
    }

    /** What is told of credit behind it is no reason to end the session. */
    @Test
    void largeAnswerMayWaitWholeForAPeerThatReadsLater() {
        Limits limits =
                Limits.builder().outboundBytes(64 * 1024).creditMessages(2).build();
        try (Rig rig = new Rig(limits)) {
            rig.transport.faults(Faults.none().stallAt(10_000, java.time.Duration.ofSeconds(5)));
            Office office = rig.office();
            Promise<byte[]> first = office.bytes(500_000);
            Promise<byte[]> second = office.bytes(1_000);

            assertThat(rig.simulation.await(first)).hasSize(500_000);
            assertThat(rig.simulation.await(second)).hasSize(1_000);
            assertThat(rig.clerk.ends).isEmpty();
        }
    }

    @Test
    void acceptsConnectionsUpToTheLimitAndSaysWhyNoMore() {
        try (Rig rig = new Rig(Limits.builder().connections(2).build())) {
            Client first = rig.connect();
            rig.connect();
            assertThat(rig.failure(rig.connecting(Limits.defaults())))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining(
                            "server: connections=2 >= connections=2; try again later, or raise Limits.connections");
            assertThat(rig.server.connections()).isEqualTo(2);
            rig.simulation.callVoid(first::close);
            rig.simulation.runUntilIdle();
            assertThat(rig.simulation.await(rig.lookup(rig.connect()).echo(5))).isEqualTo(5);
        }
    }
}
