package io.tellask.web;

import static io.tellask.web.FakeExchange.ask;
import static io.tellask.web.FakeExchange.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a site answers. */
class WebsiteTest {
    private static final Instant OLD = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    private Path folder;

    private Website site;

    @BeforeEach
    void makeSite() throws IOException {
        write("index.html", "<!doctype html><html><head><title>t</title></head><body>home</body></html>");
        write("app.js", "export const a = 1;\n".repeat(100));
        write("digits.txt", "0123456789");
        write("sub/index.html", "<p>sub</p>");
        write("empty.txt", "");
        write("grüße.html", "<p>ü</p>");
        site = site(WebMode.PRODUCTION).build();
    }

    private Website.Builder site(WebMode mode) {
        return Website.builder()
                .resources(ResourcePath.builder().folder(folder).build())
                .mode(mode)
                .bundled(false);
    }

    private Path write(String name, String text) throws IOException {
        return write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private Path write(String name, byte[] bytes) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
        return Files.setLastModifiedTime(file, FileTime.from(OLD));
    }

    private HttpResponse get(String target, String... headers) {
        return ask(site, "GET", target, headers);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/ | 200 | text/html; charset=utf-8",
                "/index.html | 200 | text/html; charset=utf-8",
                "/app.js?v=1 | 200 | text/javascript; charset=utf-8",
                "/sub/ | 200 | text/html; charset=utf-8",
                "/gr%C3%BC%C3%9Fe.html | 200 | text/html; charset=utf-8",
                "/empty.txt | 200 | text/plain; charset=utf-8",
                "/sub | 308 | ",
                "/nothing | 404 | application/problem+json",
                "/Index.html | 404 | application/problem+json",
                "//index.html | 404 | application/problem+json",
                "/../index.html | 404 | application/problem+json",
                "/%2e%2e/index.html | 404 | application/problem+json",
                "/%252e%252e/index.html | 404 | application/problem+json",
                "/..%2findex.html | 400 | application/problem+json",
                "/..%5cindex.html | 400 | application/problem+json",
                "/index.html%00 | 400 | application/problem+json",
                "/index.html;x | 404 | application/problem+json",
                "/%zz | 400 | application/problem+json",
                "* | 400 | application/problem+json",
            })
    void answersHaveStatusAndType(String target, int status, String type) {
        HttpResponse answer = get(target);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.headers().first("content-type")).isEqualTo(type);
    }

    @Test
    void filesSayHowTheyAreToBeUsed() {
        HttpResponse answer = get("/app.js");
        assertThat(answer.headers().first("x-content-type-options")).isEqualTo("nosniff");
        assertThat(answer.headers().first("referrer-policy")).isEqualTo("strict-origin-when-cross-origin");
        assertThat(answer.headers().first("cross-origin-opener-policy")).isEqualTo("same-origin");
        assertThat(answer.headers().first("content-security-policy"))
                .contains("default-src 'self'", "frame-ancestors 'none'", "object-src 'none'")
                .doesNotContain("unsafe");
        assertThat(answer.headers().first("last-modified")).isEqualTo("Fri, 02 Jan 2026 03:04:05 GMT");
        assertThat(answer.headers().first("vary")).isEqualTo("accept-encoding");
        assertThat(answer.headers().first("accept-ranges")).isEqualTo("bytes");
        assertThat(answer.headers().first("cache-control")).isEqualTo("no-cache");
        assertThat(answer.headers().first("etag")).matches("\"[A-Za-z0-9_-]{22}\"");
    }

    @Test
    void headersOfTheSiteTakeThePlaceOfDefaults() {
        site = site(WebMode.PRODUCTION)
                .header("Referrer-Policy", "no-referrer")
                .allowSource("img-src", "https://tiles.example")
                .build();
        HttpResponse answer = get("/");
        assertThat(answer.headers().all("referrer-policy")).containsExactly("no-referrer");
        assertThat(answer.headers().first("content-security-policy"))
                .contains("img-src 'self' data: https://tiles.example;");
        for (String source : List.of("a b", "a;b", "a,b", "", "a\n")) {
            assertThatThrownBy(() -> Website.builder().allowSource("img-src", source))
                    .as(source)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void unchangedFilesAreNotSentAgain() throws IOException {
        HttpResponse first = get("/app.js", "accept-encoding", "gzip");
        String tag = first.headers().first("etag");
        HttpResponse again = get("/app.js", "accept-encoding", "gzip", "if-none-match", tag);
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(again.headers().first("etag")).isEqualTo(tag);
        assertThat(get("/app.js", "if-none-match", tag).status())
                .as("the tag of another form")
                .isEqualTo(200);
        assertThat(get("/app.js", "if-match", "\"x\"").status()).isEqualTo(412);

        write("app.js", "changed");
        assertThat(get("/app.js", "accept-encoding", "gzip", "if-none-match", tag)
                        .status())
                .isEqualTo(200);
        assertThat(text(get("/app.js"))).isEqualTo("changed");
    }

    @Test
    void changesOfTheSameLengthAreSeenByTheirTime() throws IOException {
        assertThat(text(get("/digits.txt"))).isEqualTo("0123456789");
        Path file = write("digits.txt", "9876543210");
        Files.setLastModifiedTime(file, FileTime.from(OLD.plusMillis(1)));
        assertThat(text(get("/digits.txt"))).isEqualTo("9876543210");
        Files.delete(file);
        assertThat(get("/digits.txt").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bytes=0-0 | 206 | bytes 0-0/10 | 0",
                "bytes=3- | 206 | bytes 3-9/10 | 3456789",
                "bytes=-2 | 206 | bytes 8-9/10 | 89",
                "bytes=0-100 | 206 | bytes 0-9/10 | 0123456789",
                "bytes=10- | 416 | bytes */10 | ",
                "bytes=x | 200 |  | 0123456789",
                "lines=1-2 | 200 |  | 0123456789",
            })
    void partsAreSent(String range, int status, String contentRange, String text) {
        for (Website each : List.of(
                site,
                site(WebMode.PRODUCTION)
                        .limits(WebLimits.DEFAULT.heldFileBytes(0))
                        .build())) {
            HttpResponse answer = ask(each, "GET", "/digits.txt", "range", range, "accept-encoding", "gzip");
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.headers().first("content-range")).isEqualTo(contentRange);
            if (status < 400) {
                assertThat(text(answer)).isEqualTo(text);
            }
        }
    }

    @Test
    void severalPartsAreSentInOneBody() {
        for (Website each : List.of(
                site,
                site(WebMode.PRODUCTION)
                        .limits(WebLimits.DEFAULT.heldFileBytes(0))
                        .build())) {
            HttpResponse answer = ask(each, "GET", "/digits.txt", "range", "bytes=8-, 0-1");
            assertThat(answer.status()).isEqualTo(206);
            String type = answer.headers().first("content-type");
            assertThat(type).startsWith("multipart/byteranges; boundary=");
            String boundary = type.substring(type.indexOf('=') + 1);
            String head = "content-type: text/plain; charset=utf-8\r\ncontent-range: bytes ";
            assertThat(text(answer))
                    .isEqualTo("--" + boundary + "\r\n" + head + "8-9/10\r\n\r\n89\r\n--" + boundary + "\r\n" + head
                            + "0-1/10\r\n\r\n01\r\n--" + boundary + "--\r\n");
        }
    }

    @Test
    void aPartOfAnotherFileIsTheWhole() {
        String tag = get("/digits.txt").headers().first("etag");
        assertThat(get("/digits.txt", "range", "bytes=0-0", "if-range", tag).status())
                .isEqualTo(206);
        assertThat(get("/digits.txt", "range", "bytes=0-0", "if-range", "\"x\"").status())
                .isEqualTo(200);
        assertThat(get("/digits.txt", "range", "bytes=0-0", "if-range", "Fri, 02 Jan 2026 03:04:05 GMT")
                        .status())
                .isEqualTo(206);
        assertThat(ask(site, "HEAD", "/digits.txt", "range", "bytes=0-0").status())
                .isEqualTo(200);
    }

    @Test
    void longFilesAreSentInParts() throws IOException {
        byte[] bytes = new byte[300_000];
        new Random(1).nextBytes(bytes);
        write("long.bin", bytes);
        site = site(WebMode.PRODUCTION)
                .limits(WebLimits.DEFAULT.heldFileBytes(1_000))
                .build();
        HttpResponse answer = get("/long.bin");
        assertThat(answer.body()).isEqualTo(bytes);
        assertThat(answer.headers().first("content-length")).isEqualTo("300000");
        assertThat(get("/long.bin", "range", "bytes=100000-200000").body())
                .isEqualTo(Arrays.copyOfRange(bytes, 100_000, 200_001));
        HttpResponse head = ask(site, "HEAD", "/long.bin");
        assertThat(head.headers().first("content-length")).isEqualTo("300000");
        assertThat(head.body()).isEmpty();
        assertThat(get("/long.bin", "if-none-match", answer.headers().first("etag"))
                        .status())
                .isEqualTo(304);
    }

    @Test
    void filesAreCompressedForThoseWhoTakeIt() throws IOException {
        HttpResponse gzip = get("/app.js", "accept-encoding", "gzip");
        assertThat(gzip.headers().first("content-encoding")).isEqualTo("gzip");
        assertThat(gzip.body()).hasSizeLessThan(200);
        assertThat(get("/app.js", "accept-encoding", "gzip, br").headers().first("content-encoding"))
                .isEqualTo("br");
        assertThat(get("/digits.txt", "accept-encoding", "gzip").headers().first("content-encoding"))
                .isNull();
        assertThat(get("/app.js", "accept-encoding", "identity;q=0").status()).isEqualTo(406);
    }

    @Test
    void formsMadeBeforehandAreUsedUnlessTheyAreOlder() throws IOException {
        ByteArrayOutputStream made = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(made)) {
            gzip.write("beforehand".getBytes(StandardCharsets.UTF_8));
        }
        Path form = write("app.js.gz", made.toByteArray());
        assertThat(get("/app.js", "accept-encoding", "gzip").body()).isEqualTo(made.toByteArray());

        Website streaming = site(WebMode.PRODUCTION)
                .limits(WebLimits.DEFAULT.heldFileBytes(100))
                .build();
        HttpResponse streamed = ask(streaming, "GET", "/app.js", "accept-encoding", "gzip, br");
        assertThat(streamed.body()).isEqualTo(made.toByteArray());
        assertThat(streamed.headers().first("content-encoding")).isEqualTo("gzip");
        assertThat(streamed.headers().first("vary")).isEqualTo("accept-encoding");
        assertThat(ask(streaming, "GET", "/app.js").body()).hasSize(2_000);

        Files.setLastModifiedTime(form, FileTime.from(OLD.minusSeconds(1)));
        site = site(WebMode.PRODUCTION).build();
        assertThat(get("/app.js", "accept-encoding", "gzip").body()).isNotEqualTo(made.toByteArray());
    }

    @Test
    void namesWithTheHashOfTheContentAreKeptForEver() throws IOException {
        write("main.ba7816bf.js", "abc"); // sha-256 of abc
        write("main.ba7816b0.js", "abc");
        assertThat(get("/main.ba7816bf.js").headers().first("cache-control")).contains("immutable");
        assertThat(get("/main.ba7816b0.js").headers().first("cache-control")).isEqualTo("no-cache");
        write("_static/lit/3.3.3/index.js", "abc");
        assertThat(get("/_static/lit/3.3.3/index.js").headers().first("cache-control"))
                .contains("immutable");
        site = site(WebMode.DEVELOPMENT).build();
        assertThat(get("/main.ba7816bf.js").headers().first("cache-control")).isEqualTo("no-store");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "get", "X"})
    void otherMethodsAreRefused(String method) {
        HttpResponse answer = ask(site, method, "/");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.headers().first("allow")).isEqualTo("GET, HEAD, OPTIONS");
        assertThat(ask(site, "OPTIONS", "/").status()).isEqualTo(204);
    }

    @Test
    void foldersAreAskedWithTheirSlash() {
        HttpResponse answer = get("/sub?a=b");
        assertThat(answer.headers().first("location")).isEqualTo("/sub/?a=b");
        assertThat(get("//sub").status()).as("leads nowhere else").isEqualTo(404);
    }

    @Test
    void theLongestMountedPathWins() {
        site = site(WebMode.PRODUCTION)
                .mount("/api", exchange -> exchange.answer(HttpResponse.text(200, "text/plain", "api")))
                .mount("/api/deep", exchange -> exchange.answer(HttpResponse.text(200, "text/plain", "deep")))
                .build();
        assertThat(text(ask(site, "POST", "/api"))).isEqualTo("api");
        assertThat(text(get("/api/x?q"))).isEqualTo("api");
        assertThat(text(get("/api/deep"))).isEqualTo("deep");
        assertThat(text(get("/api/deeper"))).isEqualTo("api");
        assertThat(get("/apis").status()).isEqualTo(404);
        for (String path : List.of("", "/", "api", "/api/", "/a//b", "/../x", "/a b", "/%61")) {
            assertThatThrownBy(() -> Website.builder().mount(path, exchange -> {}))
                    .as(path)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> Website.builder().mount("/a", exchange -> {}).mount("/a", exchange -> {}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theFallbackAnswersForPagesOnly() {
        site = site(WebMode.PRODUCTION).fallback("/index.html").build();
        assertThat(get("/users/7", "accept", "text/html,*/*").status()).isEqualTo(200);
        assertThat(get("/users/7", "accept", "application/json").status()).isEqualTo(404);
        assertThat(get("/missing.js", "accept", "text/html").status()).isEqualTo(404);
    }

    @Test
    void problemsSayNothingOfTheMachine() {
        for (WebMode mode : WebMode.values()) {
            site = site(mode).build();
            for (String accept : List.of("text/html", "*/*")) {
                HttpResponse answer = get("/missing/%3Cscript%3E", "accept", accept);
                assertThat(answer.status()).isEqualTo(404);
                assertThat(text(answer)).doesNotContain(folder.toString()).doesNotContain("<script>");
            }
        }
        site = site(WebMode.DEVELOPMENT).build();
        assertThat(text(get("/missing", "accept", "text/html")))
                .contains("looked for /missing", "1: folder " + folder.getFileName());
    }

    @Test
    void scriptsAndStylesInsideAPageAreAllowedByTheirHash() throws Exception {
        write("inline.html", "<html><head><style>p{}</style></head><script>alert(1)\r\n</script></html>");
        assertThat(get("/inline.html").headers().first("content-security-policy"))
                .contains("script-src 'self' '" + source("alert(1)\n") + "'; style-src 'self' '" + source("p{}") + "'");
        assertThat(get("/app.js").headers().first("content-security-policy")).doesNotContain("sha256");
    }

    private static String source(String text) throws NoSuchAlgorithmException {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return "sha256-" + Base64.getEncoder().encodeToString(hash);
    }

    @Test
    void manyAtOnceGetTheSame() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse>> answers =
                    threads.invokeAll(Collections.nCopies(200, () -> get("/app.js", "accept-encoding", "gzip, br")));
            byte[] first = answers.get(0).get().body();
            for (Future<HttpResponse> answer : answers) {
                assertThat(answer.get().body()).isEqualTo(first);
            }
        }
    }
}
