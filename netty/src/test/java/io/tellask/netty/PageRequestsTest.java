package io.tellask.netty;

import static io.tellask.netty.PagesFixture.readAnswer;
import static io.tellask.netty.PagesFixture.readHead;
import static io.tellask.netty.PagesFixture.send;
import static io.tellask.netty.PagesFixture.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.http.HttpBody;
import io.tellask.http.HttpException;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpHeaders;
import io.tellask.http.HttpResponse;
import io.tellask.http.HttpService;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What HTTP/1.1 asks of a server of pages, request by request. */
@Timeout(60)
class PageRequestsTest {
    private static final String HOST = " HTTP/1.1\r\nHost: localhost\r\n";

    @Test
    void pagesAndLongPollingShareAConnection() throws Exception {
        try (PagesFixture fixture = new PagesFixture(PagesFixture::echo);
                Socket socket = fixture.socket()) {
            for (int i = 0; i < 3; i++) {
                send(socket, "GET /page" + HOST + "\r\n");
                assertThat(readAnswer(socket)).endsWith("GET /page");
                send(socket, "POST /tellask" + HOST + "Content-Length: 0\r\n\r\n");
                String opened = readAnswer(socket);
                assertThat(opened).startsWith("HTTP/1.1 201 ").doesNotContain("connection: close");
                String id = opened.substring(opened.length() - 32);
                send(
                        socket,
                        "POST /tellask" + HOST + "Tellask-Connection: " + id
                                + "\r\nTellask-Position: 0\r\nContent-Length: 0\r\n\r\n");
                assertThat(readAnswer(socket)).startsWith("HTTP/1.1 204 ");
                send(
                        socket,
                        "DELETE /tellask" + HOST + "Tellask-Connection: " + id + "\r\nTellask-Position: 0\r\n\r\n");
                assertThat(readAnswer(socket)).startsWith("HTTP/1.1 204 ");
            }
        }
    }

