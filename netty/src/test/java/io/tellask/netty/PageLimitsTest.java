package io.tellask.netty;

import static io.tellask.netty.PagesFixture.readAnswer;
import static io.tellask.netty.PagesFixture.readHead;
import static io.tellask.netty.PagesFixture.send;
import static io.tellask.netty.PagesFixture.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.http.HttpBody;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpResponse;
import io.tellask.http.HttpService;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.PeerMemory;
import io.tellask.test.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Bounds of requests for pages, at their edges: bytes, numbers and times. */
@Timeout(60)
class PageLimitsTest {
    private static final String HOST = " HTTP/1.1\r\nHost: localhost\r\n";
    private static final String GET = "GET /" + HOST + "\r\n";

    @Test
    void headsAreTakenUpToTheirLimits() throws Exception {
        try (PagesFixture fixture = PagesFixture.withLimits(
                PagesFixture::echo,
                limits -> limits.firstLineBytes(100).headerBytes(300).headers(8))) {
            String line = "GET /" + "x".repeat(100 - 14);
            assertThat(status(fixture.exchange(line + HOST + "\r\n"))).isEqualTo(200);
            assertThat(status(fixture.exchange(line + "x" + HOST + "\r\n"))).isEqualTo(414);
            String head = "GET /" + HOST + "X: " + "x".repeat(300 - 17 - 5);
            assertThat(status(fixture.exchange(head + "\r\n\r\n"))).isEqualTo(200);
            assertThat(status(fixture.exchange(head + "xxx\r\n\r\n"))).isEqualTo(431);
            String many = "GET /" + HOST + "X: y\r\n".repeat(7);
            assertThat(status(fixture.exchange(many + "\r\n"))).isEqualTo(200);
            assertThat(status(fixture.exchange(many + "X: y\r\n\r\n"))).isEqualTo(431);
        }
    }

    @Test
    void headsAreTakenUpToTheLimitsThatApplyUnlessOthersAreSet() throws Exception {
        try (PagesFixture fixture = new PagesFixture(PagesFixture::echo)) {
            String line = "GET /" + "x".repeat(8 * 1024 - 14);
            assertThat(status(fixture.exchange(line + HOST + "\r\n"))).isEqualTo(200);
            assertThat(status(fixture.exchange(line + "x" + HOST + "\r\n"))).isEqualTo(414);
            String head = "GET /" + HOST + "X: " + "x".repeat(16 * 1024 - 17 - 5);
            assertThat(status(fixture.exchange(head + "\r\n\r\n"))).isEqualTo(200);
            assertThat(status(fixture.exchange(head + "xxx\r\n\r\n"))).isEqualTo(431);
            assertThat(status(fixture.exchange("GET /" + HOST + "X: y\r\n".repeat(99) + "\r\n")))
                    .isEqualTo(200);
            assertThat(status(fixture.exchange("GET /" + HOST + "X: y\r\n".repeat(100) + "\r\n")))
                    .isEqualTo(431);
        }
    }

    @Test
    void bodiesAreTakenUpToWhatTheServiceAsksForAndTheLimitAllows() throws Exception {
        for (boolean ofService : List.of(true, false)) {
            try (PagesFixture fixture = PagesFixture.withLimits(
                    ofService
                            ? exchange -> exchange.body(1_000)
                                    .whenComplete((bytes, failure) -> exchange.answer(
                                            failure == null
                                                    ? HttpResponse.of(200)
                                                    : io.tellask.http.Problem.of(
                                                            (io.tellask.http.HttpException) failure)))
                            : PagesFixture::mirror,
                    limits -> limits.bodyBytes(ofService ? 5_000 : 1_000))) {
                String post = "POST /" + HOST;
                assertThat(status(fixture.exchange(post + "Content-Length: 1000\r\n\r\n" + "x".repeat(1_000))))
                        .isEqualTo(200);
                assertThat(status(fixture.exchange(post + "Content-Length: 1001\r\n\r\n" + "x".repeat(1_001))))
                        .isEqualTo(413);
                String chunked = post + "Transfer-Encoding: chunked\r\n\r\n" + "1f4\r\n" + "x".repeat(500) + "\r\n";
                assertThat(status(fixture.exchange(chunked + "1f4\r\n" + "x".repeat(500) + "\r\n0\r\n\r\n")))
                        .isEqualTo(200);
                assertThat(status(fixture.exchange(chunked + "1f5\r\n" + "x".repeat(501) + "\r\n0\r\n\r\n")))
                        .isEqualTo(413);
            }
        }
    }

