package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.remote.Limits;
import io.tellask.remote.PeerMemory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Peers that resume sessions as they should not, or not theirs. */
class HostileResumeTest {
    private static final int CONNECTIONS = 10;
    private static final int ROOM = 8; // connections, where memory is short
    private static final int WINDOW_BYTES = 64 * 1024;
    private static final int JSON = 128;

    private final PeerMemory memory = new PeerMemory(64 << 20);
    private final Rig rig = new Rig(
            Limits.builder()
                    .connections(CONNECTIONS)
                    .resumeWindowBytes(WINDOW_BYTES)
                    .build(),
            memory);

    @AfterEach
    void close() {
        rig.close();
    }

    private RawPeer opened() {
        RawPeer peer = RawPeer.connect(rig);
        peer.send(RawPeer.HELLO, out -> RawPeer.writeHello(out, RawPeer.RESUMES));
        peer.send(RawPeer.LOOKUP, out -> {
            out.writeInt32(1 << 16);
            out.writeUtf8("office");
        });
        return peer;
    }

    private RawPeer resuming(byte[] token, long position) {
        RawPeer peer = RawPeer.connect(rig);
        peer.send(RawPeer.HELLO, out -> RawPeer.writeResumingHello(out, token, position));
        return peer;
    }

    private static void note(RawPeer peer, String line) {
        peer.send(RawPeer.TELL, out -> {
            out.writeVarInt(1);
            out.writeVarInt(RawPeer.methodOf("note"));
            out.writeUtf8(line);
        });
    }

    private static int noteBytes(String line) {
        return 4 + 2 + 1 + line.length();
    }

    private static final int LOOKUP_BYTES = 4 + 4 + 1 + "office".length();

    @Test
    void serverSaysHowFarItCameAndGoesOnFromThere() {
        RawPeer first = opened();
        byte[] token = first.welcome().token();
        assertThat(token).hasSize(48);
        assertThat(first.welcome().position()).isEqualTo(-1);
        note(first, "one");
        long answered = first.bytesBehindWelcome();
        first.vanish();
        assertThat(rig.server.statistics().waitingSessions()).isEqualTo(1);
        assertThat(rig.server.connections()).isZero();
        RawPeer second = resuming(token, answered);
        assertThat(second.welcome().position()).isEqualTo(LOOKUP_BYTES + noteBytes("one"));
        assertThat(second.bytesBehindWelcome()).isZero();
        assertThat(second.welcome().token()).hasSize(48).isNotEqualTo(token);
        note(second, "two");
        assertThat(rig.clerk.lines).containsExactly("one", "two");
        assertThat(rig.server.statistics().waitingSessions()).isZero();
    }

    @Test
    void sessionKeepsTheEncodingThatItWasOpenedWith() {
        RawPeer first = opened();
        first.vanish();
        RawPeer other = RawPeer.connect(rig);
        other.send(
                RawPeer.HELLO,
                out -> RawPeer.writeResumingHello(
                        out, RawPeer.RESUMES | JSON, first.welcome().token(), first.bytesBehindWelcome()));
        assertThat(other.closeReason()).startsWith("resume: the session is over");
        assertThat(rig.server.statistics().waitingSessions()).isEqualTo(1);
        RawPeer same = resuming(first.welcome().token(), first.bytesBehindWelcome());
        assertThat(same.welcome().position()).isEqualTo(LOOKUP_BYTES);
    }

    @Test
    void serverSendsAgainWhatThePeerHasNotReceived() {
        RawPeer first = opened();
        long sent = first.bytesBehindWelcome();
        assertThat(sent).isPositive();
        first.vanish();
        RawPeer second = resuming(first.welcome().token(), 0);
        assertThat(second.bytesBehindWelcome()).isEqualTo(sent);
        assertThat(second.kinds()).containsExactly(RawPeer.WELCOME, RawPeer.CONTRACT, RawPeer.ANSWER_REFERENCE);
    }

    @Test
    void connectionThatThePeerHasLeftAlreadyGivesWay() {
        RawPeer first = opened();
        RawPeer second = resuming(first.welcome().token(), first.bytesBehindWelcome());
        assertThat(second.welcome().position()).isEqualTo(LOOKUP_BYTES);
        rig.simulation.advance(Duration.ofSeconds(2));
        assertThat(first.isClosed()).isTrue();
        note(second, "here");
        assertThat(rig.clerk.lines).containsExactly("here");
    }

