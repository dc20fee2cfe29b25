package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.IoLoops;
import io.tellask.remote.AuthenticationException;
import io.tellask.remote.Authenticator;
import io.tellask.remote.Client;
import io.tellask.remote.Credentials;
import io.tellask.remote.Limits;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import io.tellask.remote.Transport;
import io.tellask.test.Await;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a listener makes of headers of the PROXY protocol, on each transport. */
@Timeout(60)
class ProxyHeaderTest {
    private static final byte[] SIGNATURE = {13, 10, 13, 10, 0, 13, 10, 'Q', 'U', 'I', 'T', 10};
    private static final int LOCAL = 0x20;
    private static final int PROXY = 0x21;
    private static final int UNSPECIFIED = 0x00;
    private static final int TCP_4 = 0x11;
    private static final int TCP_6 = 0x21;
    private static final int TLS_ADDITION = 0x20;

    private final IoLoops loops = new NettyLoopProvider().open(2, "proxied");
    private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(true);
    private final CompletableFuture<RecordingReceiver> accepted = new CompletableFuture<>();
    private Duration handshakeTime = Duration.ofSeconds(30);
    private Transport.Listener listener;

    @TempDir
    private Path folder;

    private TlsTransport clientTls;

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

    private void listen(String scheme, String... proxies) {
        TestAuthority authority = new TestAuthority(folder, "root");
        TestAuthority.Issued certificate = authority.server("server");
        TlsTransport.Builder ofTls = TlsTransport.builder().certificate(certificate.chain(), certificate.key());
        clientTls = TlsTransport.builder().trust(authority.file()).build();
        Transport transport = switch (scheme) {
            case "tellask" ->
                TcpTransport.builder()
                        .proxies(proxies)
                        .handshakeTime(handshakeTime)
                        .build();
            case "tls" -> ofTls.proxies(proxies).build();
            case "ws", "wss" ->
                WebSocketTransport.builder().tls(ofTls.build()).proxies(proxies).build();
            case "http", "https" ->
                HttpTransport.builder().tls(ofTls.build()).proxies(proxies).build();
            default ->
                DetectingTransport.builder().tls(ofTls.build()).proxies(proxies).build();
        };
        listener = transport.listen(URI.create(scheme + "://127.0.0.1:0"), loops, wire -> {
            RecordingReceiver receiver =
                    new RecordingReceiver(wire, (self, bytes) -> self.wire.send(bytes, 0, bytes.length));
            accepted.complete(receiver);
            return receiver;
        });
    }

    private static byte[] header(int command, int family, byte[] addresses, byte... additions) {
        ByteBuffer header = ByteBuffer.allocate(16 + addresses.length + additions.length)
                .put(SIGNATURE)
                .put((byte) command)
                .put((byte) family)
                .putShort((short) (addresses.length + additions.length))
                .put(addresses)
                .put(additions);
        return header.array();
    }

    private static byte[] addresses(String source, int port, String target) throws Exception {
        byte[] from = InetAddress.ofLiteral(source).getAddress();
        byte[] to = InetAddress.ofLiteral(target).getAddress();
        return ByteBuffer.allocate(2 * from.length + 4)
                .put(from)
                .put(to)
                .putShort((short) port)
                .putShort((short) 7411)
                .array();
    }

    /** Puts a header before what a client sends. */
    private final class Proxy implements AutoCloseable {
        private final ServerSocket front = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        private final byte[] header;

        Proxy(byte[] header) throws Exception {
            this.header = header;
            Thread.ofVirtual().start(this::accept);
        }

        private void accept() {
            try {
                while (true) {
                    Socket client = front.accept();
                    Socket server = new Socket(
                            InetAddress.getLoopbackAddress(), listener.address().getPort());
                    server.getOutputStream().write(header, 0, 5);
                    server.getOutputStream().flush();
                    server.getOutputStream().write(header, 5, header.length - 5);
                    Thread.ofVirtual().start(() -> copy(client, server));
                    Thread.ofVirtual().start(() -> copy(server, client));
                }
            } catch (java.io.IOException closed) {
                assertThat(front.isClosed()).isTrue();
            }
        }

        private void copy(Socket source, Socket target) {
            try (source;
                    target) {
                source.getInputStream().transferTo(target.getOutputStream());
            } catch (java.io.IOException ended) {
                assertThat(ended).isNotNull(); // the other direction has closed both
            }
        }

        int port() {
            return front.getLocalPort();
        }

        @Override
        public void close() throws Exception {
            front.close();
        }
    }

    private RecordingReceiver connect(String scheme, int port) throws Exception {
        CompletableFuture<RecordingReceiver> opened = new CompletableFuture<>();
        Transport transport = switch (scheme) {
            case "tls" -> clientTls;
            case "ws", "wss" -> WebSocketTransport.builder().tls(clientTls).build();
            case "http", "https" -> HttpTransport.builder().tls(clientTls).build();
            default -> new TcpTransport();
        };
        transport.connect(
                URI.create(scheme + "://127.0.0.1:" + port),
                loops.all().getFirst(),
                wire -> {
                    RecordingReceiver receiver = new RecordingReceiver(wire, (self, bytes) -> {});
                    opened.complete(receiver);
                    return receiver;
                },
                opened::completeExceptionally);
        return opened.get(30, TimeUnit.SECONDS);
    }

