package io.tellask.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.net.URI;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers at the ends of their ranges and frames that do not fit their method, sent by a peer that writes them by hand. */
@Timeout(60)
class FrameBoundsTest {
    private static final URI ADDRESS = URI.create("memory://frame-bounds");
    private static final int MOST_INT32 = -1; // as a varint: 2^32 - 1
    private static final int ASK_ID = 0x00010001;
    private static final int LOOKUP = 0x08;
    private static final int CREDIT = 0x0B;
    private static final int RELEASE = 0x0C;
    private static final int TELL = 0x10;
    private static final int ASK = 0x11;
    private static final int ASK_WITH_DEADLINE = 0x91;
    private static final int OPEN = 0x12;
    private static final int REQUEST = 0x17;
    private static final int UNKNOWN = 0x7F; // ends the session, so that all that was answered is there

    /** The methods of {@link Kinds}, as they are listed: by their signatures. */
    private static final int ASKED = 0;

    private static final int STREAMED = 1;
    private static final int TOLD = 2;

    /** A method of each kind. */
    public interface Kinds {
        Promise<Integer> asked();

        Flow.Publisher<Integer> streamed();

        void told();
    }

    private final AtomicInteger executed = new AtomicInteger();

    private final class Counting implements Kinds {
        @Override
        public Promise<Integer> asked() {
            return Promise.of(executed.incrementAndGet());
        }

        @Override
        public Flow.Publisher<Integer> streamed() {
            executed.incrementAndGet();
            return subscriber -> {};
        }

        @Override
        public void told() {
            executed.incrementAndGet();
        }
    }

    private final ActorSystem servers = ActorSystem.builder().ioLoops(1).build();
    private final ActorSystem clients = ActorSystem.builder().ioLoops(1).build();
    private final MemoryTransport transport = MemoryTransport.isolated();
    private Server server;

    @BeforeEach
    void serve() {
        server = Server.builder(servers)
                .transport(transport)
                .publish("kinds", Kinds.class, servers.spawn(Kinds.class, Counting::new))
                .publish(
                        "apart", Kinds.class, servers.spawn(Kinds.class, Counting::new, SpawnOptions.dedicatedThread()))
                .listen(ADDRESS)
                .start();
    }

    @AfterEach
    void close() {
        clients.close();
        servers.close();
    }

    private static byte[] frame(int kind, Consumer<ByteWriter> body) {
        ByteWriter out = new ByteWriter(64);
        body.accept(out);
        byte[] bytes = new byte[out.position()];
        System.arraycopy(out.array(), 0, bytes, 0, bytes.length);
        return Frames.frame(kind, bytes);
    }

    /** What comes back for a hello with a value of its last fields, a look-up, the given frame and one that ends the session. */
    private byte[] answers(int inHello, byte[] frame) throws Exception {
        RawPeer peer = introduced(inHello);
        peer.send(lookup(0x00010000, "kinds"));
        peer.send(frame);
        peer.send(frame(UNKNOWN, out -> out.writeByte(0)));
        return peer.closed().get(30, TimeUnit.SECONDS);
    }

    private RawPeer introduced(int inHello) throws Exception {
        RawPeer peer = RawPeer.connect(
                transport, server.address(), clients.ioLoops().all().getFirst());
        peer.send(frame(0x01, out -> {
            out.writeInt32(0x4B534C54);
            for (int value : new int[] {0, 0, 0, 1 << 18, 1 << 26, 4_096, 1 << 20, inHello}) {
                out.writeVarInt(value);
            }
        }));
        return peer;
    }

    private String closeReason(byte[] frame) throws Exception {
        return new String(answers(65_536, frame), UTF_8);
    }

    private static byte[] lookup(int callId, String name) {
        return frame(LOOKUP, out -> {
            out.writeInt32(callId);
            out.writeUtf8(name);
        });
    }

