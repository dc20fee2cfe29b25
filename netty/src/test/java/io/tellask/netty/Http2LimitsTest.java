package io.tellask.netty;

import static io.tellask.netty.Http2Peer.CONTINUATION;
import static io.tellask.netty.Http2Peer.DATA;
import static io.tellask.netty.Http2Peer.END_HEADERS;
import static io.tellask.netty.Http2Peer.END_STREAM;
import static io.tellask.netty.Http2Peer.GOAWAY;
import static io.tellask.netty.Http2Peer.HEADERS;
import static io.tellask.netty.Http2Peer.PING;
import static io.tellask.netty.Http2Peer.PRIORITY;
import static io.tellask.netty.Http2Peer.RST_STREAM;
import static io.tellask.netty.Http2Peer.SETTINGS;
import static io.tellask.netty.Http2Peer.WINDOW_UPDATE;
import static io.tellask.netty.Http2Peer.bytesOf;
import static io.tellask.netty.Http2Peer.get;
import static io.tellask.netty.Http2Peer.head;
import static io.tellask.netty.Http2Peer.post;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.http.HttpExchange;
import io.tellask.http.HttpResponse;
import io.tellask.http.HttpService;
import io.tellask.remote.PeerMemory;
import io.tellask.test.Await;
import io.tellask.test.Seed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What one peer of HTTP/2 may waste: it ends, and another one goes on. */
@Timeout(60)
class Http2LimitsTest {
    private static final int WHOLE = END_HEADERS | END_STREAM;
    private static final int ENHANCE_YOUR_CALM = 11;
    private static final byte STATUS_200 = (byte) 0x88; // of the table that every connection knows

    @TempDir
    private Path folder;

    private final PeerMemory memory = new PeerMemory(64 << 20);
    private TlsTransport serverTls;
    private SSLContext trusting;

    @BeforeEach
    void issueCertificates() throws Exception {
        TestAuthority authority = new TestAuthority(folder, "root");
        TestAuthority.Issued certificate = authority.server("server");
        serverTls = TlsTransport.builder()
                .certificate(certificate.chain(), certificate.key())
                .build();
        trusting = authority.trusting();
    }

    private PagesFixture fixture(HttpService service, Consumer<HttpLimits.Builder> settings) {
        HttpLimits.Builder limits = HttpLimits.builder();
        settings.accept(limits);
        return new PagesFixture(
                service,
                builder -> builder.tls(serverTls).pageLimits(limits.build()).pageMemory(memory));
    }

    private Http2Peer peer(PagesFixture fixture) throws IOException {
        return new Http2Peer(trusting, fixture.port()).begin();
    }

    private static void assertServes(Http2Peer bystander, int stream) throws IOException {
        bystander.frame(HEADERS, WHOLE, stream, get("/alive"));
        assertThat(bystander.readUpTo(DATA)).as("another client").isNotNull();
    }

