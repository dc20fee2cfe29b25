package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.ByteWriter;
import io.tellask.remote.Limits;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.TraceContext;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a peer may say of traces, and what closes its connection. Others do not notice. */
@Timeout(60)
class HostileTracesTest {
    private static final int TRACE = 0x20;
    private static final int REFERENCES = 0x40;
    private static final int DEADLINE = 0x80;
    private static final int ANSWER = 0x13;
    private static final int FRAGMENT_END = 0x1F;
    private static final int TRACES = 16;

    private final PeerMemory memory = new PeerMemory(64 << 20);
    private final Rig rig = new Rig(Limits.defaults(), memory);
    private final Office other = rig.office();

    @AfterEach
    void close() {
        assertThat(rig.simulation.await(other.echo(7))).isEqualTo(7);
        rig.close();
    }

    private static void writeTrace(ByteWriter out, long traceId, long parentId, String state) {
        out.writeInt64(traceId);
        out.writeInt64(0);
        out.writeInt64(parentId);
        out.writeByte(0xFF);
        out.writeUtf8(state);
    }

    private static void writeEcho(ByteWriter out, int callId) {
        out.writeVarInt(1);
        out.writeInt32(callId);
        out.writeVarInt(RawPeer.methodOf("echo"));
        out.writeZigZagInt(5);
    }

    private String reasonFor(int kind, Consumer<ByteWriter> body) {
        RawPeer peer = RawPeer.introduced(rig);
        peer.send(kind, body);
        return peer.closeReason();
    }

    private String reasonForTrace(Consumer<ByteWriter> trace) {
        return reasonFor(RawPeer.ASK | TRACE, out -> {
            trace.accept(out);
            writeEcho(out, 2 << 16 | 1);
        });
    }

    @Test
    void longestTraceIsTakenAndOneMoreIsNot() {
        assertThat(reasonForTrace(out -> writeTrace(out, 1, 1, "x".repeat(512))))
                .isEqualTo("not closed");
        assertThat(reasonForTrace(out -> writeTrace(out, 1, 1, "x".repeat(513))))
                .contains("trace: tracestate has characters=513 > limit=512");
        assertThat(reasonForTrace(out -> writeTrace(out, 1, 1, ",".repeat(31)))).isEqualTo("not closed");
        assertThat(reasonForTrace(out -> writeTrace(out, 1, 1, ",".repeat(32))))
                .contains("trace: tracestate has members=33 > limit=32");
    }

    @Test
    void malformedTraceClosesTheConnection() {
        assertThat(reasonForTrace(out -> writeTrace(out, 0, 1, null))).contains("trace: trace id=0");
        assertThat(reasonForTrace(out -> writeTrace(out, 1, 0, null))).contains("trace: parent id=0");
        assertThat(reasonForTrace(out -> writeTrace(out, 1, 1, "a\u001b[2J=b"))).contains("character=27 at=1");
        assertThat(reasonFor(RawPeer.ASK | TRACE, out -> out.writeInt64(1))).contains("decode: ");
        assertThat(reasonFor(RawPeer.ASK | TRACE, out -> writeTrace(out, 1, 1, null)))
                .contains("decode: ");
        assertThat(reasonFor(RawPeer.ASK | TRACE, out -> {
                    out.writeInt64(1);
                    out.writeInt64(1);
                    out.writeInt64(1);
                    out.writeByte(0);
                    out.writeVarInt(Integer.MAX_VALUE);
                }))
                .contains("decode: ");
    }

    @Test
    void onlyCallsCarryTraces() {
        for (int kind : new int[] {
            RawPeer.PING, RawPeer.LOOKUP, RawPeer.CREDIT, ANSWER, RawPeer.ITEM, FRAGMENT_END, RawPeer.HELLO
        }) {
            assertThat(reasonFor(kind | TRACE, out -> writeTrace(out, 1, 1, null)))
                    .as("kind " + kind)
                    .contains("frame: kind=" + kind + " carries a trace, and only calls do");
        }
        assertThat(reasonFor(ANSWER | TRACE | REFERENCES, out -> {
                    out.writeVarInt(0);
                    writeTrace(out, 1, 1, null);
                }))
                .contains("frame: kind=" + ANSWER + " carries a trace");
        assertThat(reasonFor(RawPeer.TELL | TRACE | DEADLINE, out -> writeTrace(out, 1, 1, null)))
                .contains("is unknown");
    }