    @Test
    void refusesTokensThatAreNotItsOwn() {
        RawPeer first = opened();
        byte[] token = first.welcome().token();
        first.vanish();
        List<byte[]> forged = new ArrayList<>(List.of(new byte[48], new byte[1], new byte[1_024]));
        for (int i = 0; i < token.length; i++) {
            byte[] flipped = token.clone();
            flipped[i] ^= 1;
            forged.add(flipped);
        }
        for (byte[] wrong : forged) {
            RawPeer peer = resuming(wrong, 0);
            assertThat(peer.closeReason()).startsWith("resume: the session is not known here");
            assertThat(peer.isClosed()).isTrue();
        }
        assertThat(resuming(token, 0).welcome().position()).isEqualTo(LOOKUP_BYTES);
    }

    @Test
    void refusesPositionsThatItDidNotReachAndKeepsTheSession() {
        RawPeer first = opened();
        long sent = first.bytesBehindWelcome();
        byte[] token = first.welcome().token();
        first.send(RawPeer.ACK, out -> out.writeVarLong(sent));
        first.vanish();
        for (long wrong : new long[] {sent + 1, sent - 1, 0, Long.MAX_VALUE - 1}) {
            assertThat(resuming(token, wrong).closeReason())
                    .as("position %s", wrong)
                    .startsWith("resume: the session is over");
        }
        assertThat(resuming(token, sent).welcome().position()).isGreaterThan(LOOKUP_BYTES);
    }

    @Test
    void oldHelloThatIsRepeatedDisturbsNobody() {
        RawPeer first = opened();
        byte[] firstToken = first.welcome().token();
        RawPeer second = resuming(firstToken, first.bytesBehindWelcome());
        byte[] secondToken = second.welcome().token();
        RawPeer third = resuming(secondToken, first.bytesBehindWelcome());
        assertThat(third.welcome().position()).isEqualTo(LOOKUP_BYTES);
        assertThat(resuming(firstToken, first.bytesBehindWelcome()).closeReason())
                .startsWith("resume: ");
        note(third, "still here");
        assertThat(rig.clerk.lines).containsExactly("still here");
    }

    @Test
    void clientWhoseConnectionARepeatedHelloTookComesBackWithItsNewerToken() {
        RawPeer first = opened();
        byte[] firstToken = first.welcome().token();
        RawPeer second = resuming(firstToken, first.bytesBehindWelcome());
        byte[] secondToken = second.welcome().token();
        RawPeer repeated = resuming(firstToken, first.bytesBehindWelcome());
        assertThat(repeated.welcome().position()).isEqualTo(LOOKUP_BYTES);
        rig.simulation.advance(Duration.ofSeconds(2));
        assertThat(second.isClosed()).isTrue();
        RawPeer third = resuming(secondToken, first.bytesBehindWelcome());
        assertThat(third.welcome().position()).isEqualTo(LOOKUP_BYTES);
        note(third, "still here");
        assertThat(rig.clerk.lines).containsExactly("still here");
    }

    @Test
    void clientThatHasNotHeardOfTheNextTokenShowsTheOneBefore() {
        RawPeer first = opened();
        byte[] token = first.welcome().token();
        long received = first.bytesBehindWelcome();
        for (int i = 0; i < 5; i++) {
            assertThat(resuming(token, received).welcome().position()).isEqualTo(LOOKUP_BYTES);
        }
    }

    @Test
    void acknowledgementOfWhatWasNotSentEndsTheSession() {
        RawPeer peer = opened();
        long sent = peer.bytesBehindWelcome();
        peer.send(RawPeer.ACK, out -> out.writeVarLong(sent));
        assertThat(peer.isClosed()).isFalse();
        peer.send(RawPeer.ACK, out -> out.writeVarLong(sent + 1_000));
        assertThat(peer.closeReason()).startsWith("acknowledgement: position=" + (sent + 1_000) + " is not within");
        RawPeer back = opened();
        back.send(RawPeer.ACK, out -> out.writeVarLong(back.bytesBehindWelcome()));
        back.send(RawPeer.ACK, out -> out.writeVarLong(0));
        assertThat(back.closeReason()).startsWith("acknowledgement: position=0 is not within");
        RawPeer plain = RawPeer.introduced(rig);
        plain.send(RawPeer.ACK, out -> out.writeVarLong(0));
        assertThat(plain.closeReason()).startsWith("acknowledgement: the session cannot be resumed");
    }