    @Test
    void connectionThatWaitsLongestGivesWayAndBusyOnesDoNot() throws Exception {
        BlockingQueue<HttpExchange> asked = new LinkedBlockingQueue<>();
        try (PagesFixture fixture = PagesFixture.withLimits(
                        exchange -> {
                            if (exchange.request().path().equals("/wait")) {
                                asked.add(exchange);
                            } else {
                                PagesFixture.echo(exchange);
                            }
                        },
                        limits -> limits.connections(2));
                Socket first = fixture.socket();
                Socket second = fixture.socket();
                Socket third = fixture.socket();
                Socket fourth = fixture.socket()) {
            send(first, GET);
            readAnswer(first);
            send(second, "GET /wait" + HOST + "\r\n");
            HttpExchange busy = asked.poll(30, TimeUnit.SECONDS);
            send(third, "GET /wait" + HOST + "\r\n");
            HttpExchange other = asked.poll(30, TimeUnit.SECONDS);
            assertThat(first.getInputStream().read()).as("gave way").isEqualTo(-1);
            send(fourth, GET);
            assertThat(status(readAnswer(fourth))).isEqualTo(503);
            PagesFixture.echo(busy);
            PagesFixture.echo(other);
            assertThat(readAnswer(second)).endsWith("GET /wait");
            assertThat(readAnswer(third)).endsWith("GET /wait");
        }
    }

    /** Also where a service has looked up the name of that address, which is written with it from then on. */
    @Test
    @EnabledOnOs(OS.LINUX) // which has more addresses of loopback
    void connectionsThatHaveEndedAreCountedAtNoAddress() throws Exception {
        BlockingQueue<HttpExchange> asked = new LinkedBlockingQueue<>();
        HttpService service = exchange -> {
            assertThat(exchange.request().peer().getHostName()).isNotEmpty();
            if (exchange.request().path().equals("/wait")) {
                asked.add(exchange);
            } else {
                PagesFixture.echo(exchange);
            }
        };
        PeerMemory memory = new PeerMemory(1 << 20);
        HttpLimits one = HttpLimits.builder().connections(1).build();
        try (PagesFixture fixture = new PagesFixture(
                        service, builder -> builder.pageLimits(one).pageMemory(memory));
                Socket busy = fixture.socket();
                Socket other = new Socket("127.0.0.1", fixture.port(), InetAddress.getByName("127.0.0.2"), 0)) {
            for (int i = 0; i < 3; i++) {
                assertThat(status(fixture.exchange(GET))).isEqualTo(200);
                // its client may see the end before the server does
                Await.until(() -> "held " + memory.heldBytes(), () -> memory.heldBytes() == 0);
            }
            send(busy, "GET /wait" + HOST + "\r\n");
            HttpExchange waiting = asked.poll(30, TimeUnit.SECONDS);
            send(other, GET);
            assertThat(status(readAnswer(other)))
                    .as("none of its address has ended for it")
                    .isEqualTo(503);
            PagesFixture.echo(waiting);
            assertThat(readAnswer(busy)).endsWith("GET /wait");
        }
    }

