package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpResponse;
import io.tellask.http.HttpService;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.remote.Transport;
import io.tellask.test.Await;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A server of pages and of an actor at one port, whose buffers are counted. */
final class PagesFixture implements AutoCloseable {
    interface Desk {
        Promise<Integer> hash(byte[] bytes);
    }

    static final class DeskActor extends Actor implements Desk {
        @Override
        public Promise<Integer> hash(byte[] bytes) {
            return Promise.of(Arrays.hashCode(bytes));
        }
    }

    final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(true);
    final ActorSystem system = ActorSystem.builder().ioLoops(2).build();
    final Server server;

    PagesFixture(HttpService service) {
        this(service, builder -> {});
    }

    PagesFixture(HttpService service, Consumer<DetectingTransport.Builder> settings) {
        DetectingTransport.Builder builder =
                DetectingTransport.builder().buffers(buffers).pages(service);
        settings.accept(builder);
        server = Server.builder(system)
                .publish("desk", Desk.class, system.spawn(Desk.class, DeskActor::new))
                .transport(builder.build())
                .listen("any://127.0.0.1:0/tellask")
                .start();
    }

    static PagesFixture withLimits(HttpService service, Consumer<HttpLimits.Builder> settings) {
        HttpLimits.Builder limits = HttpLimits.builder();
        settings.accept(limits);
        return new PagesFixture(service, builder -> builder.pageLimits(limits.build()));
    }

    /** Answers with what was asked for. */
    static void echo(HttpExchange exchange) {
        exchange.answer(HttpResponse.text(
                200,
                "text/plain",
                exchange.request().method() + " " + exchange.request().path()));
    }

    /** Answers with the body that came. */
    static void mirror(HttpExchange exchange) {
        exchange.body(1 << 20).whenComplete((bytes, failure) -> {
            if (failure == null) {
                exchange.answer(HttpResponse.of(200, "application/octet-stream", bytes));
            } else {
                exchange.answer(io.tellask.http.Problem.of((io.tellask.http.HttpException) failure));
            }
        });
    }

    int port() {
        return server.address().getPort();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    Client connect(Transport transport, String scheme) {
        String path = scheme.startsWith("t") ? "" : "/tellask";
        return Client.builder(system).transport(transport).connect(scheme + "://127.0.0.1:" + port() + path);
    }

    /** Sends those bytes on a connection of their own, ends this side's half, and returns all that comes. */
    String exchange(String request) throws IOException {
        try (Socket socket = socket()) {
            send(socket, request);
            socket.shutdownOutput();
            return readAll(socket);
        }
    }

    Socket socket() throws IOException {
        Socket socket = new Socket("127.0.0.1", port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    static String readAll(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** Reads one answer whose length is said. */
    static String readAnswer(Socket socket) throws IOException {
        String head = readHead(socket);
        int length = contentLength(head);
        byte[] body = socket.getInputStream().readNBytes(length);
        assertThat(body).as("body of " + head).hasSize(length);
        return head + new String(body, StandardCharsets.ISO_8859_1);
    }

    static String readHead(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection ended behind: " + head);
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private static int contentLength(String head) {
        return head.lines()
                .filter(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:"))
                .mapToInt(line ->
                        Integer.parseInt(line.substring(line.indexOf(':') + 1).strip()))
                .findFirst()
                .orElse(0);
    }

    /** The status of an answer. */
    static int status(@Nullable String answer) {
        assertThat(answer).as("answer").startsWith("HTTP/1.1 ");
        return Integer.parseInt(answer.substring(9, 12));
    }

    @Override
    public void close() {
        server.close();
        try {
            Await.until(
                    () -> "buffers in use: " + buffers.metric(),
                    () -> buffers.metric().usedHeapMemory() == 0
                            && buffers.metric().usedDirectMemory() == 0);
        } finally {
            system.close();
        }
    }
}
