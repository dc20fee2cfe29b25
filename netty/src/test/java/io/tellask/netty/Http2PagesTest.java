package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.http.HttpBody;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpResponse;
import io.tellask.http.HttpService;
import io.tellask.remote.Client;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
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

/** Pages over HTTP/2, and what else is spoken at a port with a certificate. */
@Timeout(60)
class Http2PagesTest {
    @TempDir
    private Path folder;

    private TlsTransport serverTls;
    private TlsTransport clientTls;
    private SSLContext trusting;

    @BeforeEach
    void issueCertificates() throws Exception {
        TestAuthority authority = new TestAuthority(folder, "root");
        TestAuthority.Issued certificate = authority.server("server");
        serverTls = TlsTransport.builder()
                .certificate(certificate.chain(), certificate.key())
                .build();
        clientTls = TlsTransport.builder().trust(authority.file()).build();
        trusting = authority.trusting();
    }

    private PagesFixture fixture(HttpService service) {
        return fixture(service, limits -> {});
    }

    private PagesFixture fixture(HttpService service, Consumer<HttpLimits.Builder> settings) {
        HttpLimits.Builder limits = HttpLimits.builder();
        settings.accept(limits);
        return new PagesFixture(service, builder -> builder.tls(serverTls).pageLimits(limits.build()));
    }

    private HttpClient browser() {
        return HttpClient.newBuilder()
                .version(Version.HTTP_2)
                .sslContext(trusting)
                .build();
    }

    private static HttpRequest.Builder request(PagesFixture fixture, String path) {
        return HttpRequest.newBuilder(URI.create("https://localhost:" + fixture.port() + path));
    }

    @Test
    void jdksClientIsServedOverBothVersions() throws Exception {
        byte[] large = new byte[1_000_000];
        new Random(7).nextBytes(large);
        try (PagesFixture fixture = fixture(PagesFixture::mirror);
                HttpClient browser = browser()) {
            for (Version version : Version.values()) {
                for (byte[] body : List.of(new byte[0], new byte[] {1}, large)) {
                    var answer = browser.send(
                            request(fixture, "/a?b")
                                    .version(version)
                                    .POST(BodyPublishers.ofByteArray(body))
                                    .build(),
                            BodyHandlers.ofByteArray());
                    assertThat(answer.version()).isEqualTo(version);
                    assertThat(answer.statusCode()).isEqualTo(200);
                    assertThat(answer.body()).isEqualTo(body);
                    assertThat(answer.headers().firstValue("content-length")).hasValue("" + body.length);
                    assertThat(answer.headers().firstValue("date")).isPresent();
                }
            }
        }
    }

    @Test
    void requestIsSeenAsItWasSent() throws Exception {
        CompletableFuture<HttpExchange> seen = new CompletableFuture<>();
        try (PagesFixture fixture = fixture(exchange -> {
                    seen.complete(exchange);
                    exchange.answer(HttpResponse.of(204));
                });
                HttpClient browser = browser()) {
            var answer = browser.send(
                    request(fixture, "/a%20b?c=d")
                            .header("X-Mine", "yes")
                            .DELETE()
                            .build(),
                    BodyHandlers.discarding());
            assertThat(answer.statusCode()).isEqualTo(204);
            var request = seen.join().request();
            assertThat(request.method()).isEqualTo("DELETE");
            assertThat(request.path()).isEqualTo("/a%20b");
            assertThat(request.query()).isEqualTo("c=d");
            assertThat(request.version()).isEqualTo(2);
            assertThat(request.scheme()).isEqualTo("https");
            assertThat(request.host()).isEqualTo("localhost:" + fixture.port());
            assertThat(request.header("x-mine")).isEqualTo("yes");
            assertThat(request.peer()).isNotNull();
            List<String> names = new ArrayList<>();
            request.headers().forEach((name, value) -> names.add(name));
            assertThat(names).noneMatch(name -> name.startsWith(":") || name.startsWith("x-http2"));
        }
    }

