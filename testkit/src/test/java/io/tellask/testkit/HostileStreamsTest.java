package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Emitter;
import io.tellask.actor.contract.Contract;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.EncodeException;
import io.tellask.remote.Limits;
import java.net.URI;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a peer may say of streams that are arguments, its own and ours, and what closes its connection. Others do not notice. */
@Timeout(60)
class HostileStreamsTest {
    private static final int REFERENCES = 0x40;
    private static final int FEATURES = 2 | 8;
    private static final int RELEASED = 0x0D;
    private static final int ANSWER = 0x13;
    private static final int FAILURE = 0x16;
    private static final int REQUEST = 0x17;
    private static final int CANCEL = 0x18;
    private static final int ITEM_REFERENCE = 0x1B;
    private static final int END = 0x1C;
    private static final int STREAM = 9;
    private static final int ASK = 2 << 16 | 1;

    private final Rig rig = new Rig(Limits.builder().references(10).build());
    private final Office other = rig.office();

    @AfterEach
    void close() {
        assertThat(rig.simulation.await(other.echo(7))).isEqualTo(7);
        rig.close();
    }

    private static int count(RawPeer peer, int kind) {
        return Collections.frequency(peer.kinds(), kind);
    }

    private static void assertGoesOn(RawPeer peer) {
        assertThat(peer.closeReason()).isEqualTo("not closed");
        assertThat(peer.isClosed()).isFalse();
    }

    private static Consumer<ByteWriter> contract(int id, String name, String... signatures) {
        return out -> {
            out.writeVarInt(id);
            out.writeUtf8(name);
            out.writeVarInt(signatures.length);
            for (String signature : signatures) {
                out.writeUtf8(signature);
            }
        };
    }

    /** The contract of streams is number 1, a room's 2, and 3 has the name of the first alone. */
    private RawPeer uploader() {
        RawPeer peer = RawPeer.introduced(rig);
        String publisher = Flow.Publisher.class.getName();
        peer.send(RawPeer.CONTRACT, contract(1, publisher, "items()" + publisher));
        peer.send(
                RawPeer.CONTRACT,
                contract(
                        2,
                        Office.Room.class.getName(),
                        Contract.of(Office.Room.class).methods().getFirst().signature()));
        peer.send(RawPeer.CONTRACT, contract(3, publisher));
        return peer;
    }

    /** An ask of a method with one parameter: a place in the list. */
    private static void ask(RawPeer peer, String method, int callId, int place, int... list) {
        peer.send(RawPeer.ASK | REFERENCES, out -> {
            for (int part : list) {
                out.writeVarInt(part);
            }
            out.writeVarInt(1);
            out.writeInt32(callId);
            out.writeVarInt(RawPeer.methodOf(method));
            out.writeByte(1);
            out.writeVarInt(place);
        });
    }

    /** A peer whose stream the clerk has opened, for 8 items. */
    private RawPeer opened() {
        RawPeer peer = uploader();
        ask(peer, "sum", ASK, 0, 1, STREAM << 1, 1);
        assertThat(count(peer, RawPeer.OPEN)).isEqualTo(1);
        return peer;
    }

    private static void item(RawPeer peer, int callId, int number) {
        peer.send(RawPeer.ITEM, out -> {
            out.writeInt32(callId);
            out.writeZigZagInt(number);
        });
    }

    /** The call id of the stream that was opened last, behind the reference id. */
    private static int stream(RawPeer peer) {
        return peer.callId(RawPeer.OPEN, 1);
    }

    @Test
    void itemsWithinTheCreditAreTaken() {
        RawPeer peer = opened();
        int stream = stream(peer);
        for (int i = 1; i <= 8; i++) {
            item(peer, stream, i);
        }
        peer.send(END, out -> out.writeInt32(stream));
        assertThat(count(peer, ANSWER)).isEqualTo(1);
        assertGoesOn(peer);
    }

    @Test
    void itemsBeyondTheCreditClose() {
        RawPeer peer = uploader();
        ask(peer, "sum", ASK, 0, 1, STREAM << 1, 1);
        int stream = stream(peer);
        peer.send(RawPeer.ITEM, Collections.nCopies(1_100, out -> {
            out.writeInt32(stream);
            out.writeZigZagInt(1);
        }));
        assertThat(peer.closeReason()).startsWith("item: call id=").contains("the peer sent more than it was granted");
    }

    @Test
    void itemsOfUnknownStreamsClose() {
        RawPeer peer = opened();
        item(peer, stream(peer) + 5, 1);
        assertThat(peer.closeReason()).startsWith("item: call id=").contains("is not waiting for it");
    }

    @Test
    void itemsBehindTheEndClose() {
        RawPeer peer = opened();
        int stream = stream(peer);
        peer.send(END, out -> out.writeInt32(stream));
        item(peer, stream, 1);
        assertThat(peer.closeReason()).startsWith("item: call id=");
    }

