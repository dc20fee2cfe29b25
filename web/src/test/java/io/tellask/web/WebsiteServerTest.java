package io.tellask.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Server;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site at the port of a server, asked by a client of the JDK and by bytes of a socket. */
class WebsiteServerTest {
    private static final long LONG_BYTES = 1L << 30;

    @TempDir
    private Path temp;

    private final ActorSystem system = ActorSystem.create();
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private Server server;
    private HttpClient client;

    @BeforeEach
    void start() throws IOException {
        Path folder = Files.createDirectories(temp.resolve("pages"));
        Files.writeString(temp.resolve("secret.txt"), "secret");
        Files.writeString(
                folder.resolve("index.html"), "<!doctype html><title>home</title><link rel=stylesheet href=app.css>");
        Files.writeString(folder.resolve("app.css"), "p { color: red }");
        Files.writeString(folder.resolve("app.js"), "export const a = 1;\n".repeat(100));
        try (FileChannel sparse = FileChannel.open(
                folder.resolve("long.bin"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE,
                StandardOpenOption.SPARSE)) {
            sparse.write(ByteBuffer.wrap(new byte[] {1}), LONG_BYTES - 1);
        }
        Website site = Website.builder()
                .resources(ResourcePath.builder().folder(folder).classPath().build())
                .mode(WebMode.PRODUCTION)
                .mount("/health", HealthPages.builder().build())
                .accessLog(new AccessLog(log::add, () -> {}, false, Clock.systemUTC()))
                .build();
        server = Server.builder(system)
                .transport(DetectingTransport.builder().pages(site).build())
                .listen("any://127.0.0.1:0/tellask")
                .start();
        client = HttpClient.newHttpClient();
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
        system.close();
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + server.address().getPort() + path));
    }

    private HttpResponse<byte[]> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = to(path);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    @Test
    void pagesAndPackagesAreServed() throws Exception {
        assertThat(new String(get("/").body(), StandardCharsets.UTF_8)).contains("<title>home</title>", "p{color:red}");
        HttpResponse<byte[]> lit = get("/_static/lit/3.3.3/index.js", "accept-encoding", "br");
        assertThat(lit.statusCode()).isEqualTo(200);
        assertThat(header(lit, "cache-control")).contains("immutable");
        HttpResponse<byte[]> app = get("/app.js", "accept-encoding", "gzip");
        assertThat(header(app, "content-encoding")).isEqualTo("gzip");
        assertThat(header(app, "content-length")).isEqualTo(Integer.toString(app.body().length));
        HttpResponse<byte[]> same = get("/app.js", "accept-encoding", "gzip", "if-none-match", header(app, "etag"));
        assertThat(same.statusCode()).isEqualTo(304);
        assertThat(get("/health/ready").statusCode()).isEqualTo(200);
        assertThat(get("/missing").statusCode()).isEqualTo(404);
        assertThat(log)
                .anyMatch(
                        line -> line.matches("\\S+Z 127\\.0\\.0\\.1 GET /app\\.js 200 " + app.body().length + " \\d+"))
                .anyMatch(line -> line.contains(" GET /app.js 304 0 "));
    }

    @Test
    void headsHaveTheLengthOfTheFile() throws Exception {
        for (String path : List.of("/long.bin", "/app.js")) {
            HttpResponse<byte[]> head = client.send(
                    to(path).method("HEAD", HttpRequest.BodyPublishers.noBody()).build(), BodyHandlers.ofByteArray());
            assertThat(head.statusCode()).isEqualTo(200);
            assertThat(header(head, "content-length"))
                    .isEqualTo(path.equals("/app.js") ? "2000" : Long.toString(LONG_BYTES));
            assertThat(head.body()).isEmpty();
        }
    }

    @Test
    void aFileLongerThanTheHeapIsSentAtThePaceOfItsReader() throws Exception {
        HttpResponse<InputStream> answer = client.send(to("/long.bin").build(), BodyHandlers.ofInputStream());
        assertThat(header(answer, "content-length")).isEqualTo(Long.toString(LONG_BYTES));
        try (InputStream in = answer.body()) {
            long read = 0;
            byte[] part = new byte[1 << 20];
            for (int count = in.read(part); count >= 0; count = in.read(part)) {
                read += count;
            }
            assertThat(read).isEqualTo(LONG_BYTES);
        }
        HttpResponse<byte[]> last = get("/long.bin", "range", "bytes=-2");
        assertThat(last.statusCode()).isEqualTo(206);
        assertThat(last.body()).containsExactly(0, 1);
    }

    @Test
    void readersThatGoAwayHarmNobody() throws Exception {
        for (int i = 0; i < 50; i++) {
            try (Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
                socket.getOutputStream()
                        .write("GET /long.bin HTTP/1.1\r\nhost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(socket.getInputStream().readNBytes(1_000)).hasSize(1_000);
            }
        }
        assertThat(get("/app.js").statusCode()).isEqualTo(200);
    }

    @Test
    void noPathLeadsOutOfTheFolder() throws Exception {
        Random random = new Random(Seed.given());
        String[] pieces = {
            "/",
            "//",
            "..",
            ".",
            "%2e",
            "%2E%2e",
            "%252e",
            "%2f",
            "%5c",
            "\\",
            ";",
            "%00",
            "secret.txt",
            "pages",
            "index.html",
            "%c0%ae",
            "~",
            "%uff0e",
            "?",
            "#",
            "*",
            "C:",
            "file:",
            "META-INF",
            "\u00A7"
        };
        for (int round = 0; round < Rounds.of(300, 20_000); round++) {
            StringBuilder path = new StringBuilder("/");
            for (int i = random.nextInt(8); i >= 0; i--) {
                path.append(pieces[random.nextInt(pieces.length)]);
            }
            String answer = raw("GET " + path + " HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
            assertThat(answer).as(path.toString()).matches("(?s)HTTP/1\\.1 (200|206|30[48]|40[0-9]|414) .*");
            String body = answer.substring(answer.indexOf("\r\n\r\n"));
            assertThat(body).as(path.toString()).doesNotContain("secret").doesNotContain(temp.toString());
        }
    }

    @Test
    void randomHeadersGetAClearAnswer() throws Exception {
        Random random = new Random(Seed.given());
        String[] names = {
            "range", "if-range", "if-none-match", "if-match", "if-modified-since", "accept-encoding", "accept"
        };
        String[] pieces = {
            "bytes=",
            "0-",
            "-1",
            ",",
            "\"",
            "W/",
            "*",
            "gzip",
            "q=",
            ";",
            "0.5",
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "\u00E9",
            " "
        };
        for (int round = 0; round < Rounds.of(300, 20_000); round++) {
            StringBuilder request =
                    new StringBuilder("GET /app.js HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
            for (int i = random.nextInt(4); i >= 0; i--) {
                request.append(names[random.nextInt(names.length)]).append(": ");
                for (int j = random.nextInt(8); j >= 0; j--) {
                    request.append(pieces[random.nextInt(pieces.length)]);
                }
                request.append("\r\n");
            }
            assertThat(raw(request + "\r\n"))
                    .as(request.toString())
                    .matches("(?s)HTTP/1\\.1 (200|206|304|400|406|412|416) .*");
        }
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