    @Test
    void strangerSendsNoTrace() {
        RawPeer peer = RawPeer.connect(rig);
        peer.send(RawPeer.TELL | TRACE, out -> writeTrace(out, 1, 1, null));
        assertThat(peer.closeReason()).contains("the peer must introduce itself first");
    }

    @Test
    void callBehindATracedOneHasNoTrace() {
        RawPeer peer = RawPeer.introduced(rig);
        peer.send(RawPeer.TELL | TRACE, out -> {
            writeTrace(out, 1, 1, "a=b");
            out.writeVarInt(1);
            out.writeVarInt(RawPeer.methodOf("count"));
            out.writeZigZagInt(5);
        });
        peer.send(RawPeer.ASK, out -> writeEcho(out, 2 << 16 | 1));
        assertThat(peer.closeReason()).isEqualTo("not closed");
        assertThat(peer.kinds()).contains(ANSWER);
        assertThat(rig.clerk.counted).containsExactly(5);
    }

    /** The account of credit does not count traces; that of memory does, and is even when the calls have ended. */
    @Test
    void floodOfTracesIsCountedAsMemoryUntilItIsHandled() {
        RawPeer peer = RawPeer.introduced(rig);
        peer.send(RawPeer.CONTRACT, RawPeer::writeContract);
        peer.send(RawPeer.ASK, out -> {
            out.writeVarInt(1);
            out.writeInt32(2 << 16 | 1);
            out.writeVarInt(RawPeer.methodOf("later"));
            out.writeZigZagInt(5);
        });
        long before = memory.heldBytes();
        Consumer<ByteWriter> waiting = out -> {
            writeTrace(out, 1, 1, "x".repeat(512));
            out.writeVarInt(0);
            out.writeInt32(2 << 16 | 1);
            out.writeVarInt(1);
            out.writeVarInt(RawPeer.methodOf("note"));
            out.writeUtf8("y");
        };
        peer.send(RawPeer.TELL | TRACE, Collections.nCopies(4_000, waiting));
        assertThat(peer.closeReason()).isEqualTo("not closed");
        assertThat(memory.heldBytes()).isGreaterThan(before + 4_000 * 512);
        rig.clerk.pending.getFirst().complete(1);
        rig.simulation.runUntilIdle();
        assertThat(peer.closeReason()).isEqualTo("not closed");
        assertThat(memory.heldBytes()).isLessThan(before + 4_000 * 512 / 2);
    }

    @Test
    void tracesOfCallsThatWaitForTheirActorAreCountedAndGivenBack() {
        RawPeer peer = RawPeer.introduced(rig);
        long before = memory.heldBytes();
        peer.send(RawPeer.TELL | TRACE, Collections.nCopies(4_000, out -> {
            writeTrace(out, 1, 1, "x".repeat(512));
            out.writeVarInt(1);
            out.writeVarInt(RawPeer.methodOf("note"));
            out.writeUtf8("y");
        }));
        assertThat(rig.clerk.lines).hasSize(4_000);
        assertThat(peer.closeReason()).isEqualTo("not closed");
        assertThat(memory.heldBytes()).isLessThan(before + 4_000 * 512 / 2);
    }

    @Test
    void peerWithoutTheFeatureIsSentNone() {
        URI plain = URI.create("memory://plain");
        Office office = RawPeer.found(rig, plain, Limits.defaults(), 0, peer -> {});
        URI traced = URI.create("memory://traced");
        RawPeer[] peers = new RawPeer[2];
        Office known = RawPeer.found(rig, traced, Limits.defaults(), TRACES, peer -> peers[0] = peer);
        URI old = URI.create("memory://old");
        Office unknown = RawPeer.found(rig, old, Limits.defaults(), TRACES - 1, peer -> peers[1] = peer);
        rig.asActor(() -> TraceContext.start()
                .run(() -> List.of(office, known, unknown).forEach(each -> {
                    each.count(1);
                    each.echo(1);
                })));
        assertThat(peers[0].kinds()).contains(RawPeer.TELL | TRACE, RawPeer.ASK | TRACE);
        assertThat(peers[1].kinds()).contains(RawPeer.TELL, RawPeer.ASK).doesNotContain(RawPeer.TELL | TRACE);
    }
}
