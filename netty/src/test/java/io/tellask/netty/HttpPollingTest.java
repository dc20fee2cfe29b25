package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.tellask.actor.IoLoops;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.test.Await;
import io.tellask.test.Seed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Long polling as clients see it that we have not written: the JDK's, and sockets that send what no client sends. */
@Timeout(60)
class HttpPollingTest {
    private static final byte[] NOTHING = {};

    private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(true);
    private final IoLoops loops = new NettyLoopProvider().open(2, "polling");
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<RecordingReceiver> sessions = new CopyOnWriteArrayList<>();
    private Transport.Listener listener;

    @AfterEach
    void close() {
        client.shutdownNow();
        if (listener != null) {
            listener.close();
            sessions.forEach(session -> session.wire.loop().execute(session.wire::abort));
            Await.until(
                    () -> "buffers in use: " + buffers.metric(),
                    () -> buffers.metric().usedHeapMemory() == 0
                            && buffers.metric().usedDirectMemory() == 0);
        }
        assertThat(loops.close(Duration.ofSeconds(5))).isTrue();
    }

    private HttpTransport.Builder transport() {
        return HttpTransport.builder().buffers(buffers);
    }

    /** Whose sessions send back what they receive. */
    private void listen(HttpTransport transport) {
        listen(transport, true);
    }

    private void listen(HttpTransport transport, boolean echo) {
        listener = transport.listen(URI.create("http://127.0.0.1:0/tellask"), loops, wire -> {
            RecordingReceiver receiver = new RecordingReceiver(wire, (self, bytes) -> {
                if (echo) {
                    self.wire.send(bytes, 0, bytes.length);
                }
            });
            sessions.add(receiver);
            return receiver;
        });
    }

