package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.IoLoops;
import io.tellask.remote.TransportException;
import io.tellask.test.Await;
import io.tellask.test.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client of long polling makes of servers that answer what no server of ours does. */
@Timeout(60)
class PollingHostileServersTest {
    private static final String OPENED = answer("201 Created", "", "0123456789abcdef0123456789abcdef");

    private final IoLoops loops = new NettyLoopProvider().open(1, "hostile");
    private final AtomicInteger requests = new AtomicInteger();
    private ServerSocket server;

    @AfterEach
    void close() throws IOException {
        server.close();
        assertThat(loops.close(Duration.ofSeconds(30))).isTrue();
    }

    private static String answer(String status, String headers, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Length: " + body.length() + "\r\n" + headers + "\r\n" + body;
    }

    /** Answers each request with what the function makes of its first line; null: with nothing, and the socket stays open. */
    private void serve(UnaryOperator<String> answers) throws IOException {
        server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            while (!server.isClosed()) {
                try {
                    Socket socket = server.accept();
                    Thread.ofVirtual().start(() -> answer(socket, answers));
                } catch (IOException closed) {
                    assertThat(server.isClosed()).isTrue();
                }
            }
        });
    }

    private void answer(Socket socket, UnaryOperator<String> answers) {
        try (socket) {
            for (String head = head(socket.getInputStream()); !head.isEmpty(); head = head(socket.getInputStream())) {
                requests.incrementAndGet();
                String answer = answers.apply(head.lines().findFirst().orElseThrow());
                if (answer == null) {
                    socket.getInputStream().read();
                    return;
                }
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
            }
        } catch (IOException ended) {
            assertThat(ended).isNotNull(); // the client has closed the socket
        }
    }

    /** A request's head, whose body is read and dropped. */
    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int b = in.read();
            if (b < 0) {
                return "";
            }
            head.write(b);
        }
        for (String line : head.toString().lines().toList()) {
            if (line.startsWith("content-length: ")) {
                in.readNBytes(Integer.parseInt(line.substring(16)));
            }
        }
        return head.toString();
    }

    private RecordingReceiver connect() throws Exception {
        return connect(Duration.ofSeconds(30));
    }

    private RecordingReceiver connect(Duration handshakeTime) throws Exception {
        CompletableFuture<RecordingReceiver> opened = new CompletableFuture<>();
        HttpTransport.builder()
                .silenceTime(Duration.ofSeconds(2))
                .pollTime(Duration.ofMillis(500))
                .handshakeTime(handshakeTime)
                .build()
                .connect(
                        URI.create("http://127.0.0.1:" + server.getLocalPort() + "/tellask"),
                        loops.all().getFirst(),
                        wire -> {
                            RecordingReceiver receiver = new RecordingReceiver(wire, (self, bytes) -> {});
                            opened.complete(receiver);
                            return receiver;
                        },
                        opened::completeExceptionally);
        try {
            return opened.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw (TransportException) failed.getCause();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 201 Created|Content-Length: 0||",
                "HTTP/1.1 201 Created|Content-Length: 5||short",
                "HTTP/1.1 201 Created|Content-Length: 32||0123456789ABCDEF0123456789ABCDEF",
                "HTTP/1.1 200 OK|Content-Length: 32||0123456789abcdef0123456789abcdef",
                "HTTP/1.1 302 Found|Location: http://127.0.0.1:1/|Content-Length: 0||",
                "HTTP/1.1 401 Unauthorized|WWW-Authenticate: Basic|Content-Length: 0||",
                "HTTP/1.1 500 Oops|Content-Length: 4||oops",
                "HTTP/1.1 201 Created|Content-Length: 999999999||x",
                "HTTP/1.1 201 Created|Transfer-Encoding: chunked||zz|",
                "HTTP/1.1 100 Continue||",
                "SSH-2.0-OpenSSH|",
            })
    void failsToConnectAndSaysWhy(String answer) throws Exception {
        serve(line -> answer.replace("|", "\r\n"));
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> connect(Duration.ofSeconds(2))))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("http://127.0.0.1:" + server.getLocalPort() + "/tellask");
    }

    @ParameterizedTest
    @CsvSource({
        "404 Not Found, '', knows nothing of this connection",
        "403 Forbidden, '', status=403",
        "302 Found, '', status=302",
        "409 Conflict, Tellask-Position: 5, disagrees on what was received",
        "200 OK, Tellask-Position: 5, status=200",
        "200 OK, '', status=200",
        "503 Busy, '', status=503",
    })
    void answersToAPollThatMeanNothingEndTheConnection(String status, String header, String message) throws Exception {
        String answer = answer(status, header.isEmpty() ? "" : header + "\r\n", "text");
        serve(line -> line.startsWith("POST") ? OPENED : line.startsWith("GET") ? answer : answer("204 No", "", ""));
        RecordingReceiver client = connect();
        assertThat(client.closed.get(30, TimeUnit.SECONDS).orElseThrow()).hasMessageContaining(message);
        assertThat(client.bytes.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "4", "x", ""})
    void positionsThatWereNotSentEndTheConnection(String position) throws Exception {
        AtomicInteger posts = new AtomicInteger();
        serve(line -> {
            if (line.startsWith("POST")) {
                return posts.getAndIncrement() == 0
                        ? OPENED
                        : "HTTP/1.1 204 No\r\nTellask-Position: " + position + "\r\n\r\n";
            }
            return line.startsWith("GET") ? null : answer("204 No", "", "");
        });
        RecordingReceiver client = connect();
        client.wire.loop().execute(() -> client.wire.send(new byte[3], 0, 3));
        assertThat(client.closed.get(30, TimeUnit.SECONDS).orElseThrow())
                .hasMessageContaining("took bytes that were not sent");
    }

    @Test
    void answerThatIsTooLongIsCutOffAtItsLimit() throws Exception {
        serve(line -> line.startsWith("GET")
                ? "HTTP/1.1 200 OK\r\nTellask-Position: 0\r\nContent-Length: 99999999\r\n\r\n" + "x".repeat(200_000)
                : line.startsWith("POST") ? OPENED : answer("204 No", "", ""));
        RecordingReceiver client = connect();
        assertThat(client.closed.get(30, TimeUnit.SECONDS).orElseThrow()).hasMessageContaining("no answer of Tellask");
        assertThat(client.bytes.size()).isLessThanOrEqualTo(PollingWire.MOST_BYTES);
    }

    @Test
    void emptyAnswersAtOnceAreNotAskedForAtOnceAgain() throws Exception {
        serve(line -> line.startsWith("POST") ? OPENED : answer("204 No", "", ""));
        long begin = System.nanoTime();
        RecordingReceiver client = connect();
        Await.until("it has asked a few times", () -> requests.get() >= 6);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(300));
        client.wire.loop().execute(client.wire::close);
        assertThat(client.closed.get(30, TimeUnit.SECONDS)).isEmpty();
    }

    @Test
    void serverThatIsGoneEndsTheConnectionAfterTheTimeOfSilence() throws Exception {
        serve(line -> line.startsWith("POST") ? OPENED : null);
        RecordingReceiver client = connect();
        Await.until("it asks for bytes", () -> requests.get() == 2);
        server.close();
        assertThat(client.closed.get(30, TimeUnit.SECONDS).orElseThrow()).isInstanceOf(TransportException.class);
    }

    @Test
    void garbageInPlaceOfAnAnswerEndsTheConnection() throws Exception {
        Random random = new Random(Seed.given());
        serve(line -> {
            if (line.startsWith("POST")) {
                return OPENED;
            }
            byte[] bytes = new byte[1 + random.nextInt(5_000)];
            random.nextBytes(bytes);
            return new String(bytes, StandardCharsets.ISO_8859_1) + "\r\n\r\n";
        });
        RecordingReceiver client = connect();
        assertThat(client.closed.get(30, TimeUnit.SECONDS)).isPresent();
        assertThat(client.bytes.size()).isZero();
    }
}
