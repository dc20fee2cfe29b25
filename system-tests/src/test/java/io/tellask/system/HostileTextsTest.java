package io.tellask.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tellask.actor.ActorSystem;
import io.tellask.codec.ByteWriter;
import io.tellask.netty.TcpTransport;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Receiver;
import io.tellask.remote.Server;
import io.tellask.remote.Transport;
import io.tellask.remote.Wire;
import io.tellask.text.SafeText;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever text a peer sends, errors that repeat it are short and printable, on both sides of each transport. */
@Timeout(60)
class HostileTextsTest {
    private static final String FORGED = "\n2026-01-01 SEVERE forged \u001B[2J\u202E";
    private static final String LONG = FORGED + "q".repeat(100_000);
    private static final int CALL_ID = 0x00010000;

    /** What a hostile server answers a lookup with. */
    private record Answer(String name, int kind, Consumer<ByteWriter> body) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** Something to look up. */
    public interface Empty {
        void nothing();
    }

    static Stream<List<Object>> answers() {
        return Stream.of(
                        new Answer("close", 0x03, out -> {
                            out.writeVarInt(1);
                            out.writeUtf8(LONG);
                        }),
                        failure(7),
                        failure(6),
                        failure(5),
                        failure(4),
                        failure(3),
                        new Answer("failure by name", 0x16, out -> {
                            out.writeInt32(CALL_ID);
                            out.writeByte(2);
                            out.writeUtf8(LONG);
                            out.writeUtf8(LONG);
                        }),
                        new Answer("contract", 0x09, out -> {
                            out.writeVarInt(1);
                            out.writeUtf8(LONG);
                            out.writeVarInt(0);
                        }),
                        new Answer("methods", 0x09, out -> {
                            out.writeVarInt(1);
                            out.writeUtf8(Empty.class.getName());
                            out.writeVarInt(100);
                            for (int i = 0; i < 100; i++) {
                                out.writeUtf8(i + FORGED + "q".repeat(1_000));
                            }
                        }))
                .flatMap(answer ->
                        Stream.of(List.of(answer, "memory://hostile"), List.of(answer, "tellask://127.0.0.1:0")));
    }

    private static Answer failure(int code) {
        return new Answer("failure " + code, 0x16, out -> {
            out.writeInt32(CALL_ID);
            out.writeByte(code);
            out.writeUtf8(LONG);
        });
    }

    private static byte[] frame(int kind, Consumer<ByteWriter> body) {
        ByteWriter out = new ByteWriter(64);
        body.accept(out);
        return Frames.frame(kind, out.toByteArray());
    }

    private static Transport transport(String address) {
        return address.startsWith("memory") ? MemoryTransport.isolated() : new TcpTransport();
    }

    private static void assertSafe(Throwable failure) {
        assertThat(failure).isNotNull();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String text = each.toString();
            assertThat(SafeText.message(text)).isEqualTo(text);
            assertThat(text).hasSizeLessThan(2_500).contains("2026-01-01");
        }
    }

    /** Answers HELLO with WELCOME, and whatever comes then with one hostile answer. */
    private static final class HostileServer implements Receiver {
        private final Wire wire;
        private final Answer answer;
        private byte[] array = new byte[0];
        private boolean welcomed;

        HostileServer(Wire wire, Answer answer) {
            this.wire = wire;
            this.answer = answer;
        }

        @Override
        public byte[] array(int bytes) {
            array = array.length < bytes ? new byte[bytes] : array;
            return array;
        }

        @Override
        public int offset() {
            return 0;
        }

        @Override
        public void received(int bytes) {
            if (!welcomed) {
                welcomed = true;
                send(frame(0x02, out -> {
                    out.writeInt32(0x4B534C54);
                    for (int value : new int[] {0, 0, 0, 1 << 18, 1 << 26, 4_096, 1 << 20, 65_536}) {
                        out.writeVarInt(value);
                    }
                }));
                return;
            }
            send(frame(answer.kind(), answer.body()));
            if (answer.kind() == 0x09) {
                send(frame(0x15, out -> {
                    out.writeInt32(CALL_ID);
                    out.writeVarInt(1);
                    out.writeVarInt(1);
                }));
            }
        }

        private void send(byte[] frame) {
            wire.send(frame, 0, frame.length);
        }

        @Override
        public void writable() {}

        @Override
        public void closed(Throwable cause) {}
    }

    @ParameterizedTest
    @MethodSource("answers")
    void textsOfAServer(List<Object> parameters) {
        String address = (String) parameters.getLast();
        Transport transport = transport(address);
        try (ActorSystem servers = ActorSystem.create();
                ActorSystem clients = ActorSystem.create()) {
            Transport.Listener listener = transport.listen(
                    URI.create(address),
                    servers.ioLoops(),
                    wire -> new HostileServer(wire, (Answer) parameters.getFirst()));
            try (Client client = Client.builder(clients).transport(transport).connect(listener.address())) {
                assertSafe(catchThrowable(() -> client.lookup("name", Empty.class)));
            } finally {
                listener.close();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void namesThatAClientLooksUp(String address) throws Exception {
        Transport transport = transport(address);
        try (ActorSystem servers = ActorSystem.create();
                ActorSystem clients = ActorSystem.create()) {
            Server server = Server.builder(servers)
                    .transport(transport)
                    .listen(URI.create(address))
                    .start();
            RawPeer peer = RawPeer.connect(
                    transport, server.address(), clients.ioLoops().all().getFirst());
            peer.send(frame(0x01, out -> {
                out.writeInt32(0x4B534C54);
                for (int value : new int[] {0, 0, 0, 1 << 18, 1 << 26, 4_096, 1 << 20, 65_536}) {
                    out.writeVarInt(value);
                }
            }));
            peer.send(frame(0x08, out -> {
                out.writeInt32(CALL_ID);
                out.writeUtf8(LONG);
            }));
            peer.send(frame(0x7F, out -> out.writeUtf8(LONG))); // an unknown kind, which ends the session

            byte[] received = peer.closed().get(30, TimeUnit.SECONDS);
            assertThat(received).hasSizeLessThan(2_000);
            assertThat(new String(received, UTF_8))
                    .contains("lookup: name=\\n2026-01-01", "more characters)")
                    .doesNotContain(FORGED);
        }
    }

    static Stream<String> addresses() {
        return Stream.of("memory://hostile-client", "tellask://127.0.0.1:0");
    }
}
