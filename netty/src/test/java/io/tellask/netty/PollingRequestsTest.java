package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Seed;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of long polling that are taken and that are refused. */
@Timeout(60)
class PollingRequestsTest extends PollingFixture {
    @ParameterizedTest
    @CsvSource({
        "GET, '', 400, POST opens a connection",
        "GET, Tellask-Connection: ID, 400, tellask-position is missing",
        "GET, Tellask-Connection: ID|Tellask-Position: -1, 400, tellask-position is missing",
        "GET, Tellask-Connection: ID|Tellask-Position: 1234567890123456789, 400, no number",
        "POST, Tellask-Connection: ID|Content-Length: 0, 400, no number",
        "DELETE, Tellask-Connection: ID|Tellask-Position: x, 400, no number",
        "GET, Tellask-Connection: ID|Tellask-Position: 0|Tellask-Position: 0, 400, given twice",
        "DELETE, Tellask-Connection: ID|Tellask-Position: 0|Tellask-Position: 1, 400, given twice",
        "GET, Tellask-Connection: 0123456789abcdef0123456789abcdef|Tellask-Position: 0, 404, there is no such connection",
        "POST, Tellask-Connection: x|Tellask-Position: 0|Content-Length: 1, 404, there is no such connection",
        "DELETE, Tellask-Connection: ID|Tellask-Connection: ID, 404, there is no such connection",
        "PUT, '', 405, what is taken here",
        "HEAD, '', 405, ''",
        "POST, Content-Length: 1, 413, up to 65536 bytes",
        "POST, Transfer-Encoding: chunked, 413, up to 65536 bytes",
        "GET, Tellask-Connection: ID|Tellask-Position: 0|Content-Length: 1, 413, up to 65536 bytes",
        "GET, Tellask-Connection: ID|Tellask-Position: 0|Content-Length: 5, 413, up to 65536 bytes",
        "POST, Content-Length: 5, 413, up to 65536 bytes",
        "POST, Content-Length: x, 400, no request of HTTP",
        "POST, Tellask-Connection: ID|Tellask-Position: 0|Content-Length: 65537, 413, up to 65536 bytes",
    })
    void refusesRequestsThatMeanNothing(String method, String headers, int status, String text) throws Exception {
        listen(transport().build());
        String id = open();
        String request = method + " /tellask HTTP/1.1\r\nHost: localhost\r\n"
                + (headers.isEmpty() ? "" : headers.replace("ID", id).replace("|", "\r\n") + "\r\n") + "\r\n"
                + (headers.contains("chunked") ? "1\r\nx\r\n0\r\n\r\n" : headers.contains("Length: 1") ? "x" : "");
        assertThat(answer(request))
                .startsWith("HTTP/1.1 " + status + " ")
                .contains(text)
                .contains("no-store");
        assertThat(session().closed).isNotDone();
        assertThat(position(upload(id, 0, "x".getBytes()))).isEqualTo("1");
    }