    @Test
    void answerInPlaceOfItemsCloses() {
        RawPeer peer = opened();
        int stream = stream(peer);
        peer.send(ANSWER, out -> {
            out.writeInt32(stream);
            out.writeZigZagInt(1);
        });
        assertThat(peer.closeReason()).startsWith("answer: call id=");
    }

    @Test
    void referenceInPlaceOfANumberCloses() {
        RawPeer peer = opened();
        int stream = stream(peer);
        peer.send(ITEM_REFERENCE, out -> {
            out.writeInt32(stream);
            out.writeVarInt(7);
            out.writeVarInt(2);
        });
        assertThat(peer.closeReason()).startsWith("item: a reference came where the contract declares none");
    }

    @Test
    void damagedItemEndsItsStreamAlone() {
        RawPeer peer = opened();
        int stream = stream(peer);
        peer.send(RawPeer.ITEM, out -> out.writeInt32(stream));
        assertThat(count(peer, CANCEL)).isEqualTo(1);
        assertThat(count(peer, FAILURE)).isEqualTo(1);
        peer.send(END, out -> out.writeInt32(stream));
        assertGoesOn(peer);
    }

    @Test
    void whatIsNoStreamFailsTheCallAlone() {
        RawPeer peer = uploader();
        ask(peer, "sum", ASK, 0, 1, 7 << 1, 2); // a room
        ask(peer, "sum", ASK + 1, 0, 1, 8 << 1, 3); // a contract without the method
        ask(peer, "sum", ASK + 2, 0, 1, 1 << 1 | 1); // the office itself
        ask(peer, "sum", ASK + 3, 0, 1, 77 << 1 | 1); // nothing
        ask(peer, "sum", ASK + 4, 1, 1, STREAM << 1, 1); // a place beyond the list
        ask(peer, "sum", ASK + 5, -1, 1, STREAM << 1, 1);
        ask(peer, "sum", ASK + 6, 0, 0);
        peer.send(RawPeer.ASK, out -> {
            out.writeVarInt(1);
            out.writeInt32(ASK + 7);
            out.writeVarInt(RawPeer.methodOf("sum"));
            out.writeByte(1);
            out.writeVarInt(0);
        });
        assertThat(count(peer, FAILURE)).isEqualTo(8);
        assertThat(count(peer, RawPeer.OPEN)).isZero();
        assertGoesOn(peer);
    }

    @Test
    void streamWhereAnythingElseIsDeclaredFailsTheCallAlone() {
        RawPeer peer = uploader();
        int before = rig.clerk.counted.size();
        peer.send(RawPeer.TELL | REFERENCES, out -> {
            for (int part : new int[] {1, STREAM << 1, 1, 1, RawPeer.methodOf("keep")}) {
                out.writeVarInt(part);
            }
            for (int part : new int[] {1, 0x21, 0x4F, 0x2B, 0}) {
                out.writeByte(part);
            }
        });
        assertThat(rig.clerk.counted).hasSize(before);
        assertGoesOn(peer);
    }

    @Test
    void streamThatIsPassedAgainFailsTheSecondCall() {
        RawPeer peer = opened();
        ask(peer, "letters", ASK + 1, 0, 1, STREAM << 1, 1);
        assertThat(count(peer, FAILURE)).isEqualTo(1);
        ask(peer, "sum", ASK + 2, 0, 1, STREAM << 1, 1);
        assertThat(count(peer, FAILURE)).isEqualTo(2);
        assertThat(count(peer, RawPeer.OPEN)).isEqualTo(1);
        int stream = stream(peer);
        peer.send(END, out -> out.writeInt32(stream));
        assertThat(count(peer, RawPeer.RELEASE)).isEqualTo(1);
        assertThat(count(peer, ANSWER)).isEqualTo(1);
        assertGoesOn(peer);
    }

    @Test
    void streamsBeyondTheReferencesFailTheCallAlone() {
        RawPeer peer = uploader();
        for (int i = 0; i < 15; i++) {
            ask(peer, "sum", ASK + i, 0, 1, 100 + i << 1, 1);
        }
        assertThat(count(peer, FAILURE)).isEqualTo(5);
        assertGoesOn(peer);
    }

    /** A server that has been handed a publisher, as its reference 1. */
    private final class Taker {
        private final Emitter<Integer> numbers = new Emitter<>();
        private RawPeer peer;
        private CompletableFuture<Integer> sum;

        Taker() {
            take(Limits.defaults(), numbers);
        }

        Taker(Limits limits, Flow.Publisher<Integer> publisher) {
            take(limits, publisher);
        }

        private void take(Limits limits, Flow.Publisher<Integer> publisher) {
            Office office = RawPeer.found(rig, URI.create("memory://taker"), limits, FEATURES, raw -> peer = raw);
            rig.asActor(() -> sum = office.sum(publisher));
        }

        void open(int reference, int kind, int method, int callId) {
            peer.send(kind, out -> {
                out.writeVarInt(reference);
                out.writeInt32(callId);
                out.writeVarInt(method);
                out.writeVarInt(2);
                out.writeVarInt(1_000);
            });
        }

