package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.tellask.actor.IoLoops;
import io.tellask.remote.Transport;
import io.tellask.test.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/** A server of long polling, and requests of the JDK's client and of bare sockets. */
abstract class PollingFixture {
    static final byte[] NOTHING = {};

    final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(true);
    final IoLoops loops = new NettyLoopProvider().open(2, "polling");
    final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    final List<RecordingReceiver> sessions = new CopyOnWriteArrayList<>();
    Transport.Listener listener;

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
        assertThat(loops.close(Duration.ofSeconds(30))).isTrue();
    }

    HttpTransport.Builder transport() {
        return HttpTransport.builder().buffers(buffers);
    }

    /** Whose sessions send back what they receive. */
    void listen(HttpTransport transport) {
        listen(transport, true);
    }

    void listen(HttpTransport transport, boolean echo) {
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

    HttpRequest.Builder request() {
        return HttpRequest.newBuilder(listener.address()).timeout(Duration.ofSeconds(20));
    }

    HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    String open() throws Exception {
        HttpResponse<byte[]> answer = send(request().POST(HttpRequest.BodyPublishers.noBody()));
        assertThat(answer.statusCode()).isEqualTo(201);
        return new String(answer.body(), StandardCharsets.US_ASCII);
    }

    HttpRequest.Builder of(String id, long position) {
        return request().header("Tellask-Connection", id).header("Tellask-Position", "" + position);
    }

    HttpResponse<byte[]> upload(String id, long position, byte[] bytes) throws Exception {
        return send(of(id, position).POST(HttpRequest.BodyPublishers.ofByteArray(bytes)));
    }

    HttpResponse<byte[]> poll(String id, long position) throws Exception {
        return send(of(id, position).GET());
    }

    CompletableFuture<HttpResponse<byte[]>> pollLater(String id, long position) {
        return client.sendAsync(of(id, position).GET().build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    static String position(HttpResponse<?> answer) {
        return answer.headers().firstValue("tellask-position").orElse("");
    }

    RecordingReceiver session() {
        Await.until("a session has begun", () -> !sessions.isEmpty());
        return sessions.getLast();
    }

    static void on(RecordingReceiver session, Runnable task) throws Exception {
        CompletableFuture<Void> done = new CompletableFuture<>();
        session.wire.loop().execute(() -> {
            task.run();
            done.complete(null);
        });
        done.get(30, TimeUnit.SECONDS);
    }

    Socket socket(String begin) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), listener.address().getPort());
        socket.setSoTimeout(10_000);
        socket.getOutputStream().write(begin.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    /** All that comes until the server closes the connection. */
    String answer(String request) throws IOException {
        try (Socket socket = socket(request)) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
