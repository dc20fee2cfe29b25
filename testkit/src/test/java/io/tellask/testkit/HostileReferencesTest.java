package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.contract.Contract;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.Limits;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a peer may say of references in its messages, and what closes its connection. Others do not notice. */
@Timeout(60)
class HostileReferencesTest {
    private static final int REFERENCES = 0x40;
    private static final int MOST = 10;

    private final Rig rig = new Rig(Limits.builder().references(MOST).build());
    private final Office other = rig.office();
    private final RawPeer peer = RawPeer.introduced(rig);

    @AfterEach
    void close() {
        assertThat(rig.simulation.await(other.echo(7))).isEqualTo(7);
        rig.close();
    }

    /** A tell of {@code keep} behind a list, whose value is the reference with a number. */
    private void keep(int number, Consumer<ByteWriter> list) {
        peer.send(RawPeer.TELL | REFERENCES, out -> {
            list.accept(out);
            out.writeVarInt(1);
            out.writeVarInt(RawPeer.methodOf("keep"));
            for (int part : new int[] {1, 0x21, 0x4F, 0x2B}) {
                out.writeByte(part);
            }
            out.writeVarInt(number);
        });
    }

    private static Consumer<ByteWriter> list(int... parts) {
        return out -> {
            for (int part : parts) {
                out.writeVarInt(part);
            }
        };
    }

    /** Announces a contract that the office's own names, as number 1, or one that nothing names, as 2. */
    private void announce() {
        peer.send(RawPeer.CONTRACT, out -> {
            out.writeVarInt(1);
            out.writeUtf8(Office.Room.class.getName());
            out.writeVarInt(1);
            out.writeUtf8(Contract.of(Office.Room.class).methods().getFirst().signature());
        });
        peer.send(RawPeer.CONTRACT, out -> {
            out.writeVarInt(2);
            out.writeUtf8("java.lang.Runnable");
            out.writeVarInt(0);
        });
    }

    private long held() {
        return rig.server.statistics().references();
    }

    private void assertGoesOn() {
        assertThat(peer.closeReason()).isEqualTo("not closed");
        assertThat(peer.isClosed()).isFalse();
    }

    @Test
    void referenceZeroStandsForCallsAheadAndIsNoActor() {
        announce();
        keep(0, list(1, 0, 1));
        assertThat(peer.closeReason()).startsWith("reference: id=0");
    }

    @Test
    void referenceThatComesIsHeldOnce() {
        announce();
        long before = held();
        for (int i = 0; i < 5; i++) {
            keep(0, list(2, 9 << 1, 1, 9 << 1, 1));
        }
        assertThat(held()).isEqualTo(before + 1);
        assertGoesOn();
    }

    @Test
    void ownReferenceIsTaken() {
        keep(0, list(1, 1 << 1 | 1));
        assertGoesOn();
    }

    @Test
    void guessedReferenceFailsTheCallAlone() {
        for (int id : new int[] {0, 2, 77, Integer.MAX_VALUE >>> 1}) {
            keep(0, list(1, id << 1 | 1));
        }
        assertGoesOn();
    }

    @Test
    void contractThatNothingNamesIsLetGoOf() {
        announce();
        long before = held();
        keep(0, list(1, 9 << 1, 2));
        assertThat(peer.kinds()).contains(RawPeer.RELEASE);
        assertThat(held()).isEqualTo(before);
        assertGoesOn();
    }

    @Test
    void referencesBeyondTheLimitAreLetGoOf() {
        announce();
        for (int id = 1; id <= MOST + 5; id++) {
            keep(0, list(1, id << 1, 1));
        }
        assertThat(peer.kinds().stream().filter(kind -> kind == RawPeer.RELEASE))
                .hasSize(5);
        assertGoesOn();
    }

    @Test
    void placesBeyondTheListFailTheCallAlone() {
        keep(1, list(1, 1 << 1 | 1));
        keep(-1, list(1, 1 << 1 | 1));
        keep(0, list(0));
        assertGoesOn();
    }

    @Test
    void numberWithoutAListFailsTheCallAlone() {
        peer.send(RawPeer.TELL, out -> {
            out.writeVarInt(1);
            out.writeVarInt(RawPeer.methodOf("keep"));
            for (int part : new int[] {1, 0x21, 0x4F, 0x2B, 0}) {
                out.writeByte(part);
            }
        });
        assertGoesOn();
    }

    @Test
    void listLongerThanTheFrameCloses() {
        peer.send(RawPeer.TELL | REFERENCES, list(Integer.MAX_VALUE));
        assertThat(peer.closeReason()).startsWith("frame: ");
    }

    @Test
    void listBeyondTheLimitCloses() {
        int[] parts = new int[MOST + 2];
        java.util.Arrays.fill(parts, 3);
        parts[0] = MOST + 1;
        keep(0, list(parts));
        assertThat(peer.closeReason()).startsWith("references: count=11 of one message > references=10");
    }

    @Test
    void contractThatWasNotAnnouncedCloses() {
        keep(0, list(1, 9 << 1, 5));
        assertThat(peer.closeReason()).startsWith("reference: contract id=5 was not announced");
    }

    @Test
    void otherFramesBringNone() {
        for (int kind : List.of(RawPeer.PING, RawPeer.CREDIT, RawPeer.ANSWER_REFERENCE)) {
            RawPeer another = RawPeer.introduced(rig);
            another.send(kind | REFERENCES, list(0));
            assertThat(another.closeReason()).startsWith("frame: kind=" + kind + " brings references");
        }
    }

    @Test
    void nothingComesBeforeTheIntroduction() {
        RawPeer early = RawPeer.connect(rig);
        early.send(RawPeer.TELL | REFERENCES, list(0));
        assertThat(early.closeReason()).startsWith("hello: first frame has kind=");
    }
}