    @Test
    void streamsOfOneConnectionAreServedAtOnce() throws Exception {
        BlockingQueue<HttpExchange> asked = new LinkedBlockingQueue<>();
        try (PagesFixture fixture = fixture(asked::add);
                HttpClient browser = browser()) {
            List<CompletableFuture<java.net.http.HttpResponse<String>>> answers = new ArrayList<>();
            answers.add(browser.sendAsync(request(fixture, "/first").build(), BodyHandlers.ofString()));
            List<HttpExchange> exchanges = new ArrayList<>(List.of(asked.poll(30, TimeUnit.SECONDS)));
            for (int i = 0; i < 50; i++) {
                answers.add(browser.sendAsync(request(fixture, "/" + i).build(), BodyHandlers.ofString()));
            }
            for (int i = 0; i < 50; i++) {
                exchanges.add(asked.poll(30, TimeUnit.SECONDS));
            }
            assertThat(exchanges.stream().map(each -> each.request().peer()).distinct())
                    .as("connections")
                    .hasSize(1);
            exchanges.reversed().forEach(PagesFixture::echo);
            assertThat(answers.getFirst().get(30, TimeUnit.SECONDS).body()).isEqualTo("GET /first");
            for (var answer : answers) {
                assertThat(answer.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void allThatTheTransportSpeaksIsSpokenBesidePages() throws Exception {
        byte[] bytes = new byte[100_000];
        new Random(3).nextBytes(bytes);
        try (PagesFixture fixture = fixture(PagesFixture::echo)) {
            for (String scheme : List.of("tellask", "tls", "ws", "wss", "http", "https")) {
                try (Client client = fixture.connect(
                        switch (scheme) {
                            case "tls" -> clientTls;
                            case "wss" ->
                                WebSocketTransport.builder().tls(clientTls).build();
                            case "https" ->
                                HttpTransport.builder().tls(clientTls).build();
                            case "ws" -> new WebSocketTransport();
                            case "http" -> new HttpTransport();
                            default -> new TcpTransport();
                        },
                        scheme)) {
                    assertThat(client.lookup("desk", PagesFixture.Desk.class)
                                    .hash(bytes)
                                    .join())
                            .as(scheme)
                            .isEqualTo(Arrays.hashCode(bytes));
                }
            }
        }
    }

    /** As a browser does by fetch: the same connection carries pages, polls that are held, and what brings bytes. */
    @Test
    void longPollingWorksOverStreams() throws Exception {
        try (PagesFixture fixture = fixture(PagesFixture::echo);
                HttpClient browser = browser()) {
            var opened = browser.send(
                    request(fixture, "/tellask").POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString());
            assertThat(opened.statusCode()).isEqualTo(201);
            assertThat(opened.version()).isEqualTo(Version.HTTP_2);
            String id = opened.body();
            var held = browser.sendAsync(
                    request(fixture, "/tellask")
                            .header("Tellask-Connection", id)
                            .header("Tellask-Position", "0")
                            .build(),
                    BodyHandlers.ofByteArray());
            assertThat(browser.send(request(fixture, "/page").build(), BodyHandlers.ofString())
                            .body())
                    .isEqualTo("GET /page");
            byte[] hello =
                    java.util.HexFormat.of().parseHex("16000001544c534b001f008008808080208080018080408080" + "01");
            var sent = browser.send(
                    request(fixture, "/tellask")
                            .header("Tellask-Connection", id)
                            .header("Tellask-Position", "0")
                            .POST(BodyPublishers.ofByteArray(hello))
                            .build(),
                    BodyHandlers.discarding());
            assertThat(sent.statusCode()).isEqualTo(204);
            assertThat(sent.headers().firstValue("tellask-position")).hasValue("" + hello.length);
            var answer = held.get(30, TimeUnit.SECONDS);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(new String(answer.body(), StandardCharsets.ISO_8859_1)).contains("TLSK");
        }
    }

    @Test
    void answersInPartsWaitForTheReaderOfTheirStreamOnly() throws Exception {
        CompletableFuture<HttpBody> made = new CompletableFuture<>();
        try (PagesFixture fixture = fixture(exchange -> {
                    if (exchange.request().path().equals("/parts")) {
                        made.complete(exchange.stream(HttpResponse.of(200)));
                    } else {
                        PagesFixture.echo(exchange);
                    }
                });
                HttpClient browser = browser()) {
            var parts = browser.send(request(fixture, "/parts").build(), BodyHandlers.ofInputStream());
            HttpBody body = made.join();
            long written = 0;
            while (body.write(new byte[10_000])) {
                written += 10_000;
                assertThat(written).isLessThan(100_000_000);
            }
            for (int i = 0; i < 5; i++) {
                assertThat(browser.send(request(fixture, "/other").build(), BodyHandlers.ofString())
                                .body())
                        .isEqualTo("GET /other");
            }
            body.end();
            assertThat(parts.body().readAllBytes()).hasSizeGreaterThan((int) written);
        }
    }

    @Test
    void bodyThatNobodyWantsEndsItsStreamOnly() throws Exception {
        BlockingQueue<HttpExchange> asked = new LinkedBlockingQueue<>();
        try (PagesFixture fixture = fixture(asked::add);
                Http2Peer peer = new Http2Peer(trusting, fixture.port()).begin()) {
            peer.frame(Http2Peer.HEADERS, Http2Peer.END_HEADERS, 1, Http2Peer.post("/unwanted"));
            PagesFixture.echo(asked.poll(30, TimeUnit.SECONDS));
            Http2Peer.Frame reset = peer.readUpTo(Http2Peer.RST_STREAM);
            assertThat(reset.stream()).isEqualTo(1);
            assertThat(reset.error()).as("NO_ERROR").isZero();
            peer.frame(Http2Peer.HEADERS, Http2Peer.END_HEADERS | Http2Peer.END_STREAM, 3, Http2Peer.get("/next"));
            PagesFixture.echo(asked.poll(30, TimeUnit.SECONDS));
            assertThat(new String(peer.readUpTo(Http2Peer.DATA).payload(), StandardCharsets.US_ASCII))
                    .isEqualTo("GET /next");
        }
    }

    @Test
    void resetOfAStreamIsToldToItsService() throws Exception {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        CompletableFuture<HttpExchange> asked = new CompletableFuture<>();
        try (PagesFixture fixture = fixture(exchange -> {
                    exchange.onEnd(() -> ended.complete(null));
                    asked.complete(exchange);
                });
                Http2Peer peer = new Http2Peer(trusting, fixture.port()).begin()) {
            peer.frame(Http2Peer.HEADERS, Http2Peer.END_HEADERS | Http2Peer.END_STREAM, 1, Http2Peer.get("/"));
            asked.get(30, TimeUnit.SECONDS);
            peer.frame(Http2Peer.RST_STREAM, 0, 1, (byte) 0, (byte) 0, (byte) 0, (byte) 8);
            ended.get(30, TimeUnit.SECONDS);
            assertThat(asked.join().answer(HttpResponse.of(200))).isFalse();
        }
    }

    @Test
    void connectionThatIsNotUsedSaysGoodbye() throws Exception {
        try (PagesFixture fixture = fixture(PagesFixture::echo, limits -> limits.idleTime(Duration.ofSeconds(1)));
                Http2Peer peer = new Http2Peer(trusting, fixture.port()).begin()) {
            peer.frame(Http2Peer.HEADERS, Http2Peer.END_HEADERS | Http2Peer.END_STREAM, 1, Http2Peer.get("/"));
            assertThat(peer.readUpTo(Http2Peer.DATA)).isNotNull();
            Http2Peer.Frame goodbye = peer.readUpTo(Http2Peer.GOAWAY);
            assertThat(goodbye.error()).as("NO_ERROR").isZero();
            assertThat(peer.read()).as("the end").isNull();
        }
    }

    @Test
    void otherProtocolsAreNotRefusedInTheHandshake() throws Exception {
        try (PagesFixture fixture = fixture(PagesFixture::echo)) {
            for (String protocol : List.of("http/1.1", "h3", "tellask")) {
                try (Http2Peer peer = new Http2Peer(trusting, fixture.port(), protocol)) {
                    assertThat(peer.protocol()).isEqualTo(protocol.equals("http/1.1") ? protocol : "");
                    peer.write("GET /one HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
                }
            }
        }
    }
}
