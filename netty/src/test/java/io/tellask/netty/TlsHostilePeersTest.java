package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.tellask.actor.IoLoops;
import io.tellask.remote.Transport;
import io.tellask.remote.Wire;
import io.tellask.test.Await;
import io.tellask.test.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Peers that do anything but a handshake, or stop within it: they cost no buffer, no thread, and nobody else a connection. */
@Isolated
@Timeout(90)
class TlsHostilePeersTest {
    @TempDir
    private static Path folder;

    private static TestAuthority authority;
    private static TestAuthority.Issued certificate;
    private static SSLContext trusting;

    private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(true);
    private final IoLoops loops = new NettyLoopProvider().open(1, "hostile");
    private final AtomicInteger sessions = new AtomicInteger();
    private ResourceLeakDetector.Level levelBefore;
    private Transport.Listener listener;

    @BeforeAll
    static void issueCertificates() throws Exception {
        authority = new TestAuthority(folder, "root");
        certificate = authority.server("server");
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "root", PemFile.certificates(authority.file()).getFirst());
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(trusted);
        trusting = SSLContext.getInstance("TLSv1.3");
        trusting.init(null, factory.getTrustManagers(), null);
    }

    @BeforeEach
    void watchForLeaks() {
        levelBefore = ResourceLeakDetector.getLevel();
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    }

    @AfterEach
    void close() {
        ResourceLeakDetector.setLevel(levelBefore);
        if (listener != null) {
            listener.close();
        }
        assertThat(loops.close(Duration.ofSeconds(30))).isTrue();
    }

    private TlsTransport.Builder transport() {
        return TlsTransport.builder()
                .certificate(certificate.chain(), certificate.key())
                .trust(authority.file())
                .buffers(buffers);
    }

    private void listen(TlsTransport transport) {
        listener = transport.listen(URI.create("tls://127.0.0.1:0"), loops, wire -> {
            sessions.incrementAndGet();
            return new RecordingReceiver(wire, (receiver, bytes) -> receiver.wire.send(bytes, 0, bytes.length));
        });
    }

    private Socket socket() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), listener.address().getPort());
    }

    private SSLSocket tlsSocket() throws IOException {
        return (SSLSocket) trusting.getSocketFactory()
                .createSocket(
                        InetAddress.getLoopbackAddress(), listener.address().getPort());
    }

    /** A client that behaves is served, whatever the others do. */
    private void echoes() throws IOException {
        try (SSLSocket client = tlsSocket()) {
            client.setSoTimeout(20_000);
            client.getOutputStream().write(new byte[] {1, 2, 3});
            assertThat(client.getInputStream().readNBytes(3)).containsExactly(1, 2, 3);
        }
    }

    private void leavesNoBuffer() {
        Await.until(
                () -> "buffers in use: " + buffers.metric(),
                () -> buffers.metric().usedHeapMemory() == 0 && buffers.metric().usedDirectMemory() == 0);
    }

    private static byte[] clientHello() throws Exception {
        SSLEngine engine = trusting.createSSLEngine("localhost", 1);
        engine.setUseClientMode(true);
        ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), hello);
        return Arrays.copyOf(hello.array(), hello.position());
    }

    private static void readToTheEnd(Socket socket) throws IOException {
        socket.setSoTimeout(20_000);
        try {
            socket.getInputStream().readAllBytes();
        } catch (SocketException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
    }

    private static void send(Socket socket, byte[] bytes) throws IOException {
        try {
            socket.getOutputStream().write(bytes);
        } catch (SocketException closedAlready) {
            assertThat(closedAlready.getMessage()).containsAnyOf("reset", "Broken pipe");
        }
    }

    @Test
    void garbageEndsItsConnectionOnly() throws Exception {
        listen(transport().build());
        RandomGenerator random = new Random(Seed.given());
        byte[] hello = clientHello();
        for (int i = 0; i < 60; i++) {
            byte[] bytes = new byte[1 + random.nextInt(i % 3 == 0 ? 40_000 : 200)];
            random.nextBytes(bytes);
            if (i % 3 == 1) { // looks like a record
                bytes[0] = (byte) (20 + random.nextInt(4));
                System.arraycopy(
                        new byte[] {3, 3}, 0, bytes, Math.min(1, bytes.length - 1), Math.min(2, bytes.length - 1));
            } else if (i % 3 == 2) { // a damaged greeting
                bytes = hello.clone();
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
            }
            try (Socket socket = socket()) {
                send(socket, bytes);
                socket.shutdownOutput();
                readToTheEnd(socket);
            }
        }
        assertThat(sessions).hasValue(0);
        echoes();
        leavesNoBuffer();
    }

    @Test
    void peerThatLeavesInTheHandshakeCostsNothing() throws Exception {
        listen(transport().build());
        byte[] hello = clientHello();
        for (int i = 0; i < 40; i++) {
            try (Socket socket = socket()) {
                int part = i % 4 == 0 ? hello.length : 1 + i * hello.length / 41;
                send(socket, Arrays.copyOf(hello, part));
                if (i % 4 == 0) {
                    assertThat(socket.getInputStream().read()).isEqualTo(22);
                }
                socket.setSoLinger(i % 2 == 0, 0);
            }
        }
        echoes();
        leavesNoBuffer();
    }

    @Test
    void plainTextIsToldThatTlsIsSpoken() throws Exception {
        listen(transport().build());
        try (Socket socket = socket()) {
            socket.setSoTimeout(20_000);
            send(socket, "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes());
            assertThat(socket.getInputStream().readAllBytes()).containsExactly(21, 3, 3, 0, 2, 2, 10);
        }
        leavesNoBuffer();
    }

    @Test
    void closesConnectionsThatStallInTheHandshake() throws Exception {
        listen(transport().handshakeTime(Duration.ofSeconds(2)).build());
        try (Socket silent = socket();
                Socket half = socket()) {
            send(half, Arrays.copyOf(clientHello(), 50));
            readToTheEnd(silent);
            readToTheEnd(half);
        }
        assertThat(sessions).hasValue(0);
        echoes();
        leavesNoBuffer();
    }

    @Test
    void connectGivesUpOnServerThatStallsInTheHandshake() throws Exception {
        try (ServerSocket deaf = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Throwable> failed = new CompletableFuture<>();
            transport()
                    .handshakeTime(Duration.ofMillis(200))
                    .build()
                    .connect(
                            URI.create("tls://127.0.0.1:" + deaf.getLocalPort()),
                            loops.all().getFirst(),
                            wire -> null,
                            failed::complete);
            assertThat(failed.get(30, TimeUnit.SECONDS))
                    .hasMessageContaining("did not finish the handshake of TLS in time")
                    .hasMessageContaining("200ms");
        }
        leavesNoBuffer();
    }

    @Test
    void oldestHandshakeGivesWayToOneMoreThanTheLimit() throws Exception {
        int limit = 3;
        listen(transport().handshakes(limit).build());
        List<Socket> stalled = new ArrayList<>();
        try {
            for (int i = 0; i < limit; i++) {
                Socket socket = socket();
                send(socket, Arrays.copyOf(clientHello(), 20));
                socket.setSoTimeout(200);
                stalled.add(socket);
            }
            assertThat(isOpen(stalled.getFirst())).as("at the limit").isTrue();
            echoes(); // one more than the limit
            readToTheEnd(stalled.removeFirst());
            assertThat(stalled).allMatch(TlsHostilePeersTest::isOpen);
            echoes(); // the handshake before has ended
            assertThat(stalled).allMatch(TlsHostilePeersTest::isOpen);
        } finally {
            for (Socket socket : stalled) {
                socket.close();
            }
        }
        leavesNoBuffer();
    }

    private static boolean isOpen(Socket socket) {
        try {
            return socket.getInputStream().read() >= 0;
        } catch (SocketTimeoutException open) {
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    /** A relay between a client and the server, which damages what passes. */
    private record Relay(ServerSocket front, Thread thread) implements AutoCloseable {
        interface Damage {
            byte[] apply(byte[] bytes, int before);
        }

        static Relay to(URI server, Damage damage) throws IOException {
            ServerSocket front = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
            Thread thread = Thread.ofVirtual().start(() -> {
                try (Socket client = front.accept();
                        Socket back = new Socket(InetAddress.getLoopbackAddress(), server.getPort())) {
                    Thread answers = Thread.ofVirtual().start(() -> pump(back, client, (bytes, before) -> bytes));
                    pump(client, back, damage);
                    back.shutdownOutput();
                    answers.join();
                } catch (IOException | InterruptedException ended) {
                    Thread.currentThread().interrupt();
                }
            });
            return new Relay(front, thread);
        }

        private static void pump(Socket from, Socket to, Damage damage) {
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                byte[] array = new byte[8192];
                int before = 0;
                for (int count = in.read(array); count > 0; count = in.read(array)) {
                    byte[] passed = damage.apply(Arrays.copyOf(array, count), before);
                    out.write(passed);
                    before += count;
                    if (passed.length < count) {
                        return;
                    }
                }
            } catch (IOException ended) {
                assertThat(ended.getMessage()).isNotNull();
            }
        }

        @Override
        public void close() throws Exception {
            front.close();
            thread.join();
        }
    }

    private RecordingReceiver connectThrough(Relay relay) throws Exception {
        CompletableFuture<RecordingReceiver> opened = new CompletableFuture<>();
        transport()
                .build()
                .connect(
                        URI.create("tls://127.0.0.1:" + relay.front().getLocalPort()),
                        loops.all().getFirst(),
                        wire -> {
                            RecordingReceiver receiver = new RecordingReceiver(wire, (self, bytes) -> {});
                            opened.complete(receiver);
                            return receiver;
                        },
                        opened::completeExceptionally);
        return opened.get(30, TimeUnit.SECONDS);
    }

    private CompletableFuture<RecordingReceiver> listenForOne() {
        CompletableFuture<RecordingReceiver> accepted = new CompletableFuture<>();
        listener = transport().build().listen(URI.create("tls://127.0.0.1:0"), loops, wire -> {
            RecordingReceiver receiver = new RecordingReceiver(wire, (self, bytes) -> {});
            accepted.complete(receiver);
            return receiver;
        });
        return accepted;
    }

    private static void send(Wire wire, int bytes) {
        wire.loop().execute(() -> wire.send(new byte[bytes], 0, bytes));
    }

    @Test
    void damagedRecordEndsTheConnection() throws Exception {
        CompletableFuture<RecordingReceiver> accepted = listenForOne();
        CompletableFuture<Void> damages = new CompletableFuture<>();
        try (Relay relay = Relay.to(listener.address(), (bytes, before) -> {
            if (damages.isDone()) {
                bytes[bytes.length - 1] ^= 1;
            }
            return bytes;
        })) {
            RecordingReceiver client = connectThrough(relay);
            RecordingReceiver server = accepted.get(30, TimeUnit.SECONDS);
            send(client.wire, 10);
            Await.until("bytes arrive", () -> server.bytes.size() == 10);
            damages.complete(null);
            send(client.wire, 10);
            assertThat(server.closed.get(30, TimeUnit.SECONDS)).isPresent();
            assertThat(server.bytes.size()).isEqualTo(10);
            client.closed.get(30, TimeUnit.SECONDS);
        }
        leavesNoBuffer();
    }

    @Test
    void connectionCutOffByOthersIsNoGoodbye() throws Exception {
        CompletableFuture<RecordingReceiver> accepted = listenForOne();
        CompletableFuture<Void> cuts = new CompletableFuture<>();
        try (Relay relay = Relay.to(
                listener.address(),
                (bytes, before) -> cuts.isDone() ? Arrays.copyOf(bytes, bytes.length - 5) : bytes)) {
            RecordingReceiver client = connectThrough(relay);
            RecordingReceiver server = accepted.get(30, TimeUnit.SECONDS);
            send(client.wire, 10);
            Await.until("bytes arrive", () -> server.bytes.size() == 10);
            cuts.complete(null);
            send(client.wire, 1000);
            assertThat(server.closed.get(30, TimeUnit.SECONDS).orElseThrow())
                    .hasMessageContaining("ended without the closing message of TLS");
            assertThat(server.bytes.size()).isEqualTo(10);
            client.wire.loop().execute(client.wire::close);
            client.closed.get(30, TimeUnit.SECONDS);
        }
        leavesNoBuffer();
    }

    @Test
    void bytesBehindHeldBackReadingArriveOnceAndInOrder() throws Exception {
        int total = 3_000_000;
        CompletableFuture<RecordingReceiver> accepted = new CompletableFuture<>();
        listener = transport().build().listen(URI.create("tls://127.0.0.1:0"), loops, wire -> {
            RecordingReceiver receiver = new RecordingReceiver(wire, (self, bytes) -> self.wire.reading(false));
            accepted.complete(receiver);
            return receiver;
        });
        byte[] sent = new byte[total];
        for (int i = 0; i < total; i++) {
            sent[i] = (byte) (i * 7 >> 2);
        }
        CompletableFuture<Void> written = new CompletableFuture<>();
        try (SSLSocket client = tlsSocket()) {
            client.startHandshake();
            Thread.ofVirtual().start(() -> {
                try {
                    client.getOutputStream().write(sent);
                    client.shutdownOutput();
                    written.complete(null);
                } catch (IOException e) {
                    written.completeExceptionally(e);
                }
            });
            RecordingReceiver server = accepted.get(30, TimeUnit.SECONDS);
            RandomGenerator random = new Random(Seed.given());
            AtomicInteger most = new AtomicInteger();
            Await.until("all has arrived and the connection has ended", () -> {
                int limit = 1 + random.nextInt(50_000);
                boolean reads = random.nextBoolean();
                CompletableFuture<Void> asked = new CompletableFuture<>();
                server.wire.loop().execute(() -> {
                    int before = server.bytes.size();
                    if (reads) {
                        server.wire.readNow(limit);
                        most.accumulateAndGet(server.bytes.size() - before - limit, Math::max);
                    } else {
                        server.wire.reading(true);
                    }
                    asked.complete(null);
                });
                asked.get(30, TimeUnit.SECONDS);
                return server.closed.isDone();
            });
            written.get(30, TimeUnit.SECONDS);
            assertThat(server.closed.get()).isEmpty();
            assertThat(most.get()).as("bytes over the limit").isLessThanOrEqualTo(0);
            assertThat(server.bytes.toByteArray()).isEqualTo(sent);
            assertThat(server.keptBytes).isZero();
        }
        leavesNoBuffer();
    }

    @Test
    void peerThatAsksForAnswersAndReadsNoneIsClosed() throws Exception {
        CompletableFuture<RecordingReceiver> accepted = listenForOne();
        SSLEngine engine = trusting.createSSLEngine("127.0.0.1", 1);
        engine.setUseClientMode(true);
        try (Socket socket = socket()) {
            TlsPeer peer = new TlsPeer(engine, socket);
            peer.shakeHands();
            RecordingReceiver server = accepted.get(30, TimeUnit.SECONDS);
            send(server.wire, 20_000_000); // more than the socket takes
            Await.until("the server waits", () -> server.keptBytes > 0);
            ByteArrayOutputStream updates = new ByteArrayOutputStream();
            for (int i = 0; i < 300; i++) {
                updates.writeBytes(peer.keyUpdate());
            }
            send(socket, updates.toByteArray());
            assertThat(server.closed.get(30, TimeUnit.SECONDS).orElseThrow())
                    .hasMessageContaining("asks for answers and does not read them")
                    .hasMessageContaining("> " + ChannelWire.ANSWER_BYTES);
        }
        leavesNoBuffer();
    }
}
