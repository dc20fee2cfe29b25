package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.netty.DetectingTransport.Protocol;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.Operations;
import io.tellask.remote.Server;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.test.Await;
import io.tellask.test.Seed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is served at a port that detects what is spoken, and who is not. */
@Timeout(60)
class DetectingPortTest {
    private static final List<String> SCHEMES = List.of("tellask", "tls", "ws", "wss", "http", "https");

    private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(true);
    private final ActorSystem system = ActorSystem.builder().ioLoops(2).build();

    @TempDir
    private Path folder;

    private TlsTransport serverTls;
    private TlsTransport clientTls;
    private Server server;

    public interface Desk {
        Promise<Integer> hash(byte[] bytes);
    }

    static final class DeskActor extends Actor implements Desk {
        @Override
        public Promise<Integer> hash(byte[] bytes) {
            return Promise.of(Arrays.hashCode(bytes));
        }
    }

    @BeforeEach
    void issueCertificates() {
        TestAuthority authority = new TestAuthority(folder, "root");
        TestAuthority.Issued certificate = authority.server("server");
        serverTls = TlsTransport.builder()
                .certificate(certificate.chain(), certificate.key())
                .build();
        clientTls = TlsTransport.builder().trust(authority.file()).build();
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
            Await.until(
                    () -> "buffers in use: " + buffers.metric(),
                    () -> buffers.metric().usedHeapMemory() == 0
                            && buffers.metric().usedDirectMemory() == 0);
        }
        system.close();
    }

    private DetectingTransport.Builder transport() {
        return DetectingTransport.builder().buffers(buffers);
    }

    private void listen(DetectingTransport transport, String address) {
        listen(transport, address, Limits.defaults());
    }

    private void listen(DetectingTransport transport, String address, Limits limits) {
        server = Server.builder(system)
                .publish("desk", Desk.class, system.spawn(Desk.class, DeskActor::new))
                .limits(limits)
                .transport(transport)
                .listen(address)
                .start();
    }

    private Client connect(String scheme) {
        URI any = server.address();
        String path = scheme.startsWith("t") ? "" : any.getRawPath();
        Transport transport = switch (scheme) {
            case "tls" -> clientTls;
            case "wss" -> WebSocketTransport.builder().tls(clientTls).build();
            case "https" -> HttpTransport.builder().tls(clientTls).build();
            case "ws" -> new WebSocketTransport();
            case "http" -> new HttpTransport();
            default -> new TcpTransport();
        };
        return Client.builder(system).transport(transport).connect(scheme + "://127.0.0.1:" + any.getPort() + path);
    }

    /** Its first frame comes in the same turn as the connection, since the server has seen it before it knew what is spoken. */
    @ParameterizedTest
    @ValueSource(strings = {"tellask", "tls", "ws", "wss", "http", "https"})
    void clientOfAFullServerIsToldToComeBackBeforeItsSessionBegins(String scheme) {
        listen(
                transport().tls(serverTls).cleartext(Protocol.values()).build(),
                "any://127.0.0.1:0/path",
                Limits.builder().connections(1).build());
        connect("tellask");
        assertThatThrownBy(() -> connect(scheme))
                .isInstanceOfSatisfying(
                        TransportException.class,
                        busy -> assertThat(busy.problem()).isEqualTo(Problem.BUSY))
                .hasMessageContaining("connections=1");
        assertThat(server.statistics().sessionsOpened()).isEqualTo(1);
    }

    @Test
    void servesAllThatIsSpokenHereAtOnePort() {
        listen(transport().tls(serverTls).build(), "any://127.0.0.1:0/tellask");
        byte[] bytes = new byte[300_000];
        new Random(Seed.given()).nextBytes(bytes);
        for (String scheme : SCHEMES) {
            try (Client client = connect(scheme)) {
                assertThat(client.lookup("desk", Desk.class).hash(bytes).join())
                        .as(scheme)
                        .isEqualTo(Arrays.hashCode(bytes));
            }
        }
    }

    @Test
    void operatorsAreToldWhatEachConnectionSpeaks() {
        server = Server.builder(system)
                .publishOperations(principal -> true)
                .transport(transport().tls(serverTls).build())
                .listen("any://127.0.0.1:0/tellask")
                .start();
        for (String scheme : SCHEMES) {
            try (Client client = connect(scheme)) {
                Operations operations = client.lookup(Operations.PUBLISHED_NAME, Operations.class);

                assertThat(operations.connections("wire=" + scheme, 10).join().connections())
                        .as(scheme)
                        .hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', TELLASK WEBSOCKET HTTP, tls wss https",
        "TELLASK WEBSOCKET HTTP, '', tellask ws http",
        "TELLASK, HTTP, tellask https",
        "WEBSOCKET, TELLASK, ws tls",
        "HTTP, WEBSOCKET, http wss",
    })
    void servesWhatIsTakenOnly(String cleartext, String encrypted, String taken) {
        listen(
                transport()
                        .tls(serverTls)
                        .cleartext(protocols(cleartext))
                        .encrypted(protocols(encrypted))
                        .build(),
                "any://127.0.0.1:0/tellask");
        for (String scheme : SCHEMES) {
            if (List.of(taken.split(" ")).contains(scheme)) {
                try (Client client = connect(scheme)) {
                    assertThat(client.lookup("desk", Desk.class)
                                    .hash(new byte[1])
                                    .join())
                            .isNotNull();
                }
            } else {
                assertThatThrownBy(() -> connect(scheme)).as(scheme).isInstanceOf(RuntimeException.class);
            }
        }
    }

    private static Protocol[] protocols(String names) {
        return names.isEmpty()
                ? new Protocol[0]
                : Arrays.stream(names.split(" ")).map(Protocol::valueOf).toArray(Protocol[]::new);
    }

    @Test
    void takesClearTextWhereOthersReachItOnlyIfTheAddressSaysSo() {
        listen(transport().tls(serverTls).build(), "any://0.0.0.0:0/tellask");
        connect("tls").close();
        connect("https").close();
        for (String scheme : List.of("tellask", "ws", "http")) {
            assertThatThrownBy(() -> connect(scheme)).as(scheme).isInstanceOf(RuntimeException.class);
        }
        server.close();
        listen(transport().tls(serverTls).build(), "any://0.0.0.0:0/tellask?plaintext=true");
        connect("tellask").close();
        connect("https").close();
    }

    @Test
    void needsCertificateWhereNoClearTextIsTaken() {
        for (String address : List.of("any://0.0.0.0:0", "any://127.0.0.1:0")) {
            assertThatThrownBy(() -> listen(transport().cleartext().build(), address))
                    .isInstanceOfSatisfying(
                            TransportException.class,
                            e -> assertThat(e.problem()).isEqualTo(Problem.UNUSABLE_CERTIFICATE))
                    .hasMessageContaining("transport(DetectingTransport.builder().tls(");
        }
    }

    @Test
    void isNothingToConnectBy() {
        assertThatThrownBy(() -> Client.connect(system, "any://127.0.0.1:1"))
                .isInstanceOfSatisfying(
                        TransportException.class, e -> assertThat(e.problem()).isEqualTo(Problem.BAD_ADDRESS))
                .hasMessageContaining("write tellask://");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.6\r\n",
                "*1\r\n$4\r\nPING\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "\r\n\r\n\0\r\nQUIT\n",
                "GETX / HTTP/1.1\r\n\r\n",
                "   \1TLSX",
                "\u0016\4\1\2"
            })
    void closesWhatItDoesNotKnow(String bytes) throws Exception {
        listen(transport().tls(serverTls).build(), "any://127.0.0.1:0/tellask");
        assertThat(answer(bytes.getBytes(StandardCharsets.ISO_8859_1))).isEmpty();
        connect("tellask").close();
    }

    /** What comes until the connection ends. */
    private byte[] answer(byte[] bytes) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(bytes);
            return socket.getInputStream().readAllBytes();
        }
    }

    @Test
    void garbageEndsItsConnectionOnly() throws Exception {
        listen(transport().tls(serverTls).handshakeTime(Duration.ofMillis(300)).build(), "any://127.0.0.1:0/tellask");
        Random random = new Random(Seed.given());
        List<byte[]> beginnings = List.of(
                new byte[0], new byte[] {22, 3, 1}, "GET ".getBytes(), "POST / HTTP/1.1\r\n".getBytes(), new byte[] {
                    9, 0, 0, 1, 'T', 'L', 'S', 'K'
                });
        for (int i = 0; i < 40; i++) {
            byte[] beginning = beginnings.get(i % beginnings.size());
            byte[] bytes = Arrays.copyOf(beginning, beginning.length + 1 + random.nextInt(30_000));
            byte[] rest = new byte[bytes.length - beginning.length];
            random.nextBytes(rest);
            System.arraycopy(rest, 0, bytes, beginning.length, rest.length);
            try (Socket socket = new Socket(
                    InetAddress.getLoopbackAddress(), server.address().getPort())) {
                socket.setSoTimeout(10_000);
                socket.getOutputStream().write(bytes);
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
            } catch (SocketException closedAlready) {
                assertThat(closedAlready.getMessage()).containsAnyOf("reset", "Broken pipe");
            }
        }
        for (String scheme : SCHEMES) {
            connectsInTime(scheme);
        }
    }

    @Test
    void byteByByteIsKnownAllTheSame() throws Exception {
        listen(transport().build(), "any://127.0.0.1:0/tellask");
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(10_000);
            for (byte b : "POST /tellask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.UTF_8)) {
                socket.getOutputStream().write(b);
            }
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 201 ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "G", "GET", "ab", "\u0016\3\1", "GET / HTTP/1.1\r\n"})
    void closesConnectionsThatStallOrAreTooMany(String beginning) throws Exception {
        listen(
                transport()
                        .tls(TlsTransport.builder()
                                .certificate(folder.resolve("server.pem"), folder.resolve("server.key"))
                                .handshakeTime(Duration.ofMillis(400))
                                .build())
                        .handshakeTime(Duration.ofMillis(400))
                        .handshakes(1)
                        .build(),
                "any://127.0.0.1:0/tellask");
        try (Socket first = new Socket(
                        InetAddress.getLoopbackAddress(), server.address().getPort());
                Socket second = new Socket(
                        InetAddress.getLoopbackAddress(), server.address().getPort())) {
            first.getOutputStream().write(beginning.getBytes(StandardCharsets.ISO_8859_1));
            second.getOutputStream().write(beginning.getBytes(StandardCharsets.ISO_8859_1));
            first.setSoTimeout(10_000);
            second.setSoTimeout(10_000);
            endsWithout(first);
            endsWithout(second);
        }
        connectsInTime("tellask");
    }

    /** Some handshake is within a limit that was made short for those that stall: on a busy machine not each. */
    private void connectsInTime(String scheme) {
        Await.until(() -> "connected: " + scheme, () -> {
            try {
                connect(scheme).close();
                return true;
            } catch (TransportException tooLate) {
                return false;
            }
        });
    }

    private static void endsWithout(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
        } catch (SocketException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
    }
}
