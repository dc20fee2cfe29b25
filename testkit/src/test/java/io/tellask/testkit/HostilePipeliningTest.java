package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.contract.Contract;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.Limits;
import io.tellask.remote.PeerMemory;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a peer may say of actors that its other calls bring, and what closes its connection. Others do not notice. */
@Timeout(60)
class HostilePipeliningTest {
    private static final int PIPELINING = 4;
    private static final int FAILURE = 0x16;
    private static final int ANSWER = 0x13;
    private static final int END = 0x1C;
    private static final int CANCEL = 0x18;
    private static final int CREDIT_MESSAGES = 32;
    private static final int LATER = 2 << 16 | 1;
    private static final int NOBODY = 77 << 16 | 5;

    private final PeerMemory memory = new PeerMemory(64 << 20);
    private final Rig rig =
            new Rig(Limits.builder().creditMessages(CREDIT_MESSAGES).streams(2).build(), memory);
    private final Office other = rig.office();
    private final RawPeer peer = introduced();

    private RawPeer introduced() {
        RawPeer raw = RawPeer.connect(rig);
        raw.send(RawPeer.HELLO, out -> RawPeer.writeHello(out, PIPELINING));
        raw.send(RawPeer.LOOKUP, out -> {
            out.writeInt32(1 << 16);
            out.writeUtf8("office");
        });
        announce(raw, 1, Office.class);
        announce(raw, 2, Office.Room.class);
        return raw;
    }

    private static void announce(RawPeer raw, int id, Class<?> contract) {
        raw.send(RawPeer.CONTRACT, out -> {
            out.writeVarInt(id);
            out.writeUtf8(contract.getName());
            out.writeVarInt(Contract.of(contract).methods().size());
            Contract.of(contract).methods().forEach(method -> out.writeUtf8(method.signature()));
        });
    }

    @AfterEach
    void close() {
        assertThat(rig.simulation.await(other.echo(7))).isEqualTo(7);
        rig.close();
    }

    private static void writeTarget(ByteWriter out, int bringer, int contract) {
        out.writeVarInt(0);
        out.writeInt32(bringer);
        out.writeVarInt(contract);
    }

    /** An ask of {@code echo}, of the office that a call brings. */
    private void echo(int bringer, int contract, int callId) {
        peer.send(RawPeer.ASK, out -> {
            writeTarget(out, bringer, contract);
            out.writeInt32(callId);
            out.writeVarInt(RawPeer.methodOf("echo"));
            out.writeZigZagInt(5);
        });
    }

    /** An ask that the office does not answer yet. */
    private void later() {
        peer.send(RawPeer.ASK, out -> {
            out.writeVarInt(1);
            out.writeInt32(LATER);
            out.writeVarInt(RawPeer.methodOf("later"));
            out.writeZigZagInt(5);
        });
    }

    private int count(int kind) {
        return Collections.frequency(peer.kinds(), kind);
    }

    private void assertGoesOn() {
        assertThat(peer.closeReason()).isEqualTo("not closed");
    }

    @Test
    void actorThatALookupBroughtIsCalled() {
        echo(1 << 16, 1, 3 << 16 | 2);
        assertThat(count(ANSWER)).isEqualTo(1);
        assertGoesOn();
    }

    @Test
    void callsThatNobodyMadeBringNone() {
        echo(NOBODY, 1, 3 << 16 | 2);
        echo(0, 1, 3 << 16 | 3);
        echo(3 << 16 | 4, 1, 3 << 16 | 4); // itself
        echo(2 << 16, 1, 3 << 16 | 5); // the lookup's slot, and another generation
        assertThat(count(FAILURE)).isEqualTo(4);
        assertGoesOn();
    }

    @Test
    void callThatIsAnsweredWithoutAReferenceFailsWhatWaits() {
        later();
        echo(LATER, 1, 3 << 16 | 2);
        echo(LATER, 2, 3 << 16 | 3);
        assertThat(count(FAILURE)).isZero();
        rig.clerk.pending.getFirst().complete(1);
        rig.simulation.runUntilIdle();
        assertThat(count(ANSWER)).isEqualTo(1);
        assertThat(count(FAILURE)).isEqualTo(2);
        assertGoesOn();
    }