    /** Writes until the server has ended the connection, which it must before so many are written. */
    private static void flood(Http2Peer peer, byte[] bytes, int most) {
        try {
            for (int i = 0; i < most; i++) {
                peer.write(bytes);
            }
        } catch (SocketException ended) {
            assertThat(ended).hasMessageFindingMatch("reset|roken pipe|closed");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static byte[] joined(byte[]... parts) {
        int count = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        byte[] all = new byte[count];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }

    private static byte[] repeated(byte[] part, int times) {
        byte[][] parts = new byte[times][];
        Arrays.fill(parts, part);
        return joined(parts);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ping", "settings", "priority", "unknown type"})
    void framesThatAskForNothingAreBounded(String kind) throws Exception {
        byte[] frame = switch (kind) {
            case "ping" -> bytesOf(PING, 0, 0, new byte[8]);
            case "settings" -> bytesOf(SETTINGS, 0, 0);
            case "priority" -> bytesOf(PRIORITY, 0, 1, new byte[] {0, 0, 0, 3, 1});
            default -> bytesOf(77, 0, 0, new byte[4]);
        };
        try (PagesFixture fixture = fixture(PagesFixture::echo, limits -> {});
                Http2Peer bystander = peer(fixture);
                Http2Peer hostile = peer(fixture)) {
            assertServes(bystander, 1);
            CompletableFuture<Void> read = CompletableFuture.runAsync(() -> {
                try {
                    while (hostile.read() != null) {}
                } catch (IOException ended) {
                    assertThat(ended).isNotNull();
                }
            });
            flood(hostile, repeated(frame, 100), 9);
            flood(hostile, repeated(frame, 100), 100);
            read.get(30, TimeUnit.SECONDS);
            assertServes(bystander, 3);
        }
    }

    /** CVE-2023-44487, and its sibling where the server is made to reset. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void resetsAreBounded(boolean byThePeer) throws Exception {
        try (PagesFixture fixture = fixture(PagesFixture::echo, limits -> {});
                Http2Peer bystander = peer(fixture);
                Http2Peer hostile = peer(fixture)) {
            assertServes(bystander, 1);
            CompletableFuture<Http2Peer.Frame> goodbye = CompletableFuture.supplyAsync(() -> {
                try {
                    return hostile.readUpTo(GOAWAY);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            for (int i = 0; i < 300; i++) {
                int stream = 2 * i + 1;
                flood(
                        hostile,
                        joined(
                                bytesOf(HEADERS, WHOLE, stream, get("/")),
                                byThePeer
                                        ? bytesOf(RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8})
                                        : bytesOf(WINDOW_UPDATE, 0, stream, new byte[4])), // of nothing
                        1);
            }
            Http2Peer.Frame last = goodbye.get(30, TimeUnit.SECONDS);
            assertThat(last == null ? ENHANCE_YOUR_CALM : last.error()).isEqualTo(ENHANCE_YOUR_CALM);
            assertServes(bystander, 3);
        }
    }

    @Test
    void headsInManySmallFramesAreBounded() throws Exception {
        try (PagesFixture fixture = fixture(PagesFixture::echo, limits -> {});
                Http2Peer bystander = peer(fixture);
                Http2Peer hostile = peer(fixture)) {
            assertServes(bystander, 1);
            hostile.frame(HEADERS, 0, 1, get("/"));
            flood(hostile, bytesOf(CONTINUATION, 0, 1, head("x", "y")), 100);
            assertThat(hostile.readUpTo(GOAWAY)).isNotNull();
            assertServes(bystander, 3);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void headsAreTakenUpToTheirLimit(boolean inOneHeader) throws Exception {
        try (PagesFixture fixture = fixture(
                        PagesFixture::echo,
                        limits -> limits.firstLineBytes(1_000).headerBytes(3_000));
                Http2Peer peer = peer(fixture)) {
            int[] sizes = {3_600, 4_200};
            for (int i = 0; i < sizes.length; i++) {
                byte[] more = inOneHeader
                        ? head("x", "y".repeat(sizes[i] - 300))
                        : repeated(head("x", "y".repeat(67)), (sizes[i] - 300) / 100);
                peer.frame(HEADERS, WHOLE, 2 * i + 1, joined(get("/"), more));
                Http2Peer.Frame answer = peer.readUpTo(HEADERS);
                assertThat(answer.stream()).isEqualTo(2 * i + 1);
                assertThat(answer.payload()[0] == STATUS_200)
                        .as("taken: " + sizes[i])
                        .isEqualTo(i == 0);
            }
        }
    }

    /** A few bytes that stand for many: an entry of the table, named again and again. */
    @Test
    void headsThatUnfoldAreBounded() throws Exception {
        try (PagesFixture fixture = fixture(PagesFixture::echo, limits -> {});
                Http2Peer bystander = peer(fixture);
                Http2Peer hostile = peer(fixture)) {
            assertServes(bystander, 1);
            byte[] remembered = head("x", "y".repeat(3_900));
            remembered[0] = 0x40;
            byte[] again = new byte[16_000];
            Arrays.fill(again, (byte) (0x80 | 62));
            hostile.frame(HEADERS, END_STREAM, 1, joined(get("/"), remembered));
            hostile.frame(CONTINUATION, END_HEADERS, 1, again);
            Http2Peer.Frame refusal = hostile.read();
            while (refusal != null && refusal.type() != GOAWAY && refusal.type() != HEADERS) {
                refusal = hostile.read();
            }
            assertThat(refusal).isNotNull();
            assertServes(bystander, 3);
        }
    }

    @Test
    void framesOfDataWithoutDataAreBounded() throws Exception {
        try (PagesFixture fixture = fixture(PagesFixture::mirror, limits -> {});
                Http2Peer hostile = peer(fixture)) {
            hostile.frame(HEADERS, END_HEADERS, 1, post("/"));
            flood(hostile, bytesOf(DATA, 0, 1), 10);
            assertThat(hostile.readUpTo(GOAWAY).error()).isEqualTo(ENHANCE_YOUR_CALM);
        }
    }

    @Test
    void streamsAreServedUpToTheirLimitAndOneMoreIsRefused() throws Exception {
        BlockingQueue<HttpExchange> asked = new LinkedBlockingQueue<>();
        try (PagesFixture fixture = fixture(asked::add, limits -> limits.streams(3));
                Http2Peer peer = peer(fixture)) {
            for (int i = 0; i < 4; i++) {
                peer.frame(HEADERS, WHOLE, 2 * i + 1, get("/" + i));
            }
            Http2Peer.Frame refused = peer.readUpTo(RST_STREAM);
            assertThat(refused.stream()).isEqualTo(7);
            assertThat(refused.error()).as("REFUSED_STREAM").isEqualTo(7);
            for (int i = 0; i < 3; i++) {
                PagesFixture.echo(asked.poll(30, TimeUnit.SECONDS));
                assertThat(peer.readUpTo(DATA)).isNotNull();
            }
            assertThat(asked).isEmpty();
        }
    }

    @Test
    void bodyThatItsServiceDoesNotReadHoldsItsPeerUp() throws Exception {
        BlockingQueue<HttpExchange> asked = new LinkedBlockingQueue<>();
        try (PagesFixture fixture = fixture(asked::add, limits -> {});
                Http2Peer peer = peer(fixture)) {
            peer.frame(HEADERS, END_HEADERS, 1, post("/"));
            for (int i = 0; i < 3; i++) {
                peer.frame(DATA, 0, 1, new byte[16_384]);
            }
            HttpExchange exchange = asked.poll(30, TimeUnit.SECONDS);
            peer.frame(PING, 0, 0, new byte[8]);
            Http2Peer.Frame frame = peer.read();
            while (frame.type() != PING) {
                assertThat(frame.type()).as("no window is given back").isNotEqualTo(WINDOW_UPDATE);
                frame = peer.read();
            }
            CompletableFuture<byte[]> body = exchange.body(100_000).toCompletableFuture();
            assertThat(peer.readUpTo(WINDOW_UPDATE)).isNotNull();
            peer.frame(DATA, END_STREAM, 1, new byte[100]);
            assertThat(body.get(30, TimeUnit.SECONDS)).hasSize(3 * 16_384 + 100);
            exchange.answer(HttpResponse.of(204));
        }
    }

    @Test
    void peerThatTakesNothingOfItsAnswersIsGivenUp() throws Exception {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        try (PagesFixture fixture = fixture(
                        exchange -> {
                            exchange.onEnd(() -> ended.complete(null));
                            exchange.answer(HttpResponse.of(200, "x/y", new byte[1_000_000]));
                        },
                        limits -> limits.unreadTime(Duration.ofMillis(300)));
                Http2Peer peer = new Http2Peer(trusting, fixture.port())) {
            peer.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            peer.frame(SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0, 0}); // a window of nothing
            peer.frame(HEADERS, WHOLE, 1, get("/"));
            assertThat(peer.readUpTo(RST_STREAM).stream()).isEqualTo(1);
            ended.get(30, TimeUnit.SECONDS);
        }
        assertThat(memory.heldBytes()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        ":path, '', 400",
        ":path, *, 400",
        ":path, index.html, 400",
        ":path, http://localhost/, 400",
        ":authority, rebound.example, 421",
        ":authority, user@localhost, 400",
    })
    void requestsAreHeldToTheSameRules(String name, String value, int status) throws Exception {
        try (PagesFixture fixture = fixture(PagesFixture::echo, limits -> {});
                Http2Peer peer = peer(fixture)) {
            String[] head = {":method", "GET", ":scheme", "https", ":authority", "localhost", ":path", "/"};
            head[Arrays.asList(head).indexOf(name) + 1] = value;
            peer.frame(HEADERS, WHOLE, 1, head(head));
            Http2Peer.Frame answer = peer.read();
            while (answer != null && answer.type() != HEADERS && answer.type() != RST_STREAM) {
                answer = peer.read();
            }
            assertThat(answer).isNotNull();
            if (answer.type() == HEADERS) {
                assertThat(new String(peer.readUpTo(DATA).payload(), java.nio.charset.StandardCharsets.US_ASCII))
                        .contains("\"status\":" + status);
            }
            peer.frame(HEADERS, WHOLE, 3, get("/alive"));
            Http2Peer.Frame next = peer.readUpTo(DATA);
            assertThat(next.stream()).isEqualTo(3);
        }
    }

    @Test
    void damagedFramesEndTheirConnectionOnly() throws Exception {
        Random random = new Random(Seed.given());
        byte[] whole = joined(
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII),
                bytesOf(SETTINGS, 0, 0, new byte[] {0, 3, 0, 0, 0, 100}),
                bytesOf(HEADERS, END_HEADERS, 1, post("/a")),
                bytesOf(WINDOW_UPDATE, 0, 0, new byte[] {0, 0, 16, 0}),
                bytesOf(DATA, 0, 1, new byte[100]),
                bytesOf(DATA, END_STREAM, 1, new byte[10]),
                bytesOf(HEADERS, WHOLE, 3, get("/b")),
                bytesOf(PING, 0, 0, new byte[8]),
                bytesOf(RST_STREAM, 0, 3, new byte[] {0, 0, 0, 8}),
                bytesOf(GOAWAY, 0, 0, new byte[8]));
        try (PagesFixture fixture = fixture(
                        exchange -> {
                            if (exchange.request().path().equals("/alive")) {
                                PagesFixture.echo(exchange);
                            } else {
                                PagesFixture.mirror(exchange);
                            }
                        },
                        limits -> limits.headTime(Duration.ofMillis(300)).bodyTime(Duration.ofMillis(300)));
                Http2Peer bystander = peer(fixture)) {
            assertServes(bystander, 1);
            long ofBystander = memory.heldBytes();
            List<Http2Peer> peers = new ArrayList<>();
            for (int i = 0; i < 150; i++) {
                byte[] damaged = whole.clone();
                for (int j = random.nextInt(4); j >= 0; j--) {
                    int from = random.nextInt(10) == 0 ? 0 : 24;
                    damaged[from + random.nextInt(damaged.length - from)] = (byte) random.nextInt(256);
                }
                Http2Peer hostile = new Http2Peer(trusting, fixture.port());
                peers.add(hostile);
                flood(hostile, damaged, 1);
                if (i % 30 == 0) {
                    assertServes(bystander, 2 * i + 3);
                }
            }
            for (Http2Peer hostile : peers) {
                hostile.close();
            }
            assertServes(bystander, 1_001);
            Await.until(() -> "held " + memory.heldBytes(), () -> memory.heldBytes() <= ofBystander);
        }
        Await.until(() -> "held " + memory.heldBytes(), () -> memory.heldBytes() == 0);
    }
}
