package io.tellask.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.http.HttpBody;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpHeaders;
import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is served below {@code /console}. */
class ConsolePagesTest {
    private static final Path FILES = Path.of("src/main/resources/META-INF/resources/_static/@tellask/console");
    private static final Pattern IMPORT = Pattern.compile("(?m)^(?:import|export)[^\"]*from \"(\\.[^\"]+)\"");
    private static final Pattern LINKED = Pattern.compile("(?:src|href)=\"([^\"#]+)\"");

    private final ConsolePages pages = ServerConsole.builder().build().pages();

    private HttpResponse ask(String method, String path, String... headers) {
        HttpRequest request =
                new HttpRequest(method, path, null, HttpHeaders.of(headers), "http", "localhost:1", 1, null, null);
        List<HttpResponse> answers = new ArrayList<>();
        pages.serve(new Exchange(request, answers));
        assertThat(answers).hasSize(1);
        return answers.getFirst();
    }

    private HttpResponse get(String path) {
        return ask("GET", path);
    }

    private static String text(HttpResponse answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    void thePageIsBelowItsPath() {
        assertThat(get("/console").status()).isEqualTo(308);
        assertThat(get("/console").headers().first("location")).isEqualTo("/console/");
        HttpResponse page = get("/console/");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.headers().first("content-type")).isEqualTo("text/html; charset=utf-8");
        assertThat(ConsolePages.serves("/console")).isTrue();
        assertThat(ConsolePages.serves("/console/x")).isTrue();
        assertThat(ConsolePages.serves("/consoles")).isFalse();
    }

    @Test
    void theIconIsWhereBrowsersLookForIt() {
        HttpResponse icon = get("/favicon.ico");
        assertThat(icon.status()).isEqualTo(200);
        assertThat(icon.headers().first("content-type")).isEqualTo("image/svg+xml");
        assertThat(icon.body()).isEqualTo(get("/console/icon.svg").body());
    }

    @Test
    void thePageFindsTheActorAtThePathOfTheServer() {
        assertThat(text(get("/console/"))).contains("name=\"tellask-socket\" content=\"/\"");
        pages.listening(URI.create("any://127.0.0.1:8080/tellask"));
        assertThat(text(get("/console/"))).contains("name=\"tellask-socket\" content=\"/tellask\"");
        assertThat(get("/console/index.html").body()).isEqualTo(get("/console/").body());
    }

    @Test
    void onlyItsOwnScriptsRun() {
        for (String path : List.of("/console/", "/console/app.js", "/console", "/none")) {
            HttpHeaders headers = get(path).headers();
            assertThat(headers.first("content-security-policy"))
                    .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(headers.first("x-content-type-options")).isEqualTo("nosniff");
        }
        assertThat(text(get("/console/"))).doesNotContainPattern("<script>|<style|style=| on[a-z]+=|javascript:");
    }

    @Test
    void everyFileThatThePageAsksForIsThere() throws IOException {
        try (Stream<Path> files = Files.walk(FILES)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String path = FILES.relativize(file).toString().replace('\\', '/');
                assertThat(get("/console/" + path).status()).as(path).isEqualTo(200);
                Pattern links = path.endsWith(".html") ? LINKED : IMPORT;
                if (!path.startsWith("vendor/") && (path.endsWith(".js") || path.endsWith(".html"))) {
                    Matcher link = links.matcher(Files.readString(file));
                    while (link.find()) {
                        String target = URI.create("/console/" + path)
                                .resolve(link.group(1))
                                .getPath();
                        assertThat(get(target).status())
                                .as(path + " asks for " + target)
                                .isEqualTo(200);
                    }
                }
            }
        }
    }

    @Test
    void theScriptsOfTheClientAreThoseOfItsJar() {
        HttpResponse script = get("/console/client/index.js");
        assertThat(script.status()).isEqualTo(200);
        assertThat(script.headers().first("content-type")).isEqualTo("text/javascript; charset=utf-8");
        assertThat(text(script)).contains("connect");
        assertThat(get("/console/client/none.js").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/consol",
                "/console/none.js",
                "/console/../app.js",
                "/console/parts/../../module-info.class",
                "/console/client/../../../../../io/tellask/console/Console.class",
                "/console//app.js",
                "/console/.hidden.js",
                "/console/parts/",
                "/console/parts",
                "/console/%2e%2e/app.js",
                "/console/app.js%00",
                "/console/APP.JS",
                "/console/vendor\\uplot.min.css"
            })
    void nothingElseIsThere(String path) {
        HttpResponse answer = get(path);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.headers().first("content-type")).isEqualTo("application/problem+json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "get"})
    void otherMethodsAreRefused(String method) {
        HttpResponse answer = ask(method, "/console/");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.headers().first("allow")).isEqualTo("GET, HEAD");
    }

    @Test
    void whatABrowserHasIsNotSentAgain() {
        String tag = get("/console/app.js").headers().first("etag");
        assertThat(tag).startsWith("W/\"");
        HttpResponse again = ask("GET", "/console/app.js", "if-none-match", tag);
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(ask("GET", "/console/app.js", "if-none-match", "W/\"0\"").status())
                .isEqualTo(200);
        assertThat(get("/console/session.js").headers().first("etag")).isNotEqualTo(tag);
    }

    @Test
    void filesArePackedForThoseWhoUnpackThem() throws IOException {
        HttpResponse packed = ask("GET", "/console/console.css", "accept-encoding", "br, gzip");
        assertThat(packed.headers().first("content-encoding")).isEqualTo("gzip");
        HttpResponse plain = get("/console/console.css");
        assertThat(plain.headers().first("content-encoding")).isNull();
        assertThat(packed.body().length).isLessThan(plain.body().length / 2);
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed.body()))) {
            assertThat(in.readAllBytes()).isEqualTo(plain.body());
        }
    }

    /** One request, answered at once. */
    private record Exchange(HttpRequest request, List<HttpResponse> answers) implements HttpExchange {
        @Override
        public Executor loop() {
            return Runnable::run;
        }

        @Override
        public CompletionStage<byte[]> body(int mostBytes) {
            throw new AssertionError("pages have no body");
        }

        @Override
        public boolean answer(HttpResponse response) {
            answers.add(response);
            return true;
        }

        @Override
        public HttpBody stream(HttpResponse head) {
            throw new AssertionError("pages are sent whole");
        }

        @Override
        public void onEnd(Runnable task) {
            task.run();
        }
    }
}
