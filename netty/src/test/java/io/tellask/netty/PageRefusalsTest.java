package io.tellask.netty;

import static io.tellask.netty.PagesFixture.status;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of HTTP/1.1 that are refused, so that no two readers see different requests in the same bytes. */
@Timeout(60)
class PageRefusalsTest {
    private static final String HOST = "Host: localhost\r\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n",
                "Content-Length: 3\r\nContent-Length: 3\r\n",
                "Content-Length: 3\r\nContent-Length: 4\r\n",
                "Content-Length: 3, 3\r\n",
                "Content-Length: 3, 4\r\n",
                "Content-Length: +3\r\n",
                "Content-Length: -3\r\n",
                "Content-Length: 0x3\r\n",
                "Content-Length: 3 3\r\n",
                "Content-Length:\r\n",
                "Content-Length: 99999999999999999999\r\n",
                "Transfer-Encoding: gzip\r\n",
                "Transfer-Encoding: gzip, chunked\r\n",
                "Transfer-Encoding: ,chunked\r\n",
                "Transfer-Encoding: chunked, gzip\r\n",
                "Transfer-Encoding: chunked, chunked\r\n",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                "Transfer-Encoding: xchunked\r\n",
                "Transfer-Encoding: \"chunked\"\r\n",
                "Transfer-Encoding : chunked\r\n",
                " Transfer-Encoding: chunked\r\n",
                "\tTransfer-Encoding: chunked\r\n",
                "X: y\r\n folded\r\n",
                "X: y\r\n\tfolded\r\n",
                "X: y\nContent-Length: 3\r\n",
                "X: y\rContent-Length: 3\r\n",
                "X: y\u0000z\r\n",
                "X: y\u0001z\r\n",
                "X: y\u007fz\r\n",
                "X\u0000: y\r\n",
                "X y: z\r\n",
                "X\u00e4: z\r\n",
                ": z\r\n",
                "no colon\r\n",
                "X(: z\r\n",
                "Host: localhost\r\n",
                "Host: other\r\n",
                "Sec-WebSocket-Key1: 1\r\nSec-WebSocket-Key2: 2\r\n",
            })
    void refusesHeadersThatCouldBeReadInTwoWays(String header) throws Exception {
        try (PagesFixture fixture = new PagesFixture(PagesFixture::mirror)) {
            String answer = fixture.exchange("POST / HTTP/1.1\r\n" + HOST + header
                    + "\r\n3\r\nabc\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n" + HOST + "\r\n");
            assertThat(status(answer)).isEqualTo(400);
            assertThat(answer)
                    .contains("application/problem+json")
                    .contains("connection: close")
                    .containsOnlyOnce("HTTP/1.1 ");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET http://localhost/ HTTP/1.1 | 400",
                "GET * HTTP/1.1 | 400",
                "OPTIONS * HTTP/1.1 | 400",
                "GET index.html HTTP/1.1 | 400",
                "GET /a#b HTTP/1.1 | 400",
                "GET /a\tb HTTP/1.1 | 400",
                "GET /a\u0001b HTTP/1.1 | 400",
                "GET /\u00e4 HTTP/1.1 | 400",
                "GET /a b HTTP/1.1 | 400",
                "GET  / HTTP/1.1 | 400",
                "GET / HTTP/1.1 x | 400",
                "GET / | 400",
                "GET / HTTP/2.0 | 505",
                "GET / HTTP/1.2 | 505",
                "GET / HTTP/0.9 | 505",
                "GET / HTTP/1,1 | 400",
                "GET / HTTP/11.1 | 400",
                "GET / RTSP/1.0 | 400",
                "CONNECT localhost:80 HTTP/1.1 | 405",
                "TRACE / HTTP/1.1 | 405",
                "PUT / HTTP/1.1 | 200",
                "GET /?a=\"<>{}`^\\ HTTP/1.1 | 200",
                "GET /%2e%2e/%zz?%00 HTTP/1.1 | 200",
            })
    void refusesFirstLinesThatAreNone(String line, int status) throws Exception {
        try (PagesFixture fixture = new PagesFixture(PagesFixture::echo)) {
            assertThat(status(fixture.exchange(line + "\r\n" + HOST + "\r\n"))).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, 200",
        "LOCALHOST:80, 200",
        "127.0.0.1, 200",
        "[::1]:8080, 200",
        "allowed.example, 200",
        "rebound.example, 421",
        "127.0.0.1.nip.example, 421",
        "localhost., 421",
        "user@localhost, 400",
        "localhost/x, 400",
        "localhost:x, 400",
        "local host, 400",
        "'', 400",
    })
    void takesNamesOfLoopbackOnly(String host, int status) throws Exception {
        try (PagesFixture fixture = new PagesFixture(
                PagesFixture::echo,
                builder -> builder.http(
                        HttpTransport.builder().hosts("Allowed.example").build()))) {
            assertThat(status(fixture.exchange("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n")))
                    .isEqualTo(status);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x\r\nabc\r\n0\r\n\r\n",
                "-3\r\nabc\r\n0\r\n\r\n",
                "0x3\r\nabc\r\n0\r\n\r\n",
                "3\nabc\r\n0\r\n\r\n",
                "3;a=b\nabc\r\n0\r\n\r\n",
                "3\r\nabcd\r\n0\r\n\r\n",
                "3\r\nabc0\r\n\r\n",
                "fffffffffffffffff\r\nabc\r\n0\r\n\r\n",
                "3\r\nab",
                "3\r\nabc\r\n0\r\n",
            })
    void refusesChunksThatAreNone(String body) throws Exception {
        try (PagesFixture fixture = new PagesFixture(PagesFixture::mirror)) {
            String answer =
                    fixture.exchange("POST / HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n" + body);
            assertThat(status(answer)).isEqualTo(400);
            assertThat(answer).contains("connection: close").containsOnlyOnce("HTTP/1.1 ");
        }
    }

    @Test
    void refusesAHeadWithoutAHost() throws Exception {
        try (PagesFixture fixture = new PagesFixture(PagesFixture::echo)) {
            assertThat(status(fixture.exchange("GET / HTTP/1.1\r\n\r\n"))).isEqualTo(400);
            String get = "GET / HTTP/1.1\r\n" + HOST + "\r\n";
            try (Socket socket = fixture.socket()) {
                for (String between : List.of("", "\r\n", "\r\n\r\n")) {
                    PagesFixture.send(socket, between + get);
                    assertThat(status(PagesFixture.readAnswer(socket))).isEqualTo(200);
                }
            }
        }
    }
}
