package io.tellask.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import io.tellask.http.HttpService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of requests. */
class AccessLogTest {
    private static final Instant NOW = Instant.parse("2026-11-26T16:04:31.120Z");

    @TempDir
    private Path temp;

    private final List<String> lines = new ArrayList<>();
    private final AccessLog log = new AccessLog(lines::add, () -> {}, false, Clock.fixed(NOW, ZoneOffset.UTC));

    private static HttpService answering(int status, String text) {
        return exchange -> exchange.answer(HttpResponse.text(status, "text/plain", text));
    }

    @Test
    void aLineSaysWhatBecameOfARequest() {
        FakeExchange.ask(log.around(answering(200, "12345")), "GET", "/a%20b?token=secret");
        FakeExchange.ask(log.around(answering(404, "12345")), "HEAD", "/x");
        assertThat(lines.get(0)).matches("2026-11-26T16:04:31\\.120Z 127\\.0\\.0\\.1 GET /a%20b 200 5 \\d+");
        assertThat(lines.get(1)).matches(".* HEAD /x 404 0 \\d+");
    }

    @Test
    void theCombinedFormatIsThatOfWebServers() {
        FakeExchange.ask(
                log.combined().around(answering(200, "12345")),
                "GET",
                "/a",
                "referer",
                "http://localhost/page?secret=1",
                "user-agent",
                "x\"y");
        assertThat(lines.get(0))
                .isEqualTo("127.0.0.1 - - [26/Nov/2026:16:04:31 +0000] \"GET /a HTTP/1.1\" 200 5 "
                        + "\"http://localhost/page\" \"x\\u0022y\"");
    }

    @Test
    void whatAPeerChoseStaysInItsField() {
        HttpRequest request =
                FakeExchange.request("G T\n", "/a b\u001b[2J\n" + "x".repeat(10_000), "user-agent", "\u0085\u009b31m");
        log.write(request, 0, 0, 1);
        log.combined().write(request, 0, 0, 1);
        Pattern plain = Pattern.compile("\\S+ \\S+ \\S+ \\S+ - 0 1");
        assertThat(lines.get(0)).hasSizeLessThan(500).matches(line -> !line.contains("\n") && !line.contains("\u001b"));
        assertThat(plain.matcher(lines.get(0)).matches()).as(lines.get(0)).isTrue();
        assertThat(lines.get(1)).doesNotContain("\u0085").doesNotContain("\u009b");
    }

    @Test
    void aFileIsPutAsideWhenItIsLong() throws IOException {
        Path file = temp.resolve("access.log");
        AccessFile out = AccessFile.open(file, 100);
        for (int i = 0; i < 10; i++) {
            out.add("line " + i + " of thirty characters..");
        }
        out.close();
        out.add("too late");
        out.close();
        assertThat(Files.readAllLines(file)).last().asString().startsWith("line 9 ");
        assertThat(Files.size(file)).isLessThanOrEqualTo(100);
        assertThat(Files.size(temp.resolve("access.log.1"))).isLessThanOrEqualTo(100);
    }

    @Test
    void linesThatTheDiskDoesNotTakeAreDroppedAndCounted() throws IOException {
        Path file = temp.resolve("access.log");
        AccessFile out = AccessFile.openIdle(file, AccessFile.MOST_BYTES);
        for (int i = 0; i < AccessFile.MOST_LINES + 3; i++) {
            out.add("line");
        }
        out.start();
        out.close();
        assertThat(Files.readAllLines(file))
                .hasSize(AccessFile.MOST_LINES + 1)
                .contains("# 3 lines were dropped: the disk is slower than requests");
    }

    @Test
    void aFileGoesOnBehindWhatItHolds() throws IOException {
        Path file = temp.resolve("access.log");
        for (int i = 0; i < 2; i++) {
            try (AccessLog opened = AccessLog.toFile(file)) {
                FakeExchange.ask(opened.around(answering(200, "")), "GET", "/" + i);
            }
        }
        assertThat(Files.readAllLines(file)).hasSize(2).first().asString().contains(" GET /0 200 ");
    }

    @Test
    void whatCannotBeWrittenIsRefused() {
        Path nowhere = temp.resolve("none/access.log");
        assertThatThrownBy(() -> AccessLog.toFile(nowhere)).isInstanceOf(UncheckedIOException.class);
    }
}
