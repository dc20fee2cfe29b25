package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Credentials;
import io.tellask.remote.Limits;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import io.tellask.test.Seed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions over long polling through what stands between a client and its server. */
@Timeout(120)
class HttpIntermediariesTest {
    /** Each connection of HTTP is a new socket behind some of these, which a busy machine opens late. */
    private static final Limits PATIENT =
            Limits.builder().connectTime(Duration.ofSeconds(30)).build();

    private final ActorSystem servers = ActorSystem.builder().ioLoops(2).build();
    private final ActorSystem clients = ActorSystem.builder().ioLoops(2).build();
    private Server server;

    public interface Desk {
        Promise<byte[]> echo(byte[] bytes);
    }

    static final class DeskActor extends Actor implements Desk {
        @Override
        public Promise<byte[]> echo(byte[] bytes) {
            return Promise.of(bytes);
        }
    }

    @BeforeEach
    void start() {
        server = Server.builder(servers)
                .publish("desk", Desk.class, servers.spawn(Desk.class, DeskActor::new))
                .transport(new HttpTransport())
                .listen("http://127.0.0.1:0/tellask")
                .start();
    }

    @AfterEach
    void close() {
        clients.close();
        server.close();
        servers.close();
    }

    private void talk(int port, int rounds) {
        Random random = new Random(Seed.given());
        try (Client client = Client.builder(clients)
                .limits(PATIENT)
                .transport(HttpTransport.builder()
                        .silenceTime(Duration.ofSeconds(20))
                        .build())
                .connect("http://127.0.0.1:" + port + "/tellask")) {
            Desk desk = client.lookup("desk", Desk.class);
            for (int i = 0; i < rounds; i++) {
                byte[] bytes = new byte[random.nextInt(200_000)];
                random.nextBytes(bytes);
                List<Promise<byte[]>> answers = new ArrayList<>();
                for (int j = 0; j < 3; j++) {
                    answers.add(desk.echo(bytes));
                }
                for (Promise<byte[]> answer : answers) {
                    assertThat(answer.join()).isEqualTo(bytes);
                }
            }
        }
        Await.until("the server has heard that the client is gone", () -> server.connections() == 0);
    }

    /** Reads whole requests and whole answers; {@code times}: how often each request is sent on, of which the last answer counts. */
    private HttpServer buffering(int times) throws IOException {
        return buffering(times, false);
    }