    @Test
    void takesBodiesAndHeadersUpToTheirLimits() throws Exception {
        listen(transport().build(), false);
        String id = open();
        assertThat(position(upload(id, 0, new byte[PollingWire.MOST_BYTES]))).isEqualTo("65536");
        assertThat(upload(id, 65_536, new byte[PollingWire.MOST_BYTES + 1]).statusCode())
                .isEqualTo(413);
        String chunked = "POST /tellask HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTellask-Connection: " + id
                + "\r\nTellask-Position: 65536\r\nTransfer-Encoding: chunked\r\n\r\n";
        String body = "x".repeat(PollingWire.MOST_BYTES);
        assertThat(answer(chunked + "10000\r\n" + body + "\r\n0\r\n\r\n")).startsWith("HTTP/1.1 204 ");
        assertThat(answer(chunked + "10000\r\n" + body + "\r\n1\r\nx\r\n0\r\n\r\n"))
                .startsWith("HTTP/1.1 413 ");
        assertThat(answer("POST /tellask HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: " + "x".repeat(7_000)
                        + "\r\nContent-Length: 0\r\n\r\n"))
                .startsWith("HTTP/1.1 201 ");
        assertThat(answer("POST /tellask HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(9_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 431 ");
        assertThat(answer("POST /" + "x".repeat(5_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 414 ");
        assertThat(answer("no such thing\r\n\r\n")).startsWith("HTTP/1.1 400 ");
        for (String version : List.of("HTTP/2.0", "HTTP/1.2", "HTTP/0.9", "RTSP/1.1")) {
            assertThat(answer("POST /tellask " + version + "\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"))
                    .as(version)
                    .startsWith(version.startsWith("HTTP") ? "HTTP/1.1 505 " : "HTTP/1.1 400 ");
        }
    }

    /** A client repeats what was cut on the way; an answer would tell it that it is wrong. */
    @Test
    void requestThatIsCutIsNotAnswered() throws Exception {
        listen(transport().build(), false);
        String id = open();
        String head = "POST /tellask HTTP/1.1\r\nHost: localhost\r\nTellask-Connection: " + id
                + "\r\nTellask-Position: 0\r\nContent-Length: 100\r\n\r\n";
        for (String sent : List.of("", "x".repeat(50))) {
            try (Socket socket = socket(head + sent)) {
                socket.shutdownOutput();
                assertThat(socket.getInputStream().readAllBytes()).isEmpty();
            }
        }
        assertThat(session().closed).isNotDone();
    }

    @Test
    void damagedRequestsEndTheirSocketOnly() throws Exception {
        listen(transport().handshakeTime(Duration.ofSeconds(2)).build(), false);
        String id = open();
        Random random = new Random(Seed.given());
        List<String> whole = List.of(
                "POST /tellask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
                "GET /tellask HTTP/1.1\r\nHost: localhost\r\nTellask-Connection: " + id
                        + "\r\nTellask-Position: 7\r\n\r\n",
                "POST /tellask HTTP/1.1\r\nHost: localhost\r\nTellask-Connection: " + id
                        + "\r\nTellask-Position: 9\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
        for (int i = 0; i < 200; i++) {
            StringBuilder damaged = new StringBuilder(whole.get(i % whole.size()));
            for (int j = random.nextInt(4); j >= 0; j--) {
                int at = random.nextInt(damaged.length());
                switch (random.nextInt(3)) {
                    case 0 -> damaged.setCharAt(at, (char) random.nextInt(256));
                    case 1 -> damaged.insert(at, damaged.substring(at, Math.min(damaged.length(), at + 10)));
                    default -> damaged.deleteCharAt(at);
                }
            }
            try (Socket socket = socket(damaged.toString())) {
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
            } catch (SocketException closedAlready) {
                assertThat(closedAlready.getMessage()).containsAnyOf("reset", "Broken pipe");
            }
        }
        assertThat(position(upload(id, 0, "x".getBytes()))).isEqualTo("1");
    }

    @Test
    void answersClientsThatAskBeforeTheySendABody() throws Exception {
        listen(transport().build(), false);
        String id = open();
        try (Socket socket =
                socket("POST /tellask HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTellask-Connection: " + id
                        + "\r\nTellask-Position: 0\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")) {
            byte[] go = socket.getInputStream().readNBytes(25);
            assertThat(new String(go)).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            socket.getOutputStream().write("abc".getBytes());
            assertThat(new String(socket.getInputStream().readAllBytes()))
                    .startsWith("HTTP/1.1 204 ")
                    .contains("tellask-position: 3");
        }
        assertThat(session().bytes.toString()).isEqualTo("abc");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void slowRequestsAndSilentSocketsAreClosed(boolean body) throws Exception {
        listen(transport().handshakeTime(Duration.ofMillis(500)).build(), false);
        String id = open();
        String slow = body
                ? "POST /tellask HTTP/1.1\r\nHost: localhost\r\nTellask-Connection: " + id
                        + "\r\nTellask-Position: 0\r\nContent-Length: 60000\r\n\r\n"
                : "POST /tellask HTTP/1.1\r\n";
        long before = System.nanoTime();
        try (Socket socket = socket(slow)) {
            assertThatThrownBy(() -> {
                        while (true) { // some of it each time, and never all
                            socket.getOutputStream().write(body ? "x".getBytes() : "X: y\r\n".getBytes());
                            socket.setSoTimeout(50);
                            try {
                                if (socket.getInputStream().read() < 0) {
                                    throw new IOException("closed");
                                }
                            } catch (SocketTimeoutException notYet) {
                                socket.setSoTimeout(50);
                            }
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - before))
                .isBetween(Duration.ofMillis(400), Duration.ofSeconds(30));
        if (body) {
            assertThat(position(upload(id, 0, NOTHING)))
                    .as("what has come was taken")
                    .isNotEqualTo("0");
        }
    }

    @Test
    void secondRequestBeforeTheAnswerIsNotRead() throws Exception {
        listen(transport().build());
        String open = "POST /tellask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
        String id = open();
        String poll = "GET /tellask HTTP/1.1\r\nHost: localhost\r\nTellask-Connection: " + id
                + "\r\nTellask-Position: 0\r\n\r\n";
        try (Socket socket = socket(poll + open + open)) {
            upload(id, 0, "x".getBytes());
            String all = new String(socket.getInputStream().readAllBytes());
            assertThat(all)
                    .startsWith("HTTP/1.1 200 ")
                    .contains("connection: close")
                    .endsWith("x");
        }
        assertThat(sessions).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "/tellask, 127.0.0.1:PORT, '', 201",
        "/tellask?more=1, localhost:PORT, '', 201",
        "/tellask, [::1]:PORT, '', 201",
        "/tellask, allowed.example:PORT, '', 201",
        "/tellask, 127.0.0.1:PORT, Origin: http://127.0.0.1:PORT, 201",
        "/tellask, 127.0.0.1:PORT, Origin: https://app.example, 201",
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
    void servesItsOwnPagesOnly(String path, String host, String header, int status) throws Exception {
        listen(transport()
                .origins("https://app.example")
                .hosts("Allowed.example")
                .build());
        String port = "" + listener.address().getPort();
        for (String method : List.of("POST", "OPTIONS")) {
            String answer = answer(method + " " + path + " HTTP/1.1\r\nHost: " + host.replace("PORT", port)
                    + "\r\nConnection: close\r\nContent-Length: 0\r\n"
                    + (header.isEmpty() ? "" : header.replace("PORT", port) + "\r\n") + "\r\n");
            int expected = status == 201 && method.equals("OPTIONS") ? 204 : status;
            assertThat(answer).startsWith("HTTP/1.1 " + expected + " ");
            boolean allowed = status == 201 && header.startsWith("Origin");
            assertThat(answer.contains("access-control-allow-origin: "
                            + header.replace("Origin: ", "").replace("PORT", port)))
                    .isEqualTo(allowed);
            assertThat(answer.contains(
                            "access-control-allow-headers: tellask-connection, tellask-position, content-type"))
                    .isEqualTo(allowed && method.equals("OPTIONS"));
            assertThat(answer).doesNotContain("allow-credentials").doesNotContainIgnoringCase("cookie");
        }
        assertThat(sessions).hasSize(status == 201 ? 1 : 0);
    }

    @Test
    void connectionOfAnotherCertificateIsNobodys(@TempDir Path folder) throws Exception {
        TestAuthority authority = new TestAuthority(folder, "root");
        TestAuthority.Issued certificate = authority.server("server");
        HttpTransport server = transport()
                .tls(TlsTransport.builder()
                        .certificate(certificate.chain(), certificate.key())
                        .trust(authority.file())
                        .clientAuthentication(TlsTransport.ClientAuthentication.WANTED)
                        .build())
                .build();
        listener = server.listen(URI.create("https://127.0.0.1:0/tellask"), loops, wire -> {
            RecordingReceiver receiver = new RecordingReceiver(wire, (self, bytes) -> {});
            sessions.add(receiver);
            return receiver;
        });
        CompletableFuture<RecordingReceiver> opened = new CompletableFuture<>();
        TestAuthority.Issued own = authority.issue("own", made -> made);
        HttpTransport.builder()
                .tls(TlsTransport.builder()
                        .trust(authority.file())
                        .certificate(own.chain(), own.key())
                        .build())
                .build()
                .connect(
                        listener.address(),
                        loops.all().getFirst(),
                        wire -> {
                            RecordingReceiver receiver = new RecordingReceiver(wire, (self, bytes) -> {});
                            opened.complete(receiver);
                            return receiver;
                        },
                        opened::completeExceptionally);
        RecordingReceiver client = opened.get(30, TimeUnit.SECONDS);
        assertThat(session().wire.certificate().getSubjectX500Principal().getName())
                .isEqualTo("CN=own");
        assertThat(client.wire.certificate().getSubjectX500Principal().getName())
                .isEqualTo("CN=server");
        String id = ((PollingServerWire) session().wire).id();
        for (TestAuthority.Issued other : Arrays.asList(null, authority.issue("other", made -> made))) {
            TlsTransport.Builder tls = TlsTransport.builder().trust(authority.file());
            TlsTransport transport = other == null
                    ? tls.build()
                    : tls.certificate(other.chain(), other.key()).build();
            PollingTarget target = new PollingTarget(listener.address(), id, 1, 1);
            assertThat(TlsRequests.status(transport, target, loops.all().getFirst()))
                    .isEqualTo(404);
        }
        assertThat(client.closed).isNotDone();
        client.wire.loop().execute(client.wire::close);
        client.closed.get(30, TimeUnit.SECONDS);
    }
}