    @Test
    void slowHeadsAndSilentConnectionsEnd() throws Exception {
        try (PagesFixture fixture = PagesFixture.withLimits(
                PagesFixture::echo,
                limits -> limits.headTime(Duration.ofMillis(400)).idleTime(Duration.ofMillis(800)))) {
            for (boolean used : List.of(false, true)) {
                try (Socket socket = fixture.socket()) {
                    if (used) {
                        send(socket, GET);
                        readAnswer(socket);
                    }
                    long before = System.nanoTime();
                    assertThatThrownBy(() -> {
                                for (char each : ("GET /" + HOST + "X: " + "x".repeat(10_000)).toCharArray()) {
                                    send(socket, String.valueOf(each));
                                    socket.setSoTimeout(20);
                                    try {
                                        if (socket.getInputStream().read() < 0) {
                                            throw new SocketException("closed");
                                        }
                                    } catch (java.net.SocketTimeoutException notYet) {
                                        socket.setSoTimeout(20);
                                    }
                                }
                            })
                            .isInstanceOf(SocketException.class);
                    assertThat(Duration.ofNanos(System.nanoTime() - before))
                            .isBetween(Duration.ofMillis(300), Duration.ofSeconds(30));
                }
            }
            try (Socket socket = fixture.socket()) {
                long before = System.nanoTime();
                send(socket, GET);
                readAnswer(socket);
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
                assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(700));
            }
        }
    }

    @Test
    void slowBodiesAreRefusedAndFastOnesMayTakeLonger() throws Exception {
        try (PagesFixture fixture = PagesFixture.withLimits(
                PagesFixture::mirror,
                limits -> limits.bodyTime(Duration.ofMillis(300)).bodyBytesPerSecond(1_000))) {
            try (Socket socket = fixture.socket()) {
                send(socket, "POST /" + HOST + "Content-Length: 1000\r\n\r\nabc");
                assertThat(PagesFixture.readAll(socket))
                        .startsWith("HTTP/1.1 408 ")
                        .contains("bodyBytesPerSecond=1000")
                        .contains("connection: close");
            }
            try (Socket socket = fixture.socket()) {
                send(socket, "POST /" + HOST + "Content-Length: 60100\r\n\r\n" + "x".repeat(60_000));
                socket.setSoTimeout(600); // twice the time that a body without bytes has
                assertThatThrownBy(() -> socket.getInputStream().read())
                        .isInstanceOf(java.net.SocketTimeoutException.class);
                socket.setSoTimeout(20_000);
                send(socket, "x".repeat(100));
                assertThat(status(readAnswer(socket))).isEqualTo(200);
            }
        }
    }

    @Test
    void serviceThatNeverAnswersIsAnsweredFor() throws Exception {
        BlockingQueue<HttpExchange> asked = new LinkedBlockingQueue<>();
        try (PagesFixture fixture =
                        PagesFixture.withLimits(asked::add, limits -> limits.answerTime(Duration.ofMillis(300)));
                Socket socket = fixture.socket();
                Socket streaming = fixture.socket()) {
            send(streaming, GET);
            HttpBody body = asked.poll(30, TimeUnit.SECONDS).stream(HttpResponse.of(200));
            send(socket, GET);
            assertThat(readAnswer(socket)).startsWith("HTTP/1.1 503 ").contains("application/problem+json");
            assertThat(asked.poll(30, TimeUnit.SECONDS).answer(HttpResponse.of(200)))
                    .as("too late")
                    .isFalse();
            send(socket, GET);
            PagesFixture.echo(asked.poll(30, TimeUnit.SECONDS));
            assertThat(readAnswer(socket)).endsWith("GET /");
            body.end();
            assertThat(readHead(streaming)).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void clientThatReadsNothingIsGivenUp() throws Exception {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        try (PagesFixture fixture = PagesFixture.withLimits(
                        exchange -> {
                            exchange.onEnd(() -> ended.complete(null));
                            exchange.answer(HttpResponse.of(200, "x/y", new byte[50_000_000]));
                        },
                        limits -> limits.unreadTime(Duration.ofMillis(300)));
                Socket socket = fixture.socket()) {
            send(socket, GET);
            ended.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void streamThatItsServiceFillsWithoutLookingIsEnded() throws Exception {
        CompletableFuture<HttpBody> made = new CompletableFuture<>();
        try (PagesFixture fixture = PagesFixture.withLimits(
                        exchange -> made.complete(exchange.stream(HttpResponse.of(200))),
                        limits -> limits.unsentBytes(100_000));
                Socket socket = fixture.socket()) {
            send(socket, GET);
            readHead(socket);
            HttpBody body = made.join();
            for (int i = 0; i < 1_000 && !body.isEnded(); i++) {
                body.write(new byte[50_000]);
            }
            assertThat(body.isEnded()).isTrue();
        }
    }

    /** Each of them within its bounds, all together beyond the memory that there is for peers. */
    @Test
    void connectionThatHoldsMostGivesWayWhereAllTogetherHoldTooMuch() throws Exception {
        PeerMemory memory = new PeerMemory(1 << 20);
        List<Socket> sockets = new ArrayList<>();
        try (PagesFixture fixture = new PagesFixture(PagesFixture::mirror, builder -> builder.pageMemory(memory))) {
            for (int i = 0; i < 8; i++) {
                Socket socket = fixture.socket();
                sockets.add(socket);
                send(socket, "POST /" + HOST + "Content-Length: 200000\r\n\r\n");
                try {
                    send(socket, "x".repeat(150_000)); // and no more
                } catch (IOException closedForTheOthers) {
                    assertThat(closedForTheOthers).hasMessageMatching(".*([Bb]roken pipe|[Cc]onnection reset).*");
                }
            }
            Await.until("some gave way", () -> memory.statistics().closedConnections() > 0);
            Await.until(() -> "held " + memory.heldBytes(), () -> memory.heldBytes() <= memory.limitBytes());
            assertThat(status(fixture.exchange("POST /" + HOST + "Content-Length: 3\r\n\r\nabc")))
                    .as("another client")
                    .isEqualTo(200);
            for (Socket socket : sockets) {
                socket.close();
            }
            Await.until(() -> "held " + memory.heldBytes(), () -> memory.heldBytes() == 0);
        }
    }

    /** Those that wait for a busy loop are in the heap, too. */
    @Test
    void longAnswersAreCountedFromWhenTheyAreGiven() throws Exception {
        PeerMemory memory = new PeerMemory(1 << 20);
        CompletableFuture<Long> held = new CompletableFuture<>();
        CountDownLatch counted = new CountDownLatch(1);
        HttpService service = exchange -> Thread.ofVirtual().start(() -> {
            CountDownLatch blocked = new CountDownLatch(1);
            exchange.loop().execute(() -> {
                blocked.countDown();
                awaitQuietly(counted);
            });
            awaitQuietly(blocked);
            exchange.answer(HttpResponse.of(200, "x/y", new byte[200_000]));
            held.complete(memory.heldBytes());
            counted.countDown();
        });
        try (PagesFixture fixture = new PagesFixture(service, builder -> builder.pageMemory(memory))) {
            assertThat(status(fixture.exchange(GET))).isEqualTo(200);
            assertThat(held.join()).isGreaterThan(200_000);
            Await.until(() -> "held " + memory.heldBytes(), () -> memory.heldBytes() == 0);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void nothingIsMadeAheadOfAReaderWhereMemoryIsTight() throws Exception {
        PeerMemory memory = new PeerMemory(1 << 20);
        CompletableFuture<HttpBody> made = new CompletableFuture<>();
        try (PagesFixture fixture = new PagesFixture(
                        exchange -> made.complete(exchange.stream(HttpResponse.of(200))),
                        builder -> builder.pageMemory(memory));
                Socket socket = fixture.socket()) {
            send(socket, GET);
            HttpBody body = made.get(30, TimeUnit.SECONDS);
            assertThat(body.write(new byte[1_000])).isTrue();
            MemoryHolder other = memory.open(holding(), 0);
            other.add(600_000);
            assertThat(body.write(new byte[1_000])).isFalse();
            Await.until("it has left", body::isWritable);
            other.end(0);
            body.end();
        }
    }

    @Test
    void requestsAreRefusedWhileFarTooMuchIsHeld() throws Exception {
        PeerMemory memory = new PeerMemory(1 << 20);
        try (PagesFixture fixture = new PagesFixture(PagesFixture::echo, builder -> builder.pageMemory(memory))) {
            MemoryHolder other = memory.open(holding(), 0);
            other.add(2 << 20);
            assertThat(fixture.exchange(GET)).startsWith("HTTP/1.1 503 ").contains("too much is held for all peers");
            other.end(0);
            assertThat(status(fixture.exchange(GET))).isEqualTo(200);
        }
    }

    /** A connection that does not close when it is told to. */
    private static MemoryHolder.Owner holding() {
        return new MemoryHolder.Owner() {
            @Override
            public String peer() {
                return "other";
            }

            @Override
            public void closeForMemory(String reason) {}
        };
    }

    @Test
    void limitsOutOfTheirRangeAreRefused() {
        assertThatThrownBy(() -> HttpLimits.builder().headers(7).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("headers=7 is not in 8 to 10000");
        assertThatThrownBy(() -> HttpLimits.builder().idleTime(Duration.ZERO).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("idleTime=PT0S");
        assertThat("" + HttpLimits.defaults()).contains("firstLineBytes=8192");
    }
}