        void release(int times) {
            peer.send(RawPeer.RELEASE, out -> {
                out.writeVarInt(1);
                out.writeVarInt(times);
            });
        }

        void assertFails() {
            assertThat(rig.failure(sum)).hasMessageContaining("was under way when the session");
        }
    }

    @Test
    void openedStreamSendsWhatWasAskedFor() {
        Taker taker = new Taker();
        taker.open(1, RawPeer.OPEN, 0, 5 << 16);
        rig.asActor(() -> {
            taker.numbers.emit(1);
            taker.numbers.emit(2);
            taker.numbers.emit(3);
        });
        assertThat(count(taker.peer, RawPeer.ITEM)).isEqualTo(2);
        taker.peer.send(REQUEST, out -> {
            out.writeInt32(5 << 16 | 77); // nothing that was opened
            out.writeVarInt(5);
            out.writeVarInt(5);
        });
        assertThat(count(taker.peer, RawPeer.ITEM)).isEqualTo(2);
        taker.peer.send(CANCEL, out -> out.writeInt32(5 << 16));
        assertThat(count(taker.peer, END)).isEqualTo(1);
        assertThat(taker.numbers.isCancelled()).isTrue();
        assertGoesOn(taker.peer);
    }

    /** Half of a credit of 2 calls is given back for each call. */
    @Test
    void publisherThatThrowsGivesTheCreditOfOneCallBack() {
        Taker taker = new Taker(Limits.builder().creditMessages(2).build(), subscriber -> {
            throw new IllegalStateException("as asked");
        });
        taker.open(1, RawPeer.OPEN, 0, 5 << 16);
        assertThat(count(taker.peer, FAILURE)).isEqualTo(1);
        assertThat(count(taker.peer, RawPeer.CREDIT)).isEqualTo(1);
        assertGoesOn(taker.peer);
    }

    @Test
    void openingTwiceFailsTheSecondAlone() {
        Taker taker = new Taker();
        taker.open(1, RawPeer.OPEN, 0, 5 << 16);
        taker.open(1, RawPeer.OPEN, 0, 6 << 16 | 1);
        assertThat(count(taker.peer, FAILURE)).isEqualTo(1);
        rig.asActor(() -> taker.numbers.emit(1));
        assertThat(count(taker.peer, RawPeer.ITEM)).isEqualTo(1);
        assertGoesOn(taker.peer);
    }

    @Test
    void openingWhatWasNotHandedOutCloses() {
        Taker taker = new Taker();
        taker.open(2, RawPeer.OPEN, 0, 5 << 16);
        assertThat(taker.peer.closeReason()).startsWith("call: reference=2 was not handed to this peer");
        taker.assertFails();
    }

    @Test
    void methodsThatStreamsLackClose() {
        Taker taker = new Taker();
        taker.open(1, RawPeer.OPEN, 1, 5 << 16);
        assertThat(taker.peer.closeReason())
                .startsWith("call: method=1 >= methods of contract=java.util.concurrent.Flow$Publisher, 1");
        taker.assertFails();
    }

    @Test
    void callsOfAStreamThatOpenNothingClose() {
        Taker taker = new Taker();
        taker.open(1, RawPeer.ASK, 0, 5 << 16);
        assertThat(taker.peer.closeReason()).startsWith("call: frame type=");
        taker.assertFails();
    }

    @Test
    void releasedStreamIsGone() {
        Taker taker = new Taker();
        taker.release(1);
        assertThat(count(taker.peer, RELEASED)).isEqualTo(1);
        assertGoesOn(taker.peer);
        taker.open(1, RawPeer.OPEN, 0, 5 << 16);
        assertThat(taker.peer.closeReason()).startsWith("call: reference=1 was not handed to this peer");
        taker.assertFails();
    }

    @Test
    void releasingMoreThanWasHandedOutCloses() {
        Taker taker = new Taker();
        taker.release(2);
        assertThat(taker.peer.closeReason()).startsWith("release: reference=1, times=2 > handed out=1");
        taker.assertFails();
    }

    @Test
    void releasingTwiceCloses() {
        Taker taker = new Taker();
        taker.release(1);
        taker.release(1);
        assertThat(taker.peer.closeReason()).startsWith("release: reference=1 is not held by this peer");
        taker.assertFails();
    }

    @Test
    void peerFromBeforeIsSentNone() {
        Office office =
                RawPeer.found(rig, URI.create("memory://before"), Limits.defaults(), 7, peer -> assertGoesOn(peer));
        assertThatThrownBy(() -> rig.asActor(() -> office.sum(new Emitter<>())))
                .hasCauseInstanceOf(EncodeException.class)
                .hasMessageContaining(
                        "a publisher of java.lang.Integer is an argument, which the peer's release does not take; update it")
                .hasMessageContaining("Office.sum(0)");
    }
}