    private void echoes(String scheme, byte[] header, String peer, boolean isPrivate) throws Exception {
        try (Proxy proxy = new Proxy(header)) {
            RecordingReceiver client = connect(scheme, proxy.port());
            byte[] hello = {0, 0, 0, 1, 'T', 'L', 'S', 'K', 1, 2, 3, 4, 5};
            client.wire.loop().execute(() -> client.wire.send(hello, 0, hello.length));
            Await.until("the bytes come back", () -> client.bytes.size() == hello.length);
            RecordingReceiver server = accepted.get(30, TimeUnit.SECONDS);
            assertThat(server.wire.peer()).matches(peer);
            assertThat(server.wire.isPrivate()).isEqualTo(isPrivate);
            client.wire.loop().execute(client.wire::close);
            client.closed.get(30, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @CsvSource({"tellask, false", "tls, true", "ws, false", "wss, true", "http, false", "https, true"})
    void namesTheClientOfTheProxy(String scheme, boolean isPrivate) throws Exception {
        listen(scheme, "127.0.0.0/8", "::1");
        echoes(
                scheme,
                header(PROXY, TCP_4, addresses("203.0.113.9", 40_000, "192.0.2.1")),
                scheme + "://203\\.0\\.113\\.9:40000",
                isPrivate);
    }

    @ParameterizedTest
    @CsvSource({"tellask, false", "tls, true", "ws, false", "wss, true", "http, false", "https, true"})
    void namesTheClientWhereTheProtocolIsDetected(String scheme, boolean isPrivate) throws Exception {
        listen("any", "127.0.0.1");
        echoes(
                scheme,
                header(PROXY, TCP_6, addresses("2001:db8::7", 50_000, "2001:db8::1")),
                scheme + "://\\[2001:db8:0:0:0:0:0:7\\]:50000",
                isPrivate);
    }

    @ParameterizedTest
    @ValueSource(ints = {LOCAL, PROXY})
    void keepsTheProxysOwnAddressWhereItSpeaksForItself(int command) throws Exception {
        listen("tellask", "127.0.0.1");
        echoes("tellask", header(command, UNSPECIFIED, new byte[0]), "tellask://127\\.0\\.0\\.1:\\d+", true);
    }

    @Test
    void believesAProxyOnThisMachineThatItsClientUsesTls() throws Exception {
        listen("ws", "127.0.0.1");
        byte[] tls = {TLS_ADDITION, 0, 5, 1, 0, 0, 0, 0};
        echoes(
                "ws",
                header(PROXY, TCP_4, addresses("203.0.113.9", 40_000, "192.0.2.1"), tls),
                "ws://203\\.0\\.113\\.9:40000",
                true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tellask", "http"})
    void wrongTokensCountByTheClientsAddressNotByTheProxys(String scheme) throws Exception {
        try (ActorSystem system = ActorSystem.create();
                Server server = Server.builder(system)
                        .publishDirectory()
                        .authenticator(Authenticator.tokens(Map.of("right", Principal.of("ada"))))
                        .limits(Limits.builder().authAttempts(2).build())
                        .transport(DetectingTransport.builder()
                                .proxies("127.0.0.1")
                                .build())
                        .listen("any://127.0.0.1:0")
                        .start()) {
            listener = new Transport.Listener() {
                @Override
                public URI address() {
                    return server.address();
                }

                @Override
                public void close() {
                    server.close();
                }
            };
            try (Proxy guesser = new Proxy(header(PROXY, TCP_4, addresses("203.0.113.9", 40_000, "192.0.2.1")));
                    Proxy honest = new Proxy(header(PROXY, TCP_4, addresses("203.0.113.10", 40_000, "192.0.2.1")))) {
                for (int i = 0; i < 2; i++) {
                    assertThatThrownBy(() -> client(system, scheme, guesser, "wrong"))
                            .isInstanceOf(AuthenticationException.class)
                            .hasMessageContaining("not known");
                }
                assertThatThrownBy(() -> client(system, scheme, guesser, "right"))
                        .isInstanceOf(AuthenticationException.class)
                        .hasMessageContaining("attempts=2 from this address");
                client(system, scheme, honest, "right").close();
            }
        }
    }

    private static Client client(ActorSystem system, String scheme, Proxy proxy, String token) {
        return Client.builder(system)
                .credentials(Credentials.token(token))
                .connect(scheme + "://127.0.0.1:" + proxy.port());
    }

    private byte[] answer(byte[] bytes) throws Exception {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), listener.address().getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(bytes);
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            InputStream in = socket.getInputStream();
            try {
                in.transferTo(all);
            } catch (java.net.SocketException reset) {
                assertThat(reset).hasMessageContaining("reset");
            }
            return all.toByteArray();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tellask", "tls", "ws", "wss", "http", "https", "any"})
    void closesOnAHeaderOfSomebodyWhoIsNoProxy(String scheme) throws Exception {
        listen(scheme, "192.0.2.0/24");
        assertThat(answer(header(PROXY, TCP_4, addresses("203.0.113.9", 40_000, "192.0.2.1"))))
                .isEmpty();
        assertThat(accepted).isNotDone();
        if (!scheme.equals("any")) {
            byte[] hello = "0123456789abcdef".getBytes();
            RecordingReceiver client = connect(scheme, listener.address().getPort());
            client.wire.loop().execute(() -> client.wire.send(hello, 0, hello.length));
            Await.until("the bytes come back", () -> client.bytes.size() == hello.length);
            assertThat(accepted.get(30, TimeUnit.SECONDS).wire.peer()).startsWith(scheme + "://127.0.0.1:");
        }
    }

    @Test
    void closesOnAHeaderWhereNobodyIsAProxy() throws Exception {
        listen("any");
        assertThat(answer(header(PROXY, TCP_4, addresses("203.0.113.9", 40_000, "192.0.2.1"))))
                .isEmpty();
        assertThat(accepted).isNotDone();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "PROXY TCP4 203.0.113.9 192.0.2.1 40000 7411\r\n",
                "0123456789abcdef",
            })
    void closesOnAProxyWithoutAHeaderOfVersion2(String bytes) throws Exception {
        listen("any", "127.0.0.1");
        assertThat(answer(bytes.getBytes(StandardCharsets.US_ASCII))).isEmpty();
        assertThat(accepted).isNotDone();
    }

    @Test
    void closesOnADamagedLongOrUnfinishedHeader() throws Exception {
        handshakeTime = Duration.ofMillis(500);
        listen("tellask", "127.0.0.1");
        byte[] addresses = addresses("203.0.113.9", 40_000, "192.0.2.1");
        byte[] tooLong = header(PROXY, TCP_4, addresses, new byte[ProxyHeader.MOST_ADDITION_BYTES + 250]);
        byte[] good = header(PROXY, TCP_4, addresses);
        for (byte[] bytes : new byte[][] {
            header(0x31, TCP_4, addresses), // version 3
            header(0x2F, TCP_4, addresses), // a command that there is not
            header(PROXY, TCP_4, new byte[3]),
            header(PROXY, 0x45, addresses),
            tooLong,
            java.util.Arrays.copyOf(good, good.length - 3),
            java.util.Arrays.copyOf(SIGNATURE, 5),
        }) {
            assertThat(answer(bytes)).isEmpty();
        }
        assertThat(accepted).isNotDone();
    }

    @Test
    void deeplyNestedAdditionsEndTheirConnectionOnly() throws Exception {
        listen("any", "127.0.0.1");
        byte[] nested = new byte[0];
        while (nested.length < ProxyHeader.MOST_ADDITION_BYTES - 8) { // an addition of TLS within one of TLS, and so on
            nested = ByteBuffer.allocate(nested.length + 8)
                    .put((byte) TLS_ADDITION)
                    .putShort((short) (nested.length + 5))
                    .put((byte) 1)
                    .putInt(0)
                    .put(nested)
                    .array();
        }
        byte[] header = header(PROXY, TCP_4, addresses("203.0.113.9", 40_000, "192.0.2.1"), nested);
        assertThat(answer(header)).isEmpty();
        assertThat(accepted).isNotDone();
        echoes(
                "tellask",
                header(PROXY, TCP_4, addresses("203.0.113.9", 40_000, "192.0.2.1")),
                "tellask://203\\.0\\.113\\.9:40000",
                false);
    }

    @Test
    void namesRangesThatAreNone() {
        for (String wrong :
                new String[] {"proxy.example", "10.0.0.0/33", "10.0.0.0/-1", "::1/129", "10.0.0.0/", "/8", ""}) {
            assertThatThrownBy(() -> TrustedProxies.of(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("proxies=" + wrong);
        }
        TrustedProxies ranges = TrustedProxies.of("10.0.0.0/9", "192.0.2.7", "2001:db8::/33");
        for (String in : new String[] {"10.0.0.0", "10.127.255.255", "192.0.2.7", "2001:db8::1", "2001:db8:7fff::"}) {
            assertThat(ranges.contains(new InetSocketAddress(InetAddress.ofLiteral(in), 1)))
                    .as(in)
                    .isTrue();
        }
        for (String out : new String[] {"10.128.0.0", "11.0.0.0", "192.0.2.6", "2001:db8:8000::", "::1"}) {
            assertThat(ranges.contains(new InetSocketAddress(InetAddress.ofLiteral(out), 1)))
                    .as(out)
                    .isFalse();
        }
        assertThat(TrustedProxies.of("0.0.0.0/0").contains(new InetSocketAddress(InetAddress.ofLiteral("8.8.8.8"), 1)))
                .isTrue();
    }
}
