package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.http.HttpBody;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code curl} asks for pages, in each version that it speaks. */
@Tag("tools")
@Timeout(120)
class PagesByCurlTest {
    @TempDir
    private Path folder;

    private static void serve(HttpExchange exchange) {
        switch (exchange.request().path()) {
            case "/mirror" -> PagesFixture.mirror(exchange);
            case "/parts" -> {
                HttpBody body = exchange.stream(HttpResponse.of(200));
                body.write("one ".getBytes(StandardCharsets.US_ASCII));
                body.write("two".getBytes(StandardCharsets.US_ASCII));
                body.end();
            }
            default -> PagesFixture.echo(exchange);
        }
    }

    private String curl(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("curl", "-sS", "--max-time", "30"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    @ParameterizedTest
    @ValueSource(strings = {"--http1.0", "--http1.1", "--http2"})
    void isServed(String version) throws Exception {
        TestAuthority authority = new TestAuthority(folder, "root");
        TestAuthority.Issued certificate = authority.server("server");
        TlsTransport tls = TlsTransport.builder()
                .certificate(certificate.chain(), certificate.key())
                .build();
        byte[] bytes = new byte[1_000_000];
        new Random(5).nextBytes(bytes);
        Path file = folder.resolve("body");
        Files.write(file, bytes);
        Path back = folder.resolve("back");
        try (PagesFixture fixture = new PagesFixture(PagesByCurlTest::serve, builder -> builder.tls(tls))) {
            String root = "https://localhost:" + fixture.port();
            String trust = authority.file().toString();
            String number = version.equals("--http2") ? "2" : "1.1";
            assertThat(curl(version, "--cacert", trust, "-w", " %{http_version}", root + "/a", root + "/b"))
                    .isEqualTo("GET /a " + number + "GET /b " + number);
            assertThat(curl(version, "--cacert", trust, root + "/parts")).isEqualTo("one two");
            assertThat(curl(version, "--cacert", trust, "-I", root + "/a"))
                    .startsWith("HTTP/" + number + " 200")
                    .containsIgnoringCase("content-length: 7");
            curl(version, "--cacert", trust, "--data-binary", "@" + file, "-o", back.toString(), root + "/mirror");
            assertThat(back).hasBinaryContent(bytes);
            assertThat(curl(version, "http://localhost:" + fixture.port() + "/clear"))
                    .as("without TLS, where HTTP/2 is not spoken")
                    .isEqualTo("GET /clear");
        }
    }
}
