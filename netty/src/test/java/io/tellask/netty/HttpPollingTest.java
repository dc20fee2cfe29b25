package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.test.Await;
import io.tellask.test.Seed;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Long polling as clients see it that we have not written: where bytes begin, and who gets them. */
@Timeout(60)
class HttpPollingTest extends PollingFixture {
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
        RecordingReceiver session = sessions.stream()
                .filter(one -> one.bytes.size() > 0)
                .findFirst()
                .orElseThrow();
        assertThat(session.wire.peer()).startsWith("http://127.0.0.1:");
        assertThat(send(of(id, up).DELETE()).statusCode()).isEqualTo(204);
        assertThat(session.closed.get(30, TimeUnit.SECONDS)).isEmpty();
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
    void uploadsInAnyOrderNeitherLoseNorDoubleBytes() throws Exception {
        listen(transport().build(), false);
        String id = open();
        byte[] all = new byte[200_000];
        new Random(Seed.given()).nextBytes(all);
        List<Callable<Void>> senders = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            SplittableRandom random = new SplittableRandom(Seed.given() + i);
            senders.add(() -> {
                int known = 0;
                while (known < all.length) { // begins somewhere before what it knows, or behind it
                    int from = Math.max(0, known - random.nextInt(5_000) + random.nextInt(50));
                    int to = Math.min(all.length, Math.max(from, known) + random.nextInt(20_000));
                    HttpResponse<byte[]> answer = upload(id, from, Arrays.copyOfRange(all, Math.min(from, to), to));
                    assertThat(answer.statusCode()).isIn(204, 409);
                    known = Integer.parseInt(position(answer));
                }
                return null;
            });
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> sender : threads.invokeAll(senders)) {
                sender.get();
            }
        }
        assertThat(session().bytes.toByteArray()).isEqualTo(all);
    }

    @Test
    void abortOfOurClientTellsTheServer() throws Exception {
        listen(transport().build());
        CompletableFuture<RecordingReceiver> opened = new CompletableFuture<>();
        new HttpTransport()
                .connect(
                        listener.address(),
                        loops.all().getFirst(),
                        wire -> {
                            RecordingReceiver receiver = new RecordingReceiver(wire, (self, bytes) -> {});
                            opened.complete(receiver);
                            return receiver;
                        },
                        opened::completeExceptionally);
        RecordingReceiver own = opened.get(30, TimeUnit.SECONDS);
        on(own, () -> {
            own.wire.send(new byte[1_000_000], 0, 1_000_000);
            own.wire.abort();
        });
        assertThat(own.closed.get(30, TimeUnit.SECONDS)).isEmpty();
        assertThat(session().closed.get(30, TimeUnit.SECONDS)).isEmpty();
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
        CompletableFuture.anyOf(older, newer).get(30, TimeUnit.SECONDS);
        CompletableFuture<HttpResponse<byte[]>> answered = older.isDone() ? older : newer;
        CompletableFuture<HttpResponse<byte[]>> held = older.isDone() ? newer : older;
        assertThat(answered.join().statusCode()).isEqualTo(204);
        upload(id, 0, "x".getBytes());
        assertThat(new String(held.get(30, TimeUnit.SECONDS).body())).isEqualTo("x");
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
        assertThat(new String(held.get(30, TimeUnit.SECONDS).body())).isEqualTo("bye");
        assertThat(upload(id, 0, new byte[100]).statusCode()).isEqualTo(204); // nobody reads it
        assertThat(session.closed).isNotDone();
        assertThat(poll(id, 3).statusCode()).isEqualTo(410);
        assertThat(session.closed.get(30, TimeUnit.SECONDS)).isEmpty();
        assertThat(session.bytes.size()).isZero();

        String other = open();
        CompletableFuture<HttpResponse<byte[]>> waiting = pollLater(other, 0);
        Await.until("its session has begun", () -> sessions.size() == 2);
        on(sessions.getLast(), sessions.getLast().wire::abort);
        assertThat(waiting.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(410);
    }

    private TransportException failure(URI address) throws Exception {
        return failure(address, Duration.ofSeconds(30));
    }

    private TransportException failure(URI address, Duration handshakeTime) throws Exception {
        CompletableFuture<TransportException> failed = new CompletableFuture<>();
        HttpTransport.builder()
                .handshakeTime(handshakeTime)
                .build()
                .connect(
                        address,
                        loops.all().getFirst(),
                        wire -> {
                            failed.completeExceptionally(new AssertionError("connected"));
                            return new RecordingReceiver(wire, (self, bytes) -> {});
                        },
                        failed::complete);
        return failed.get(40, TimeUnit.SECONDS);
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
            TransportException slow =
                    failure(URI.create("http://127.0.0.1:" + deaf.getLocalPort() + "/"), Duration.ofMillis(500));
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
}
