package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Await;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A server of pages in a small heap that strangers flood goes on serving others. */
@Isolated
@Timeout(180)
class PagesFloodIT {
    private static final String HOST = " HTTP/1.1\r\nHost: localhost\r\n";

    @TempDir
    private static Path folder;

    private static JavaProcess server;
    private static URI address;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Socket> sockets = new ArrayList<>();

    @BeforeAll
    static void start() {
        server = JavaProcess.startIn(
                folder,
                List.of(
                        "-Xmx64m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        ChildJvm.classPath(),
                        PagesServer.class.getName()));
        address = URI.create(String.valueOf(server.readLine()));
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Sends that on a connection of its own, which stays; the server may have closed it before it has read all. */
    private void send(String text) throws IOException {
        send("127.0.0.1", text);
    }

    private void send(String from, String text) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.setReceiveBufferSize(4 * 1024);
        socket.bind(new InetSocketAddress(from, 0));
        socket.connect(new InetSocketAddress("127.0.0.1", address.getPort()));
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException closedAlready) {
            assertThat(closedAlready).hasMessageFindingMatch("reset|roken pipe");
        }
    }

    private boolean isServed() {
        try {
            return client.send(
                                    HttpRequest.newBuilder(
                                                    URI.create("http://127.0.0.1:" + address.getPort() + "/small"))
                                            .timeout(Duration.ofSeconds(5))
                                            .build(),
                                    BodyHandlers.ofString())
                            .statusCode()
                    == 200;
        } catch (IOException closedForOthers) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void assertServes() {
        Await.until("another client is served", this::isServed);
    }

    @Test
    void answersThatNobodyReadsAreBounded() throws Exception {
        for (int i = 0; i < Rounds.of(400, 2_000); i++) {
            send(("GET /large" + HOST + "\r\n").repeat(20));
            if (i % 50 == 0) {
                assertServes();
            }
        }
        assertServes();
    }

    /** They look as if they read: the system's buffers take what there is for them. */
    @Test
    @EnabledOnOs(OS.LINUX) // which has more addresses of loopback
    void oneAddressDoesNotKeepOthersOutByQuietStreams() throws Exception {
        for (int i = 0; i < Rounds.of(1_000, 4_000); i++) {
            send("127.0.0.2", "GET /quiet" + HOST + "\r\n");
            if (i % 50 == 0) {
                assertServes();
            }
        }
        assertServes();
    }

    @Test
    void streamsThatNobodyReadsOnDoNotKeepOthersOut() throws Exception {
        for (int i = 0; i < Rounds.of(1_000, 4_000); i++) {
            send("GET /endless" + HOST + "\r\n");
            if (i % 50 == 0) {
                assertServes();
            }
        }
        assertServes();
    }

    @Test
    void bodiesThatNeverEndAreBounded() throws Exception {
        for (int i = 0; i < Rounds.of(400, 2_000); i++) {
            String body = "x".repeat(200_000);
            send(
                    i % 2 == 0
                            ? "POST /" + HOST + "Content-Length: 1000000\r\n\r\n" + body
                            : "POST /" + HOST + "Transfer-Encoding: chunked\r\n\r\n" + "1\r\nx\r\n".repeat(30_000));
            if (i % 50 == 0) {
                assertServes();
            }
        }
        assertServes();
    }

    @Test
    void headsThatNeverEndAreBounded() throws Exception {
        for (int i = 0; i < Rounds.of(1_500, 5_000); i++) {
            send(i % 2 == 0 ? "GET /" + "x".repeat(8_000) : "GET /small" + HOST + "X: " + "y".repeat(16_000));
        }
        assertServes();
    }

    @Test
    void garbageIsAnsweredOrDropped() throws Exception {
        Random random = new Random(Seed.given());
        String whole = "POST /small" + HOST + "Content-Length: 3\r\nTransfer-Encoding: x\r\n\r\nabc\r\n0\r\n\r\n";
        for (int i = 0; i < Rounds.of(1_000, 20_000); i++) {
            StringBuilder damaged = new StringBuilder(whole);
            for (int j = random.nextInt(5); j >= 0; j--) {
                int at = random.nextInt(damaged.length());
                switch (random.nextInt(3)) {
                    case 0 -> damaged.setCharAt(at, (char) random.nextInt(256));
                    case 1 -> damaged.insert(at, whole, at % whole.length(), whole.length());
                    default -> damaged.deleteCharAt(at);
                }
            }
            send(damaged.toString());
            if (i % 100 == 0) {
                assertServes();
            }
        }
        assertServes();
    }
}
