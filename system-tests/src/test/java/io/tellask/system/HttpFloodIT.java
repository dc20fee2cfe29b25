package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.kv.KeyValueStore;
import io.tellask.remote.Client;
import io.tellask.remote.RemotingException;
import io.tellask.remote.TransportException;
import io.tellask.test.Await;
import io.tellask.test.Rounds;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A server in a small heap that strangers flood with requests of long polling goes on serving others. */
@Isolated
@Timeout(180)
class HttpFloodIT {
    private static final Pattern ADDRESS = Pattern.compile("listening on (\\w+://[^ ,]+)");
    private static final String OPEN = "POST /kv HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";

    @TempDir
    private static Path folder;

    private static JavaProcess server;
    private static URI address;

    private final ActorSystem system = ActorSystem.create();
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
                        "io.tellask.cli.Main",
                        "serve",
                        "--dir",
                        folder.resolve("maps").toString(),
                        "--listen",
                        "any://127.0.0.1:0/kv"));
        String line = server.readLine();
        while (line != null && line.startsWith("console at ")) {
            line = server.readLine();
        }
        Matcher found = ADDRESS.matcher(String.valueOf(line));
        assertThat(found.find()).as(line).isTrue();
        address = URI.create(found.group(1));
    }

    @AfterEach
    void close() throws IOException {
        system.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private Socket socket() throws IOException {
        Socket socket = new Socket(address.getHost(), address.getPort());
        socket.setSoTimeout(20_000);
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        return socket;
    }

    /** The body of the answer; with its status line before it where that is none of 201. */
    private static String answer(Socket socket, String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        InputStream in = socket.getInputStream();
        String status = line(in);
        int length = 0;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            if (header.startsWith("content-length: ")) {
                length = Integer.parseInt(header.substring(16));
            }
        }
        String body = new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
        return status.contains(" 201 ") ? body : status + " " + body;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException();
            }
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString();
    }

    /** Who is connected stays so, and others are let in again once the flood is over. */
    private void assertServes(Client bystander) {
        assertThat(bystander.lookup(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class))
                .isNotNull();
        for (String scheme : List.of("http", "ws", "tellask")) {
            Await.until("a client is let in by " + scheme, () -> isLetIn(scheme));
        }
    }

    private boolean isLetIn(String scheme) {
        try {
            connect(scheme).close();
            return true;
        } catch (RemotingException | TransportException refused) {
            assertThat(refused).message().isNotEmpty();
            return false;
        }
    }

    private Client connect(String scheme) {
        return Client.connect(
                system, scheme + "://127.0.0.1:" + address.getPort() + (scheme.equals("tellask") ? "" : "/kv"));
    }

    private static String upload(String id, String body, int length) {
        return "POST /kv HTTP/1.1\r\nHost: localhost\r\nTellask-Connection: " + id + "\r\nTellask-Position: 0\r\n"
                + "Content-Length: " + length + "\r\n\r\n" + body;
    }

    @Test
    void openedConnectionsThatNobodyUsesGiveWay() throws Exception {
        Client bystander = connect("http");
        Socket socket = socket();
        for (int i = 0; i < Rounds.of(5_000, 50_000); i++) {
            assertThat(answer(socket, OPEN)).hasSize(32);
        }
        assertServes(bystander);
    }

    @Test
    void unfinishedIntroductionsAreBounded() throws Exception {
        Client bystander = connect("http");
        String begin = "\u00f0\377\0\1TLSK" + "x".repeat(60_000); // a HELLO of 65,520 bytes
        int taken = 0;
        for (int i = 0; i < 2_000; i++) {
            try (Socket socket = socket()) {
                String id = answer(socket, OPEN);
                if (id.length() == 32
                        && answer(socket, upload(id, begin, begin.length())).contains(" 204 ")) {
                    taken++;
                }
            }
        }
        assertThat(taken).isGreaterThan(0);
        assertServes(bystander);
    }

    @Test
    void unfinishedRequestsAreBounded() throws Exception {
        Client bystander = connect("http");
        for (int i = 0; i < 1_500; i++) {
            String id;
            try (Socket first = socket()) {
                id = answer(first, OPEN);
            }
            Socket socket = socket();
            try {
                socket.getOutputStream()
                        .write((i % 2 == 0
                                        ? upload(id, "x".repeat(100), 60_000)
                                        : "POST /kv HTTP/1.1\r\nX: " + "y".repeat(6_000))
                                .getBytes(StandardCharsets.ISO_8859_1));
            } catch (IOException closedAlready) {
                assertThat(i).isGreaterThan(0);
            }
        }
        assertServes(bystander);
    }
}