    @Test
    void requestsThatComeEarlyAreAnsweredInTheirOrder() throws Exception {
        BlockingQueue<HttpExchange> asked = new LinkedBlockingQueue<>();
        try (PagesFixture fixture = new PagesFixture(asked::add);
                Socket socket = fixture.socket()) {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 50; i++) {
                all.append("POST /").append(i).append(HOST).append("Content-Length: 3\r\n\r\nabc");
            }
            send(socket, all.toString());
            for (int i = 0; i < 50; i++) {
                HttpExchange exchange = asked.poll(30, TimeUnit.SECONDS);
                assertThat(exchange.request().path()).isEqualTo("/" + i);
                assertThat(asked).as("served before their turn").isEmpty();
                if (i % 2 == 0) {
                    assertThat(exchange.body(3).toCompletableFuture().get(30, TimeUnit.SECONDS))
                            .hasSize(3);
                }
                PagesFixture.echo(exchange);
            }
            for (int i = 0; i < 50; i++) {
                assertThat(readAnswer(socket)).endsWith("POST /" + i);
            }
        }
    }

    @Test
    void headIsAnsweredWithTheHeadAlone() throws Exception {
        try (PagesFixture fixture = new PagesFixture(PagesFixture::echo);
                Socket socket = fixture.socket()) {
            for (int i = 0; i < 2; i++) {
                send(socket, "HEAD /page" + HOST + "\r\n");
                assertThat(readHead(socket)).startsWith("HTTP/1.1 200 ").contains("content-length: 10");
                send(socket, "GET /page" + HOST + "\r\n");
                assertThat(readAnswer(socket)).endsWith("\r\n\r\nGET /page");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 304})
    void statusesWithoutABodyHaveNone(int status) throws Exception {
        HttpService service = exchange ->
                exchange.answer(HttpResponse.text(200, "text/plain", "no").with("x-status", "" + status));
        HttpService bodiless = exchange -> exchange.answer(new HttpResponse(
                status, HttpHeaders.of("etag", "\"1\""), "nothing of this".getBytes(StandardCharsets.US_ASCII)));
        try (PagesFixture fixture = new PagesFixture(
                        exchange -> (exchange.request().path().equals("/") ? bodiless : service).serve(exchange));
                Socket socket = fixture.socket()) {
            send(socket, "GET /" + HOST + "\r\nGET /more" + HOST + "\r\n");
            assertThat(readHead(socket))
                    .startsWith("HTTP/1.1 " + status + " ")
                    .contains("etag: \"1\"")
                    .doesNotContain("content-length");
            assertThat(readAnswer(socket)).endsWith("\r\n\r\nno");
        }
    }

    @Test
    void oldClientsAreServedOnConnectionsThatEndUnlessTheyAskForMore() throws Exception {
        try (PagesFixture fixture = new PagesFixture(PagesFixture::echo)) {
            assertThat(fixture.exchange("GET /old HTTP/1.0\r\n\r\n"))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("connection: close")
                    .endsWith("GET /old");
            try (Socket socket = fixture.socket()) {
                for (int i = 0; i < 2; i++) {
                    send(socket, "GET /old HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
                    assertThat(readAnswer(socket))
                            .contains("connection: keep-alive")
                            .endsWith("GET /old");
                }
            }
        }
    }

    @Test
    void connectionEndsWhereEitherSideSaysSo() throws Exception {
        HttpService closing = exchange -> exchange.answer(HttpResponse.text(200, "text/plain", "last")
                .with("connection", "close")
                .with("transfer-encoding", "chunked"));
        try (PagesFixture fixture = new PagesFixture(PagesFixture::echo)) {
            try (Socket socket = fixture.socket()) {
                send(socket, "GET /a" + HOST + "Connection: close\r\n\r\nGET /b" + HOST + "\r\n");
                assertThat(PagesFixture.readAll(socket))
                        .contains("connection: close")
                        .endsWith("GET /a");
            }
        }
        try (PagesFixture fixture = new PagesFixture(closing);
                Socket socket = fixture.socket()) {
            send(socket, "GET /a" + HOST + "\r\n");
            assertThat(readAnswer(socket))
                    .as("headers of the connection are not the service's")
                    .doesNotContain("chunked")
                    .doesNotContain("connection: close");
        }
    }

    @Test
    void halfClosedClientGetsItsAnswers() throws Exception {
        BlockingQueue<HttpExchange> asked = new LinkedBlockingQueue<>();
        try (PagesFixture fixture = new PagesFixture(asked::add);
                Socket socket = fixture.socket()) {
            send(socket, "POST /1" + HOST + "Content-Length: 3\r\n\r\nabcGET /2" + HOST + "\r\n");
            socket.shutdownOutput();
            HttpExchange first = asked.poll(30, TimeUnit.SECONDS);
            assertThat(first.body(10).toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .isEqualTo("abc".getBytes(StandardCharsets.US_ASCII));
            PagesFixture.echo(first);
            assertThat(readAnswer(socket)).endsWith("POST /1");
        }
    }

    @Test
    void clientThatWaitsForContinueGetsItOnlyWhereTheBodyIsWanted() throws Exception {
        try (PagesFixture fixture = new PagesFixture(exchange -> {
            if (exchange.request().path().equals("/no")) {
                exchange.answer(HttpResponse.text(403, "text/plain", "no"));
            } else {
                PagesFixture.mirror(exchange);
            }
        })) {
            try (Socket socket = fixture.socket()) {
                send(socket, "POST /yes" + HOST + "Expect: 100-continue\r\nContent-Length: 3\r\n\r\n");
                assertThat(readHead(socket)).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
                send(socket, "abc");
                assertThat(readAnswer(socket)).endsWith("abc");
                send(socket, "POST /no" + HOST + "Expect: 100-continue\r\nContent-Length: 3\r\n\r\n");
                assertThat(PagesFixture.readAll(socket))
                        .startsWith("HTTP/1.1 403 ")
                        .contains("connection: close");
            }
            assertThat(status(fixture.exchange("POST /" + HOST + "Expect: tea\r\nContent-Length: 3\r\n\r\nabc")))
                    .isEqualTo(417);
        }
    }

    @Test
    void bodyThatNobodyWantsIsReadAwayIfItIsShort() throws Exception {
        try (PagesFixture fixture = new PagesFixture(PagesFixture::echo);
                Socket socket = fixture.socket()) {
            send(socket, "POST /a" + HOST + "Content-Length: 65536\r\n\r\n");
            assertThat(readAnswer(socket)).endsWith("POST /a").doesNotContain("close");
            send(socket, "x".repeat(65_536) + "POST /b" + HOST + "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n");
            assertThat(readAnswer(socket)).endsWith("POST /b");
            send(socket, "0\r\n\r\nPOST /c" + HOST + "Content-Length: 65537\r\n\r\n");
            assertThat(PagesFixture.readAll(socket))
                    .contains("connection: close")
                    .endsWith("POST /c");
        }
    }

    @Test
    void answersInPartsAreSentAsTheyComeAndWaitForTheirReader() throws Exception {
        CompletableFuture<HttpBody> made = new CompletableFuture<>();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        try (PagesFixture fixture = new PagesFixture(exchange -> {
                    exchange.onEnd(() -> ended.complete(null));
                    made.complete(exchange.stream(
                            new HttpResponse(200, HttpHeaders.of("content-type", "text/plain"), new byte[0])));
                });
                Socket socket = fixture.socket()) {
            send(socket, "GET /" + HOST + "\r\n");
            assertThat(readHead(socket)).contains("transfer-encoding: chunked").doesNotContain("content-length");
            HttpBody body = made.join();
            body.write("one".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readNBytes(8), StandardCharsets.US_ASCII))
                    .isEqualTo("3\r\none\r\n");
            long written = 0;
            byte[] part = new byte[10_000];
            while (body.write(part)) { // until the peer's buffers are full
                written += part.length;
                assertThat(written).isLessThan(100_000_000);
            }
            CompletableFuture<Void> writable = new CompletableFuture<>();
            body.whenWritable(() -> writable.complete(null));
            CompletableFuture<Integer> read = CompletableFuture.supplyAsync(() -> {
                try {
                    return PagesFixture.readAll(socket).length();
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            writable.get(30, TimeUnit.SECONDS);
            assertThat(ended).isNotDone();
            body.end();
            ended.get(30, TimeUnit.SECONDS);
            assertThat(body.isEnded()).isTrue();
            assertThat(body.write(part)).isFalse();
            fixture.server.close();
            socket.shutdownOutput();
            assertThat(read.get(30, TimeUnit.SECONDS)).isGreaterThan((int) written);
        }
    }

    @Test
    void answerInPartsThatIsGivenUpEndsTheConnectionBeforeItsEnd() throws Exception {
        try (PagesFixture fixture = new PagesFixture(exchange -> {
            boolean known = exchange.request().path().equals("/known");
            HttpBody body =
                    exchange.stream(known ? HttpResponse.of(200).with("content-length", "5") : HttpResponse.of(200));
            body.write("abc".getBytes(StandardCharsets.US_ASCII));
            body.whenWritable(() -> {
                if (known) {
                    body.end();
                } else {
                    body.abort();
                }
            });
        })) {
            for (String path : List.of("/known", "/unknown")) {
                try (Socket socket = fixture.socket()) {
                    send(socket, "GET " + path + HOST + "\r\n");
                    StringBuilder read = new StringBuilder();
                    try {
                        for (int next = socket.getInputStream().read();
                                next >= 0;
                                next = socket.getInputStream().read()) {
                            read.append((char) next);
                        }
                    } catch (java.net.SocketException reset) {
                        assertThat(reset).hasMessageContaining("reset");
                    }
                    assertThat(read.toString()).doesNotEndWith("0\r\n\r\n");
                }
            }
        }
    }

    @Test
    void endOfTheClientIsToldWhileItsAnswerIsUnderWay() throws Exception {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        CompletableFuture<HttpBody> made = new CompletableFuture<>();
        try (PagesFixture fixture = new PagesFixture(exchange -> {
            exchange.onEnd(() -> ended.complete(null));
            made.complete(exchange.stream(HttpResponse.of(200)));
        })) {
            try (Socket socket = fixture.socket()) {
                send(socket, "GET /" + HOST + "\r\n");
                readHead(socket);
                socket.setSoLinger(true, 0);
            }
            ended.get(30, TimeUnit.SECONDS);
            assertThat(made.join().isEnded()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"/refused, 409, stale", "/broken, 500, its log says more"})
    void failuresOfTheServiceAreAnsweredWithoutItsSecrets(String path, int status, String detail) throws Exception {
        try (PagesFixture fixture = new PagesFixture(exchange -> {
                    if (exchange.request().path().equals("/refused")) {
                        throw new HttpException(409, "stale");
                    }
                    throw new IllegalStateException("secret /etc/passwd");
                });
                Socket socket = fixture.socket()) {
            for (int i = 0; i < 2; i++) {
                send(socket, "GET " + path + HOST + "\r\n");
                assertThat(readAnswer(socket))
                        .startsWith("HTTP/1.1 " + status + " ")
                        .contains("application/problem+json")
                        .contains(detail)
                        .doesNotContain("secret")
                        .doesNotContain("Exception");
            }
        }
    }
}
