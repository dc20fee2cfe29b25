package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.IoLoops;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.test.Await;
import io.tellask.test.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who gets a WebSocket and who does not, and what others make of ours. */
@Timeout(60)
class WebSocketHandshakeTest {
    private static final URI ANY_PORT = URI.create("ws://127.0.0.1:0/tellask");

    private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(true);
    private final IoLoops loops = new NettyLoopProvider().open(1, "websocket");
    private final AtomicInteger sessions = new AtomicInteger();
    private final CompletableFuture<RecordingReceiver> accepted = new CompletableFuture<>();
    private Transport.Listener listener;

    public interface Desk {
        Promise<Integer> hash(byte[] bytes);
    }

    static final class DeskActor extends Actor implements Desk {
        @Override
        public Promise<Integer> hash(byte[] bytes) {
            return Promise.of(Arrays.hashCode(bytes));
        }
    }

    @AfterEach
    void close() {
        if (listener != null) {
            listener.close();
            Await.until(
                    () -> "buffers in use: " + buffers.metric(),
                    () -> buffers.metric().usedHeapMemory() == 0
                            && buffers.metric().usedDirectMemory() == 0);
        }
        assertThat(loops.close(Duration.ofSeconds(30))).isTrue();
    }

    private WebSocketTransport.Builder transport() {
        return WebSocketTransport.builder().buffers(buffers);
    }

    private void listen(WebSocketTransport transport) {
        listener = transport.listen(ANY_PORT, loops, wire -> {
            sessions.incrementAndGet();
            RecordingReceiver receiver =
                    new RecordingReceiver(wire, (self, bytes) -> self.wire.send(bytes, 0, bytes.length));
            accepted.complete(receiver);
            return receiver;
        });
    }

    private int port() {
        return listener.address().getPort();
    }