    @Test
    void sessionIsLostAfterItsTimeWithAllThatItHeld() {
        long before = memory.heldBytes();
        RawPeer first = opened();
        byte[] token = first.welcome().token();
        first.vanish();
        assertThat(memory.heldBytes()).isGreaterThan(before);
        rig.simulation.advance(Duration.ofSeconds(29));
        assertThat(rig.server.statistics().waitingSessions()).isEqualTo(1);
        rig.simulation.advance(Duration.ofSeconds(2));
        assertThat(rig.server.statistics().waitingSessions()).isZero();
        assertThat(rig.server.statistics().references()).isZero();
        assertThat(memory.heldBytes()).isEqualTo(before);
        assertThat(resuming(token, 0).closeReason()).startsWith("resume: the session is not known here");
    }

    @Test
    void sessionsThatWaitMakeRoomForNewOnes() {
        for (int i = 0; i < 3 * CONNECTIONS; i++) {
            RawPeer peer = opened();
            assertThat(peer.kinds()).contains(RawPeer.ANSWER_REFERENCE);
            peer.vanish();
        }
        assertThat(rig.server.statistics().waitingSessions()).isEqualTo(CONNECTIONS);
        rig.office().note("served");
        rig.simulation.runUntilIdle();
        assertThat(rig.clerk.lines).containsExactly("served");
    }

    @Test
    void sessionsThatWaitMakeRoomForNewOnesWhereMemoryIsShort() {
        memory.limit(ROOM * 2 * 16 * 1024); // half of it is for connections, of 16 KiB each
        for (int i = 0; i < 5 * ROOM; i++) {
            RawPeer peer = opened();
            assertThat(peer.kinds()).as("session %s", i).contains(RawPeer.ANSWER_REFERENCE);
            peer.vanish();
        }
        assertThat(rig.server.statistics().waitingSessions()).isBetween(1, ROOM - 1);
        assertThat(memory.statistics().refusedConnections()).isZero();
        RawPeer last = opened();
        last.vanish();
        assertThat(resuming(last.welcome().token(), last.bytesBehindWelcome())
                        .welcome()
                        .position())
                .isEqualTo(LOOKUP_BYTES);
    }

    @Test
    void keepsNoMoreThanTheWindowForAPeerThatNeverAcknowledges() {
        long before = memory.heldBytes();
        RawPeer peer = opened();
        askForBytes(peer, 40);
        assertThat(peer.bytesBehindWelcome()).isBetween((long) WINDOW_BYTES, WINDOW_BYTES + 128L * 1024);
        assertThat(memory.heldBytes() - before).isLessThan(1 << 20);
        long received = peer.bytesBehindWelcome();
        peer.send(RawPeer.ACK, out -> out.writeVarLong(received));
        assertThat(peer.bytesBehindWelcome()).isGreaterThan(received);
    }

    @Test
    void positionOfAResumedSessionAcknowledgesWhatCameBefore() {
        RawPeer first = opened();
        askForBytes(first, 40);
        long received = first.bytesBehindWelcome();
        first.vanish();
        RawPeer second = resuming(first.welcome().token(), received);
        assertThat(second.bytesBehindWelcome())
                .as("what leaves though no ACK came")
                .isGreaterThan(WINDOW_BYTES / 2);
    }

    private static void askForBytes(RawPeer peer, int times) {
        for (int i = 0; i < times; i++) {
            int call = (i + 1) % 64 + 1 << 16 | i + 1;
            peer.send(RawPeer.ASK, out -> {
                out.writeVarInt(1);
                out.writeInt32(call);
                out.writeVarInt(RawPeer.methodOf("bytes"));
                out.writeZigZagInt(10_000);
            });
        }
    }

    @Test
    void serverAcknowledgesInTimeAndThenNoMore() {
        RawPeer peer = opened();
        note(peer, "one");
        rig.simulation.advance(Duration.ofSeconds(5));
        assertThat(peer.bodies(RawPeer.ACK)).hasSize(1);
        assertThat(peer.bodies(RawPeer.ACK).getFirst().readVarLong()).isEqualTo(LOOKUP_BYTES + noteBytes("one"));
        peer.send(RawPeer.ACK, out -> out.writeVarLong(0));
        peer.send(RawPeer.PING, out -> out.writeVarInt(0));
        rig.simulation.advance(Duration.ofSeconds(5));
        assertThat(peer.bodies(RawPeer.ACK)).hasSize(1);
        String line = "x".repeat(WINDOW_BYTES / 4 - 100);
        note(peer, line);
        note(peer, line);
        assertThat(peer.bodies(RawPeer.ACK)).hasSize(2);
    }
}
