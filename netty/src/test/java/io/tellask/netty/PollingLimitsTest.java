package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.IoLoops;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.test.Await;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bounds of long polling, at their edges: times, numbers and bytes. */
@Timeout(60)
class PollingLimitsTest extends PollingFixture {
    @Test
    void pollIsHeldForItsTimeAndSilenceEndsTheConnection() throws Exception {
        listen(transport()
                .pollTime(Duration.ofMillis(500))
                .silenceTime(Duration.ofMillis(1_500))
                .build());
        String id = open();
        long before = System.nanoTime();
        for (int i = 0; i < 4; i++) {
            assertThat(poll(id, 0).statusCode()).isEqualTo(204);
        }
        assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(4 * 500));
        assertThat(session().closed).isNotDone();
        assertThat(session().closed.get(30, TimeUnit.SECONDS).orElseThrow())
                .hasMessageContaining("silenceTimeMillis=1500");
        assertThat(poll(id, 0).statusCode()).isEqualTo(410);
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
        assertThat(waiting.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(204);
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
        writable.get(30, TimeUnit.SECONDS);
        on(session, () -> assertThat(session.keptBytes).isZero());
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
    void socketOpensTheNextConnectionOnceTheOneBeforeHasBegun() throws Exception {
        listen(transport().handshakes(2).build());
        String answers = answer("POST /tellask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n".repeat(50));

        assertThat(answers).containsOnlyOnce("HTTP/1.1 201 ").contains("connection: close");
        assertThat(sessions).hasSize(1);
    }

    @Test
    void oldestConnectionWhoseEndNobodyAsksForGivesWay() throws Exception {
        listen(transport().handshakes(2).build());
        List<RecordingReceiver> closed = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            String id = open();
            upload(id, 0, "x".getBytes());
            RecordingReceiver session = session();
            closed.add(session);
            on(session, () -> {
                session.wire.send(new byte[] {1}, 0, 1);
                session.wire.close();
            });
            upload(id, 1, "y".getBytes()); // uses it no more
        }
        assertThat(closed.getFirst().closed.get(30, TimeUnit.SECONDS).orElseThrow())
                .hasMessageContaining("handshakes=3 > handshakes=2");
        assertThat(closed.getLast().closed).isNotDone();
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
        assertThat(held.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(410);
        for (String alive : List.of(used, second, third)) {
            assertThat(upload(alive, 0, "x".getBytes()).statusCode()).isEqualTo(204);
        }
        Await.until(
                "its session has ended",
                () -> sessions.stream().anyMatch(session -> session.closed.isDone())); // they begin on two loops
        assertThat(sessions.stream().filter(session -> session.closed.isDone()).toList())
                .singleElement()
                .satisfies(session ->
                        assertThat(session.closed.join().orElseThrow()).hasMessageContaining("handshakes=2"));
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
        assertThat(one.close(Duration.ofSeconds(30))).isTrue();
    }

    /** One whose answer has begun to come: from here on it is none of those that serve nobody. */
    private Socket served(String upload) throws IOException {
        Socket socket = socket(upload);
        assertThat(socket.getInputStream().read()).isEqualTo('H');
        return socket;
    }

    private static CompletableFuture<String> readToItsEnd(Socket socket) {
        CompletableFuture<String> read = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                read.complete(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
            } catch (IOException closedByTheTest) {
                read.completeExceptionally(closedByTheTest);
            }
        });
        return read;
    }

    @Test
    void socketsThatHaveServedAConnectionAreBounded() throws Exception {
        listen(transport().handshakes(1).build()); // and one for the connection
        String id = open();
        String upload = "POST /tellask HTTP/1.1\r\nHost: localhost\r\nTellask-Connection: " + id
                + "\r\nTellask-Position: 0\r\nContent-Length: 0\r\n\r\n";
        try (Socket first = served(upload);
                Socket second = served(upload);
                Socket third = served(upload)) {
            List<CompletableFuture<String>> whole = Stream.of(first, second, third)
                    .map(PollingLimitsTest::readToItsEnd)
                    .toList();
            Object closed = CompletableFuture.anyOf(whole.toArray(CompletableFuture[]::new))
                    .get(30, TimeUnit.SECONDS); // whichever waited longest for another request
            assertThat((String) closed).contains("204 No Content");
        }
        assertThat(upload(id, 0, "x".getBytes()).statusCode()).isEqualTo(204);
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