    /** The actor has a thread of its own, so that its calls wait in a mailbox. */
    @ParameterizedTest
    @ValueSource(ints = {1 << 30, Integer.MAX_VALUE, Integer.MIN_VALUE, MOST_INT32})
    void deadlineOfWeeksHasNotPassed(int millis) throws Exception {
        RawPeer peer = introduced(65_536);
        peer.send(lookup(0x00010000, "apart"));
        peer.send(frame(ASK_WITH_DEADLINE, out -> {
            out.writeVarInt(1);
            out.writeInt32(ASK_ID);
            out.writeVarInt(ASKED);
            out.writeVarInt(millis);
        }));
        Await.until("the call is executed", () -> executed.get() == 1);
        peer.close().get(30, TimeUnit.SECONDS);
    }

    @Test
    void countsBeyondAnIntCloseTheConnection() throws Exception {
        assertThat(closeReason(frame(CREDIT, out -> {
                    out.writeVarInt(1);
                    out.writeVarInt(1);
                    out.writeVarInt(MOST_INT32);
                })))
                .contains("credit: bytes=4294967295 > 2147483647");
        assertThat(closeReason(frame(RELEASE, out -> {
                    out.writeVarInt(1);
                    out.writeVarInt(Integer.MIN_VALUE);
                })))
                .contains("release: times=2147483648 > 2147483647");
        assertThat(closeReason(frame(REQUEST, out -> {
                    out.writeInt32(ASK_ID);
                    out.writeVarInt(MOST_INT32);
                    out.writeVarInt(0);
                })))
                .contains("request: items=4294967295 > 2147483647");
        assertThat(new String(answers(MOST_INT32, new byte[0]), UTF_8))
                .contains("hello: callsInFlight=4294967295 > 2147483647");
    }

    @Test
    void streamsOpenedForMoreThanAnIntCloseTheConnection() throws Exception {
        assertThat(closeReason(open(STREAMED, MOST_INT32, 1))).contains("open: items=4294967295 > 2147483647");
        assertThat(closeReason(open(STREAMED, 1, Integer.MIN_VALUE))).contains("open: bytes=2147483648 > 2147483647");
        assertThat(executed).hasValue(0);
    }

    private static byte[] open(int method, int items, int bytes) {
        return frame(OPEN, out -> {
            out.writeVarInt(1);
            out.writeInt32(ASK_ID);
            out.writeVarInt(method);
            out.writeVarInt(items);
            out.writeVarInt(bytes);
        });
    }

    private static byte[] tell(int method) {
        return frame(TELL, out -> {
            out.writeVarInt(1);
            out.writeVarInt(method);
        });
    }

    private static byte[] ask(int method) {
        return frame(ASK, out -> {
            out.writeVarInt(1);
            out.writeInt32(ASK_ID);
            out.writeVarInt(method);
        });
    }

    @Test
    void methodsAreNotExecutedForFramesOfAnotherType() throws Exception {
        assertThat(closeReason(open(ASKED, 1, 1_024))).contains("call: frame type=18, expected=17, method=asked");
        assertThat(closeReason(open(TOLD, 1, 1_024))).contains("call: frame type=18, expected=16, method=told");
        assertThat(closeReason(ask(STREAMED))).contains("call: frame type=17, expected=18, method=streamed");
        assertThat(closeReason(ask(TOLD))).contains("call: frame type=17, expected=16, method=told");
        assertThat(closeReason(tell(ASKED))).contains("call: frame type=16, expected=17, method=asked");
        assertThat(closeReason(tell(STREAMED))).contains("call: frame type=16, expected=18, method=streamed");
        assertThat(executed).hasValue(0);
    }

    @Test
    void namesBeyondTheLimitAreRefusedAsTooLong() throws Exception {
        assertThat(closeReason(lookup(ASK_ID, "q".repeat(256)))).contains("is not published there");
        assertThat(closeReason(lookup(ASK_ID, "q".repeat(257)))).contains("characters=257 > 256");
    }

    @Test
    void namesBeyondTheLimitCannotBePublished() {
        Kinds kinds = servers.spawn(Kinds.class, Counting::new);
        assertThat(Server.builder(servers).publish("q".repeat(256), Kinds.class, kinds))
                .isNotNull();
        assertThatThrownBy(() -> Server.builder(servers).publish("q".repeat(257), Kinds.class, kinds))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("characters=257 > 256");
    }
}