    private HttpServer buffering(int times, boolean closes) throws IOException {
        HttpServer proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        HttpClient onward =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        proxy.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        proxy.createContext("/", exchange -> {
            try (exchange) {
                byte[] body = exchange.getRequestBody().readAllBytes();
                boolean opens = exchange.getRequestHeaders().getFirst("Tellask-Connection") == null;
                HttpResponse<byte[]> answer = null;
                for (int i = 0; i < (opens ? 1 : times); i++) {
                    answer = onward.send(request(exchange, body), HttpResponse.BodyHandlers.ofByteArray());
                }
                answer.headers().map().forEach((name, values) -> {
                    if (name.startsWith("tellask")) {
                        exchange.getResponseHeaders().put(name, values);
                    }
                });
                if (closes) {
                    exchange.getResponseHeaders().set("Connection", "close");
                }
                int length = answer.body().length;
                exchange.sendResponseHeaders(answer.statusCode(), length == 0 ? -1 : length);
                exchange.getResponseBody().write(answer.body());
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        });
        proxy.start();
        return proxy;
    }

    private HttpRequest request(HttpExchange exchange, byte[] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.address().getPort() + exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        for (String name : List.of("Tellask-Connection", "Tellask-Position")) {
            String value = exchange.getRequestHeaders().getFirst(name);
            if (value != null) {
                request.header(name, value);
            }
        }
        return request.build();
    }

    @Test
    void oneThatReadsWholeRequestsAndAnswersChangesNothing() throws Exception {
        HttpServer proxy = buffering(1);
        talk(proxy.getAddress().getPort(), 10);
        proxy.stop(0);
    }

    @Test
    void oneThatClosesItsSocketAfterEachAnswerChangesNothing() throws Exception {
        HttpServer proxy = buffering(1, true);
        byte[] bytes = new byte[300_000];
        try (Client client = Client.builder(clients)
                .limits(PATIENT)
                .transport(new HttpTransport())
                .credentials(Credentials.token("sent where nobody can read it"))
                .connect("http://127.0.0.1:" + proxy.getAddress().getPort() + "/tellask")) {
            assertThat(client.lookup("desk", Desk.class).echo(bytes).join()).isEqualTo(bytes);
        }
        proxy.stop(0);
    }

    @Test
    void oneThatRepeatsRequestsChangesNothing() throws Exception {
        HttpServer proxy = buffering(2);
        Random random = new Random(Seed.given());
        try (Client client = Client.builder(clients)
                .limits(PATIENT)
                .transport(new HttpTransport())
                .connect("http://127.0.0.1:" + proxy.getAddress().getPort() + "/tellask")) {
            Desk desk = client.lookup("desk", Desk.class);
            for (int i = 0; i < 3; i++) {
                byte[] bytes = new byte[random.nextInt(200_000)];
                random.nextBytes(bytes);
                assertThat(desk.echo(bytes).join()).isEqualTo(bytes);
            }
        }
        proxy.stop(0);
    }

    /** Closes each connection after a number of bytes by chance, in the midst of headers and bodies. */
    private static final class Cutting implements AutoCloseable {
        private final ServerSocket front = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        private final SplittableRandom random = new SplittableRandom(Seed.given());
        private final AtomicInteger cuts = new AtomicInteger();
        private final int target;

        Cutting(int target) throws IOException {
            this.target = target;
            Thread.ofVirtual().start(this::accept);
        }

        private void accept() {
            boolean first = true;
            while (true) {
                try {
                    Socket client = front.accept();
                    Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                    int up = first ? 100_000 : random.nextInt(150_000);
                    int down = first ? 100_000 : random.nextInt(150_000);
                    first = false; // it has the connection opened, which is not asked for twice
                    Thread.ofVirtual().start(() -> copy(client, server, up));
                    Thread.ofVirtual().start(() -> copy(server, client, down));
                } catch (IOException closed) {
                    if (front.isClosed()) {
                        return;
                    }
                    throw new UncheckedIOException(closed);
                }
            }
        }

        private void copy(Socket source, Socket sink, int most) {
            try (source;
                    sink) {
                sink.setTcpNoDelay(true);
                byte[] buffer = new byte[8_192];
                int left = most;
                for (int count = 0; left > 0 && count >= 0; left -= count) {
                    sink.getOutputStream().write(buffer, 0, count);
                    count = source.getInputStream().read(buffer, 0, Math.min(left, buffer.length));
                }
                cuts.incrementAndGet();
            } catch (IOException ended) {
                cuts.incrementAndGet(); // the other direction has closed both
            }
        }

        @Override
        public void close() throws IOException {
            front.close();
        }
    }

    @Test
    void oneThatCutsConnectionsAnywhereLosesNothing() throws Exception {
        try (Cutting proxy = new Cutting(server.address().getPort())) {
            talk(proxy.front.getLocalPort(), 6);
            assertThat(proxy.cuts).hasValueGreaterThan(20);
        }
    }

    @Test
    void keepsItsSocketsFromOneRequestToTheNext() throws Exception {
        AtomicInteger sockets = new AtomicInteger();
        try (ServerSocket front = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        Socket client = front.accept();
                        sockets.incrementAndGet();
                        Socket target = new Socket(
                                InetAddress.getLoopbackAddress(),
                                server.address().getPort());
                        Thread.ofVirtual().start(() -> pass(client, target));
                        Thread.ofVirtual().start(() -> pass(target, client));
                    }
                } catch (IOException closed) {
                    assertThat(front.isClosed()).isTrue();
                }
            });
            talk(front.getLocalPort(), 10);
        }
        assertThat(sockets).hasValue(2);
    }

    private static void pass(Socket source, Socket sink) {
        try (source;
                sink) {
            sink.setTcpNoDelay(true);
            source.getInputStream().transferTo(sink.getOutputStream());
        } catch (IOException ended) {
            assertThat(ended).isNotNull(); // the other direction has closed both
        }
    }

    @Test
    void serverThatClosesEndsTheClientsSession() throws Exception {
        try (Client client =
                Client.builder(clients).transport(new HttpTransport()).connect(server.address())) {
            byte[] one = {1};
            assertThat(client.lookup("desk", Desk.class).echo(one).join()).isEqualTo(one);
            server.close();
            Await.until("the client knows", () -> !client.isOpen());
        }
    }
}