    /** The first line of the answer to a request with these headers. */
    private String answer(String path, String host, String more) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(10_000);
            String request = "GET " + path + " HTTP/1.1\r\nHost: " + host.replace("PORT", "" + port())
                    + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + more.replace("PORT", "" + port()) + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int b = socket.getInputStream().read();
                    b >= 0 && b != '\r';
                    b = socket.getInputStream().read()) {
                line.write(b);
            }
            return line.toString(StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/tellask, 127.0.0.1:PORT, '', 101",
        "/tellask?more=1, localhost:PORT, '', 101",
        "/tellask, [::1]:PORT, '', 101",
        "/tellask, allowed.example:PORT, '', 101",
        "/tellask, 127.0.0.1:PORT, Origin: http://127.0.0.1:PORT, 101",
        "/tellask, 127.0.0.1:PORT, Origin: https://app.example, 101",
        "/tellask, 127.0.0.1:PORT, Origin: http://127.0.0.1:1, 403",
        "/tellask, 127.0.0.1:PORT, Origin: https://127.0.0.1:PORT, 403",
        "/tellask, 127.0.0.1:PORT, Origin: null, 403",
        "/tellask, 127.0.0.1:PORT, Origin: https://other.example, 403",
        "/tellask, rebound.example:PORT, '', 403",
        "/tellask, rebound.example:PORT, Origin: http://rebound.example:PORT, 403",
        "/tellask, 127.0.0.1:PORT, Host: rebound.example, 400",
        "/, 127.0.0.1:PORT, '', 404",
        "/tellask/more, 127.0.0.1:PORT, '', 404",
    })
    void givesWebSocketToItsOwnPagesOnly(String path, String host, String header, int status) throws Exception {
        listen(transport()
                .origins("https://app.example")
                .hosts("Allowed.example")
                .build());
        assertThat(answer(path, host, header.isEmpty() ? "" : header + "\r\n")).startsWith("HTTP/1.1 " + status + " ");
        int expected = status == 101 ? 1 : 0; // its session begins behind the answer
        Await.until("the session has begun", () -> sessions.get() == expected);
    }

    @Test
    void refusesOrdinaryRequestsAndLongHeaders() throws Exception {
        listen(transport().build());
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write("GET /tellask HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes());
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 426 ")
                    .contains("WebSocket 13 is spoken here")
                    .doesNotContainIgnoringCase("cookie");
        }
        assertThat(answer("/tellask", "localhost", "X: " + "x".repeat(7_000) + "\r\n"))
                .contains(" 101 ");
        assertThat(answer("/tellask", "localhost", "X: " + "x".repeat(9_000) + "\r\n"))
                .contains(" 400 ");
        assertThat(answer("/" + "x".repeat(5_000), "localhost", "")).contains(" 400 ");
    }

    @Test
    void garbageEndsItsConnectionOnly() throws Exception {
        listen(transport().build());
        Random random = new Random(Seed.given());
        for (int i = 0; i < 30; i++) {
            byte[] bytes = new byte[1 + random.nextInt(30_000)];
            random.nextBytes(bytes);
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
                socket.setSoTimeout(10_000);
                socket.getOutputStream().write(bytes);
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
            } catch (SocketException closedAlready) {
                assertThat(closedAlready.getMessage()).containsAnyOf("reset", "Broken pipe");
            }
        }
        assertThat(sessions).hasValue(0);
        assertThat(answer("/tellask", "localhost", "")).contains(" 101 ");
    }

    @Test
    void closesConnectionsThatStallInTheHandshakeOrAreTooMany() throws Exception {
        listen(transport().handshakeTime(Duration.ofMillis(400)).handshakes(1).build());
        try (Socket first = new Socket(InetAddress.getLoopbackAddress(), port());
                Socket second = new Socket(InetAddress.getLoopbackAddress(), port())) {
            first.getOutputStream().write("GET ".getBytes());
            first.setSoTimeout(10_000);
            second.setSoTimeout(10_000);
            assertThat(first.getInputStream().readAllBytes()).isEmpty();
            assertThat(second.getInputStream().readAllBytes()).isEmpty();
        }
        Await.until(
                "one that does not stall is answered",
                () -> answer("/tellask", "localhost", "").contains(" 101 "));
    }

    /** What the JDK's client hears. */
    private static final class Heard implements WebSocket.Listener {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final CompletableFuture<Integer> closed = new CompletableFuture<>();
        private final CompletableFuture<Void> pong = new CompletableFuture<>();

        @Override
        public synchronized CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            byte[] part = new byte[data.remaining()];
            data.get(part);
            bytes.writeBytes(part);
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
            pong.complete(null);
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            closed.complete(status);
            return null;
        }

        synchronized byte[] soFar() {
            return bytes.toByteArray();
        }
    }

    private WebSocket jdkClient(Heard heard) throws Exception {
        return HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(listener.address(), heard)
                .get(30, TimeUnit.SECONDS);
    }

    @Test
    void talksWithTheClientOfTheJdk() throws Exception {
        listen(transport().build());
        Heard heard = new Heard();
        WebSocket client = jdkClient(heard);
        byte[] sent = new byte[300_000];
        new Random(Seed.given()).nextBytes(sent);
        for (int at = 0; at < sent.length; at += 50_000) {
            boolean last = at % 100_000 != 0; // every second one continues a message
            client.sendBinary(ByteBuffer.wrap(sent, at, 50_000), last).get(30, TimeUnit.SECONDS);
        }
        client.sendPing(ByteBuffer.wrap(new byte[] {1})).get(30, TimeUnit.SECONDS);
        Await.until("all comes back", () -> heard.soFar().length == sent.length);
        assertThat(heard.soFar()).isEqualTo(sent);
        heard.pong.get(30, TimeUnit.SECONDS);
        client.sendClose(WebSocket.NORMAL_CLOSURE, "").get(30, TimeUnit.SECONDS);
        assertThat(accepted.get(30, TimeUnit.SECONDS).closed.get(30, TimeUnit.SECONDS))
                .isEmpty();
    }

    @Test
    void closesAndRefusesText() throws Exception {
        listen(transport().build());
        Heard heard = new Heard();
        WebSocket client = jdkClient(heard);
        client.sendText("text", true).get(30, TimeUnit.SECONDS);
        assertThat(accepted.get(30, TimeUnit.SECONDS)
                        .closed
                        .get(30, TimeUnit.SECONDS)
                        .orElseThrow())
                .hasMessageContaining("binary frames only");
        assertThat(heard.closed.get(30, TimeUnit.SECONDS)).isEqualTo(1003);
    }

    @Test
    void refusesFramesOverTheLimit() throws Exception {
        listen(transport().build());
        WebSocket client = jdkClient(new Heard());
        client.sendBinary(ByteBuffer.allocate(FrameDecoder.MOST_BYTES), true).get(30, TimeUnit.SECONDS);
        RecordingReceiver server = accepted.get(30, TimeUnit.SECONDS);
        Await.until("the longest frame arrives", () -> server.bytes.size() == FrameDecoder.MOST_BYTES);
        client.sendBinary(ByteBuffer.allocate(FrameDecoder.MOST_BYTES + 1), true);
        assertThat(server.closed.get(30, TimeUnit.SECONDS).orElseThrow()).hasMessageContaining("65536");
        assertThat(server.bytes.size()).isEqualTo(FrameDecoder.MOST_BYTES);
    }

    private TransportException failure(URI address) throws Exception {
        return failure(address, Duration.ofSeconds(30));
    }

    private TransportException failure(URI address, Duration handshakeTime) throws Exception {
        CompletableFuture<TransportException> failed = new CompletableFuture<>();
        transport()
                .handshakeTime(handshakeTime)
                .build()
                .connect(
                        address,
                        loops.all().getFirst(),
                        wire -> {
                            failed.completeExceptionally(new AssertionError("connected"));
                            return new RecordingReceiver(wire, (self, bytes) -> {});
                        },
                        failed::complete);
        return failed.get(40, TimeUnit.SECONDS);
    }

    @Test
    void saysWhyThereIsNoWebSocket() throws Exception {
        listen(transport().build());
        TransportException elsewhere = failure(URI.create("ws://127.0.0.1:" + port() + "/elsewhere"));
        assertThat(elsewhere.problem()).isEqualTo(Problem.FAILED);
        assertThat(elsewhere).hasMessageContaining("status=404").hasMessageContaining("check the address and its path");

        try (ServerSocket deaf = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            TransportException slow =
                    failure(URI.create("ws://127.0.0.1:" + deaf.getLocalPort() + "/"), Duration.ofMillis(500));
            assertThat(slow.problem()).isEqualTo(Problem.TIMED_OUT);
            assertThat(slow).hasMessageContaining("handshakeTimeMillis=500");
        }
        Transport.Listener plain = new TcpTransport()
                .listen(
                        URI.create("tellask://127.0.0.1:0"),
                        loops,
                        wire -> new RecordingReceiver(
                                wire, (self, bytes) -> self.wire.send("no such thing\r\n\r\n".getBytes(), 0, 17)));
        TransportException other =
                failure(URI.create("ws://127.0.0.1:" + plain.address().getPort() + "/"));
        assertThat(other.problem()).isEqualTo(Problem.OTHER_PROTOCOL);
        plain.close();
    }

    @Test
    void listensOnLoopbackOnlyUnlessPlaintextIsAllowed() {
        assertThatThrownBy(() -> transport().build().listen(URI.create("ws://0.0.0.0:0/"), loops, wire -> null))
                .isInstanceOfSatisfying(
                        TransportException.class, e -> assertThat(e.problem()).isEqualTo(Problem.NOT_ALLOWED));
        transport()
                .build()
                .listen(URI.create("ws://0.0.0.0:0/?plaintext=true"), loops, wire -> null)
                .close();
        assertThatThrownBy(() -> transport().build().listen(URI.create("wss://127.0.0.1:0/"), loops, wire -> null))
                .isInstanceOfSatisfying(
                        TransportException.class, e -> assertThat(e.problem()).isEqualTo(Problem.UNUSABLE_CERTIFICATE));
    }

    @Test
    void carriesSessions(@TempDir Path folder) {
        TestAuthority authority = new TestAuthority(folder, "root");
        TestAuthority.Issued certificate = authority.server("server");
        Transport serverSide = WebSocketTransport.builder()
                .tls(TlsTransport.builder()
                        .certificate(certificate.chain(), certificate.key())
                        .build())
                .build();
        Transport clientSide = WebSocketTransport.builder()
                .tls(TlsTransport.builder().trust(authority.file()).build())
                .build();
        byte[] bytes = new byte[2 << 20];
        new Random(Seed.given()).nextBytes(bytes);
        try (ActorSystem system = ActorSystem.builder().ioLoops(2).build()) {
            Server server = Server.builder(system)
                    .publish("desk", Desk.class, system.spawn(Desk.class, DeskActor::new))
                    .transport(serverSide)
                    .listen("wss://127.0.0.1:0/tellask")
                    .listen("ws://127.0.0.1:0")
                    .start();
            for (URI address : server.addresses()) {
                try (Client client =
                        Client.builder(system).transport(clientSide).connect(address)) {
                    assertThat(client.lookup("desk", Desk.class).hash(bytes).join())
                            .isEqualTo(Arrays.hashCode(bytes));
                }
            }
            assertThatThrownBy(() -> Client.connect(system, server.address()))
                    .isInstanceOfSatisfying(
                            TransportException.class,
                            e -> assertThat(e.problem()).isEqualTo(Problem.NOT_TRUSTED));
            server.close();
        }
    }
}