    @Test
    void callsThatWaitCanBeGivenUp() {
        later();
        echo(LATER, 1, 3 << 16 | 2);
        peer.send(CANCEL, out -> out.writeInt32(3 << 16 | 2));
        assertThat(count(END)).isEqualTo(1);
        peer.send(CANCEL, out -> out.writeInt32(LATER));
        assertThat(count(END)).isEqualTo(2);
        assertThat(count(FAILURE)).isZero();
        assertGoesOn();
    }

    @Test
    void otherContractAndUnknownMethodsAreRefused() {
        echo(1 << 16, 2, 3 << 16 | 2);
        peer.send(RawPeer.ASK, out -> {
            writeTarget(out, 1 << 16, 1);
            out.writeInt32(3 << 16 | 3);
            out.writeVarInt(99);
        });
        assertThat(count(FAILURE)).isEqualTo(2);
        assertGoesOn();
    }

    @Test
    void contractThatWasNotAnnouncedCloses() {
        echo(1 << 16, 9, 3 << 16 | 2);
        assertThat(peer.closeReason()).startsWith("reference: contract id=9 was not announced");
    }

    @Test
    void frameOfAnotherKindThanTheMethodCloses() {
        peer.send(RawPeer.TELL, out -> {
            writeTarget(out, 1 << 16, 1);
            out.writeVarInt(RawPeer.methodOf("echo"));
            out.writeZigZagInt(5);
        });
        assertThat(peer.closeReason()).startsWith("call: frame type=");
    }

    @Test
    void callsBeyondTheCreditClose() {
        later();
        for (int i = 0; i < CREDIT_MESSAGES; i++) {
            tell(LATER);
        }
        assertGoesOn();
        tell(LATER);
        assertThat(peer.closeReason()).startsWith("credit: pipelined messages=33 of 32");
    }

    @Test
    void creditComesBackForWhatFailsToo() {
        for (int i = 0; i < 10 * CREDIT_MESSAGES; i++) {
            tell(i % 2 == 0 ? NOBODY : 1 << 16);
        }
        assertThat(count(RawPeer.CREDIT)).isGreaterThanOrEqualTo(19);
        assertGoesOn();
    }

    @Test
    void listsOfReferencesThatWaitAreCounted() {
        later();
        long before = memory.heldBytes();
        peer.send(RawPeer.TELL | 0x40, out -> {
            out.writeVarInt(1_000);
            for (int i = 0; i < 1_000; i++) {
                out.writeVarInt(1 << 1 | 1);
            }
            writeTarget(out, LATER, 1);
            out.writeVarInt(RawPeer.methodOf("count"));
            out.writeZigZagInt(1);
        });
        assertThat(memory.heldBytes()).isGreaterThanOrEqualTo(before + 8_000);
        rig.clerk.pending.getFirst().complete(1);
        rig.simulation.runUntilIdle();
        assertThat(memory.heldBytes()).isLessThan(before + 1_000);
        assertGoesOn();
    }

    private void tell(int bringer) {
        peer.send(RawPeer.TELL, out -> {
            writeTarget(out, bringer, 1);
            out.writeVarInt(RawPeer.methodOf("count"));
            out.writeZigZagInt(1);
        });
    }

    @Test
    void streamsBeyondTheLimitAreRefusedAlone() {
        for (int i = 0; i < 4; i++) {
            int callId = 3 << 16 | 2 + i;
            peer.send(RawPeer.OPEN, out -> {
                writeTarget(out, 1 << 16, 1);
                out.writeInt32(callId);
                out.writeVarInt(RawPeer.methodOf("ticks"));
                out.writeVarInt(1);
                out.writeVarInt(1_000);
            });
        }
        assertThat(count(FAILURE)).isEqualTo(2);
        assertGoesOn();
    }

    @Test
    void frameThatEndsWithinItsHeadCloses() {
        peer.send(RawPeer.ASK, out -> out.writeVarInt(0));
        assertThat(peer.closeReason()).startsWith("frame: ");
    }
}