    private HttpRequest.Builder request() {
        return HttpRequest.newBuilder(listener.address()).timeout(Duration.ofSeconds(20));
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private String open() throws Exception {
        HttpResponse<byte[]> answer = send(request().POST(HttpRequest.BodyPublishers.noBody()));
        assertThat(answer.statusCode()).isEqualTo(201);
        return new String(answer.body(), StandardCharsets.US_ASCII);
    }

    private HttpRequest.Builder of(String id, long position) {
        return request().header("Tellask-Connection", id).header("Tellask-Position", "" + position);
    }

    private HttpResponse<byte[]> upload(String id, long position, byte[] bytes) throws Exception {
        return send(of(id, position).POST(HttpRequest.BodyPublishers.ofByteArray(bytes)));
    }

    private HttpResponse<byte[]> poll(String id, long position) throws Exception {
        return send(of(id, position).GET());
    }

    private CompletableFuture<HttpResponse<byte[]>> pollLater(String id, long position) {
        return client.sendAsync(of(id, position).GET().build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static String position(HttpResponse<?> answer) {
        return answer.headers().firstValue("tellask-position").orElse("");
    }

    private RecordingReceiver session() {
        Await.until("a session has begun", () -> !sessions.isEmpty());
        return sessions.getLast();
    }

    private static void on(RecordingReceiver session, Runnable task) throws Exception {
        CompletableFuture<Void> done = new CompletableFuture<>();
        session.wire.loop().execute(() -> {
            task.run();
            done.complete(null);
        });
        done.get(10, TimeUnit.SECONDS);
    }

    @Test
    void carriesBytesOfTheJdksClientBothWays() throws Exception {
        listen(transport().build());
        HttpResponse<byte[]> opened = send(request().POST(HttpRequest.BodyPublishers.noBody()));
        assertThat(opened.headers().map())
                .containsEntry("cache-control", List.of("no-store"))
                .containsEntry("x-content-type-options", List.of("nosniff"))
                .containsEntry("tellask-poll-millis", List.of("25000"))
                .containsEntry("tellask-silence-millis", List.of("30000"))
                .doesNotContainKeys("set-cookie", "access-control-allow-origin");
        String id = new String(opened.body(), StandardCharsets.US_ASCII);
        assertThat(id).matches("[0-9a-f]{32}").isNotEqualTo(open());

        byte[] sent = new byte[300_000];
        new Random(Seed.given()).nextBytes(sent);
        byte[] back = new byte[sent.length];
        int up = 0;
        int down = 0;
        while (down < sent.length) {
            if (up < sent.length) {
                byte[] part = Arrays.copyOfRange(sent, up, Math.min(sent.length, up + 50_000));
                HttpResponse<byte[]> taken = upload(id, up, part);
                assertThat(taken.statusCode()).isEqualTo(204);
                up += part.length;
                assertThat(position(taken)).isEqualTo("" + up);
            }
            HttpResponse<byte[]> got = poll(id, down);
            assertThat(got.statusCode()).isEqualTo(200);
            assertThat(position(got)).isEqualTo("" + down);
            assertThat(got.headers().map())
                    .containsEntry("cache-control", List.of("no-store"))
                    .containsEntry("content-type", List.of("application/octet-stream"));
            System.arraycopy(got.body(), 0, back, down, got.body().length);
            down += got.body().length;
        }
        assertThat(back).isEqualTo(sent);
        RecordingReceiver session = sessions.getFirst();
        assertThat(session.wire.peer()).startsWith("http://127.0.0.1:");
        assertThat(send(of(id, up).DELETE()).statusCode()).isEqualTo(204);
        assertThat(session.closed.get(10, TimeUnit.SECONDS)).isEmpty();
        assertThat(poll(id, down).statusCode()).isEqualTo(410);
        assertThat(upload(id, up, new byte[1]).statusCode()).isEqualTo(410);
        assertThat(send(of(id, up).DELETE()).statusCode()).isEqualTo(410);
    }

    @Test
    void repeatedAndOverlappingUploadsChangeNothingAndGapsAreRefused() throws Exception {
        listen(transport().build(), false);
        String id = open();
        byte[] bytes = "0123456789".getBytes();
        assertThat(position(upload(id, 0, bytes))).isEqualTo("10");
        assertThat(position(upload(id, 0, bytes))).isEqualTo("10");
        assertThat(position(upload(id, 5, "56789abc".getBytes()))).isEqualTo("13");
        assertThat(position(upload(id, 2, NOTHING))).isEqualTo("13");
        HttpResponse<byte[]> gap = upload(id, 14, "!".getBytes());
        assertThat(gap.statusCode()).isEqualTo(409);
        assertThat(position(gap)).isEqualTo("13");
        HttpResponse<byte[]> early = send(of(id, 14).DELETE());
        assertThat(early.statusCode()).isEqualTo(409);
        assertThat(session().closed).isNotDone();
        assertThat(session().bytes.toString()).isEqualTo("0123456789abc");
    }

    @Test
    void bytesAreAnsweredAgainUntilTheyAreConfirmed() throws Exception {
        listen(transport().pollTime(Duration.ofMillis(100)).build());
        String id = open();
        upload(id, 0, "hello".getBytes());
        for (int i = 0; i < 3; i++) {
            assertThat(new String(poll(id, 0).body())).isEqualTo("hello");
        }
        assertThat(poll(id, 6).statusCode()).isEqualTo(409); // it was not sent
        assertThat(new String(poll(id, 2).body())).isEqualTo("llo");
        assertThat(poll(id, 5).statusCode()).isEqualTo(204);
        HttpResponse<byte[]> older = poll(id, 4);
        assertThat(older.statusCode()).isEqualTo(409);
        assertThat(position(older)).isEqualTo("5");
        assertThat(session().wire.isWritable()).isTrue();
    }

    @Test
    void newerPollWinsAndTheOlderIsAnsweredEmpty() throws Exception {
        listen(transport().build());
        String id = open();
        CompletableFuture<HttpResponse<byte[]>> older = pollLater(id, 0);
        CompletableFuture<HttpResponse<byte[]>> newer = pollLater(id, 0);
        CompletableFuture.anyOf(older, newer).get(10, TimeUnit.SECONDS);
        CompletableFuture<HttpResponse<byte[]>> answered = older.isDone() ? older : newer;
        CompletableFuture<HttpResponse<byte[]>> held = older.isDone() ? newer : older;
        assertThat(answered.join().statusCode()).isEqualTo(204);
        upload(id, 0, "x".getBytes());
        assertThat(new String(held.get(10, TimeUnit.SECONDS).body())).isEqualTo("x");
    }

    @Test
    void abandonedPollLosesNothing() throws Exception {
        listen(transport().build());
        String id = open();
        for (int i = 0; i < 5; i++) {
            try (Socket socket = socket("GET /tellask HTTP/1.1\r\nHost: localhost\r\nTellask-Connection: " + id
                    + "\r\nTellask-Position: " + i + "\r\n\r\n")) {
                upload(id, i, new byte[] {(byte) ('a' + i)});
                if (i % 2 == 0) {
                    socket.setSoLinger(true, 0); // a reset
                }
            }
            assertThat(new String(poll(id, i).body())).isEqualTo("" + (char) ('a' + i));
        }
    }

    private Socket socket(String begin) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), listener.address().getPort());
        socket.setSoTimeout(10_000);
        socket.getOutputStream().write(begin.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    /** All that comes until the server closes the connection. */
    private String answer(String request) throws IOException {
        try (Socket socket = socket(request)) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void pollIsHeldForItsTimeAndSilenceEndsTheConnection() throws Exception {
        listen(transport()
                .pollTime(Duration.ofMillis(300))
                .silenceTime(Duration.ofMillis(700))
                .build());
        String id = open();
        long before = System.nanoTime();
        for (int i = 0; i < 4; i++) {
            assertThat(poll(id, 0).statusCode()).isEqualTo(204);
        }
        assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(4 * 300));
        assertThat(session().closed).isNotDone();
        assertThat(session().closed.get(10, TimeUnit.SECONDS).orElseThrow())
                .hasMessageContaining("silenceTimeMillis=700");
        assertThat(poll(id, 0).statusCode()).isEqualTo(410);
    }

    @Test
    void saysThatTheServerHasClosedTheConnectionOnceAllHasBeenRead() throws Exception {
        listen(transport().build());
        String id = open();
        RecordingReceiver session = session();
        CompletableFuture<HttpResponse<byte[]>> held = pollLater(id, 0);
        on(session, () -> {
            session.wire.send("bye".getBytes(), 0, 3);
            session.wire.close();
        });
        assertThat(new String(held.get(10, TimeUnit.SECONDS).body())).isEqualTo("bye");
        assertThat(upload(id, 0, new byte[100]).statusCode()).isEqualTo(204); // nobody reads it
        assertThat(session.closed).isNotDone();
        assertThat(poll(id, 3).statusCode()).isEqualTo(410);
        assertThat(session.closed.get(10, TimeUnit.SECONDS)).isEmpty();
        assertThat(session.bytes.size()).isZero();

        String other = open();
        CompletableFuture<HttpResponse<byte[]>> waiting = pollLater(other, 0);
        Await.until("its session has begun", () -> sessions.size() == 2);
        on(sessions.getLast(), sessions.getLast().wire::abort);
        assertThat(waiting.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(410);
    }

    @Test
    void uploadWaitsForASessionThatDoesNotRead() throws Exception {
        listen(transport().pollTime(Duration.ofMillis(300)).build(), false);
        String id = open();
        RecordingReceiver session = session();
        on(session, () -> session.wire.reading(false));
        CompletableFuture<HttpResponse<byte[]>> waiting = client.sendAsync(
                of(id, 0)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[PollingWire.MOST_BYTES]))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        Await.until("the request is counted", () -> session.keptBytes == PollingServerWire.UPLOAD_BYTES);
        assertThat(waiting.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(204);
        assertThat(position(waiting.join())).isEqualTo("0");
        on(session, () -> assertThat(session.keptBytes).isZero());
        assertThat(session.bytes.size()).isZero();
        on(session, () -> session.wire.reading(true));
        assertThat(position(upload(id, 0, new byte[1_000]))).isEqualTo("1000");
        Await.until("all has come", () -> session.bytes.size() == 1_000);
        on(session, () -> assertThat(session.keptBytes).isZero());
    }

    @Test
    void countsWhatIsKeptForAClientThatDoesNotRead() throws Exception {
        listen(transport().build(), false);
        String id = open();
        RecordingReceiver session = session();
        on(session, () -> session.wire.send(new byte[1_000_000], 0, 1_000_000));
        on(session, () -> assertThat(session.keptBytes).isGreaterThanOrEqualTo(1_000_000));
        int position = 0;
        while (position < 1_000_000) {
            byte[] body = poll(id, position).body();
            assertThat(body.length).isBetween(1, PollingWire.MOST_BYTES);
            position += body.length;
        }
        CompletableFuture<Void> writable = new CompletableFuture<>();
        on(session, () -> session.onWritable = () -> writable.complete(null));
        pollLater(id, position);
        writable.get(10, TimeUnit.SECONDS);
        on(session, () -> assertThat(session.keptBytes).isZero());
    }

    @ParameterizedTest
    @CsvSource({
        "GET, '', 400, POST opens a connection",
        "GET, Tellask-Connection: ID, 400, tellask-position is missing",
        "GET, Tellask-Connection: ID|Tellask-Position: -1, 400, tellask-position is missing or no number",
        "GET, Tellask-Connection: ID|Tellask-Position: 1234567890123456789, 400, no number",
        "POST, Tellask-Connection: ID|Content-Length: 0, 400, no number",
        "DELETE, Tellask-Connection: ID|Tellask-Position: x, 400, no number",
        "GET, Tellask-Connection: 0123456789abcdef0123456789abcdef|Tellask-Position: 0, 404, there is no such connection",
        "POST, Tellask-Connection: x|Tellask-Position: 0|Content-Length: 1, 404, there is no such connection",
        "DELETE, Tellask-Connection: ID|Tellask-Connection: ID, 404, there is no such connection",
        "PUT, '', 405, what is taken here",
        "HEAD, '', 405, ''",
        "POST, Content-Length: 1, 413, up to 65536 bytes",
        "POST, Transfer-Encoding: chunked, 413, up to 65536 bytes",
        "GET, Content-Length: 1, 413, up to 65536 bytes",
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
                .startsWith("HTTP/1.1 400 ");
        assertThat(answer("POST /" + "x".repeat(5_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
        assertThat(answer("no such thing\r\n\r\n")).startsWith("HTTP/1.1 400 ");
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
                .isBetween(Duration.ofMillis(400), Duration.ofSeconds(8));
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

    @Test
    void connectionsAreBounded() throws Exception {
        listen(transport().connections(3).build());
        String first = open();
        open();
        String third = open();
        HttpResponse<byte[]> refused = send(request().POST(HttpRequest.BodyPublishers.noBody()));
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(new String(refused.body())).contains("connections=3");
        assertThat(send(of(third, 0).DELETE()).statusCode()).isEqualTo(204);
        Await.until("one more has room", () -> {
            try {
                return send(request().POST(HttpRequest.BodyPublishers.noBody())).statusCode() == 201;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(position(upload(first, 0, "x".getBytes()))).isEqualTo("1");
    }

    @Test
    void oldestConnectionThatIsNotUsedGivesWay() throws Exception {
        listen(transport().handshakes(2).build());
        String used = open();
        upload(used, 0, "x".getBytes());
        String first = open();
        String second = open();
        CompletableFuture<HttpResponse<byte[]>> held = pollLater(first, 0);
        String third = open();
        assertThat(held.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(410);
        for (String alive : List.of(used, second, third)) {
            assertThat(upload(alive, 0, "x".getBytes()).statusCode()).isEqualTo(204);
        }
        assertThat(sessions.get(1).closed.get(10, TimeUnit.SECONDS).orElseThrow())
                .hasMessageContaining("handshakes=2");
    }

    @Test
    void socketsThatNameNoConnectionAreBounded() throws Exception {
        IoLoops one = new NettyLoopProvider().open(1, "one"); // which takes them in their order
        listener = transport()
                .handshakes(2)
                .build()
                .listen(
                        URI.create("http://127.0.0.1:0/tellask"),
                        one,
                        wire -> new RecordingReceiver(wire, (self, bytes) -> {}));
        String id = open();
        try (Socket first = socket("");
                Socket second = socket("GET");
                Socket third = socket("")) {
            assertThat(first.getInputStream().read()).isEqualTo(-1);
            assertThat(position(upload(id, 0, "x".getBytes()))).isEqualTo("1");
            for (Socket alive : List.of(second, third)) {
                alive.setSoTimeout(200);
                assertThatThrownBy(() -> alive.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            }
        }
        listener.close();
        listener = null;
        assertThat(one.close(Duration.ofSeconds(5))).isTrue();
    }

    @Test
    void socketsThatHaveServedAConnectionAreBounded() throws Exception {
        listen(transport().connections(2).build());
        String id = open();
        String upload = "POST /tellask HTTP/1.1\r\nHost: localhost\r\nTellask-Connection: " + id
                + "\r\nTellask-Position: 0\r\nContent-Length: 0\r\n\r\n";
        try (Socket first = socket(upload)) {
            assertThat(first.getInputStream().read()).isEqualTo('H');
            try (Socket second = socket(upload)) {
                assertThat(second.getInputStream().read()).isEqualTo('H');
                try (Socket third = socket(upload)) {
                    assertThat(third.getInputStream().read()).isEqualTo('H');
                    assertThat(new String(first.getInputStream().readAllBytes()))
                            .contains("204 No Content");
                }
            }
        }
        assertThat(upload(id, 0, "x".getBytes()).statusCode()).isEqualTo(204);
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
        RecordingReceiver client = opened.get(10, TimeUnit.SECONDS);
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
        client.closed.get(10, TimeUnit.SECONDS);
    }

    private TransportException failure(URI address) throws Exception {
        CompletableFuture<TransportException> failed = new CompletableFuture<>();
        HttpTransport.builder()
                .handshakeTime(Duration.ofMillis(500))
                .build()
                .connect(
                        address,
                        loops.all().getFirst(),
                        wire -> {
                            failed.completeExceptionally(new AssertionError("connected"));
                            return new RecordingReceiver(wire, (self, bytes) -> {});
                        },
                        failed::complete);
        return failed.get(20, TimeUnit.SECONDS);
    }

    @Test
    void saysWhyThereIsNoConnection() throws Exception {
        listen(transport().connections(1).build());
        int port = listener.address().getPort();
        TransportException elsewhere = failure(URI.create("http://127.0.0.1:" + port + "/elsewhere"));
        assertThat(elsewhere.problem()).isEqualTo(Problem.FAILED);
        assertThat(elsewhere).hasMessageContaining("status=404").hasMessageContaining("check the address and its path");
        open();
        assertThat(failure(URI.create("http://127.0.0.1:" + port + "/tellask"))).hasMessageContaining("status=503");

        try (ServerSocket deaf = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            TransportException slow = failure(URI.create("http://127.0.0.1:" + deaf.getLocalPort() + "/"));
            assertThat(slow.problem()).isEqualTo(Problem.TIMED_OUT);
        }
        Transport.Listener plain = new TcpTransport()
                .listen(
                        URI.create("tellask://127.0.0.1:0"),
                        loops,
                        wire -> new RecordingReceiver(
                                wire, (self, bytes) -> self.wire.send("no such thing\r\n\r\n".getBytes(), 0, 17)));
        TransportException other =
                failure(URI.create("http://127.0.0.1:" + plain.address().getPort() + "/"));
        assertThat(other.problem()).isEqualTo(Problem.OTHER_PROTOCOL);
        plain.close();
    }

    @Test
    void listensOnLoopbackOnlyUnlessPlaintextIsAllowed() {
        assertThatThrownBy(() -> transport().build().listen(URI.create("http://0.0.0.0:0/"), loops, wire -> null))
                .isInstanceOfSatisfying(
                        TransportException.class, e -> assertThat(e.problem()).isEqualTo(Problem.NOT_ALLOWED));
        transport()
                .build()
                .listen(URI.create("http://0.0.0.0:0/?plaintext=true"), loops, wire -> null)
                .close();
        assertThatThrownBy(() -> transport().build().listen(URI.create("https://127.0.0.1:0/"), loops, wire -> null))
                .isInstanceOfSatisfying(
                        TransportException.class, e -> assertThat(e.problem()).isEqualTo(Problem.UNUSABLE_CERTIFICATE));
        assertThatThrownBy(() -> HttpTransport.builder().connections(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("connections=0");
    }
}
