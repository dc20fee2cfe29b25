package io.tellask.web;

import static io.tellask.web.FakeExchange.ask;
import static io.tellask.web.FakeExchange.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.http.HttpResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What differs while a site is being written, and the import map that pages get in both modes. */
class DevelopmentTest {
    private static final String LIVE = "<script src=\"/_tellask/live.js\" data-state=\"";

    @TempDir
    private Path folder;

    private Website site(WebMode mode) {
        return Website.builder()
                .resources(ResourcePath.builder().folder(folder).classPath().build())
                .mode(mode)
                .bundled(false)
                .build();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    @Test
    void pagesGetTheImportMapOfThePackages() throws IOException {
        write("index.html", "<!doctype html><html><head><script type=\"module\" src=\"a.js\"></script></head></html>");
        for (WebMode mode : WebMode.values()) {
            HttpResponse answer = ask(site(mode), "GET", "/");
            assertThat(text(answer))
                    .startsWith("<!doctype html><html><head><script type=\"importmap\">{\"imports\":{")
                    .contains("\"lit\":\"/_static/lit/3.3.3/index.js\"");
            assertThat(text(answer).contains(LIVE)).isEqualTo(mode == WebMode.DEVELOPMENT);
            assertThat(answer.headers().first("content-security-policy")).contains("script-src 'self' 'sha256-");
            assertThat(text(ask(site(mode), "GET", "/_tellask/importmap.json"))).contains("\"lit\":");
        }
    }

    @Test
    void mapsOfPagesWin() throws IOException {
        write(
                "index.html",
                "<html><head><script type=\"importmap\">{\"imports\":{\"lit\":\"/own.js\",\"x\":\"/ü.js\"}}</script>");
        String page = text(ask(site(WebMode.PRODUCTION), "GET", "/"));
        assertThat(page)
                .contains("\"lit\":\"/own.js\"", "\"x\":\"/ü.js\"", "\"lit-html\":")
                .doesNotContain("index.js\",\"lit\"");
        assertThat(page.split("importmap", -1)).hasSize(2);
        assertThat(text(ask(site(WebMode.DEVELOPMENT), "GET", "/"))).contains("}</script>" + LIVE);
    }

    @Test
    void brokenMapsAreShownToThoseWhoWriteThePage() throws IOException {
        write("index.html", "<html><head><script type=\"importmap\">{imports</script>");
        HttpResponse shown = ask(site(WebMode.DEVELOPMENT), "GET", "/", "accept", "text/html");
        assertThat(shown.status()).isEqualTo(500);
        assertThat(text(shown))
                .contains("page /index.html: import map: no JSON", "loads again once a file has changed", LIVE)
                .doesNotContain("the log of the server");
        HttpResponse hidden = ask(site(WebMode.PRODUCTION), "GET", "/", "accept", "text/html");
        assertThat(hidden.status()).isEqualTo(500);
        assertThat(text(hidden)).contains("the log of the server").doesNotContain("import map");
    }

    @Test
    void filesAreUntouchedAndNeverKept() throws IOException {
        write("a.js", "export const a = 1;");
        HttpResponse answer = ask(site(WebMode.DEVELOPMENT), "GET", "/a.js");
        assertThat(text(answer)).isEqualTo("export const a = 1;");
        assertThat(answer.headers().first("cache-control")).isEqualTo("no-store");
    }

    @Test
    void changesAreToldToPages() throws Exception {
        write("a.js", "1");
        Website site = site(WebMode.DEVELOPMENT);
        FakeExchange.Streaming page = FakeExchange.open(site, "/_tellask/live");
        page.awaitText("event: state\ndata: ");
        write("a.js", "22");
        page.awaitText("event: change\ndata: /a.js\n\n");
        write("b.css", "p{}");
        page.awaitText("event: change\ndata: /b.css\n\n");
        Files.delete(folder.resolve("a.js"));
        page.awaitText("event: change\ndata: /a.js\n\nevent: change\ndata: /b.css\n\nevent: change\ndata: /a.js\n\n");
        page.end();
        site.close();
    }

    @Test
    void changeBetweenAPageAndItsFirstLookIsSeen() throws Exception {
        write("index.html", "<title>a</title>");
        Website site = site(WebMode.DEVELOPMENT);
        assertThat(stateOf(ask(site, "GET", "/"))).isEqualTo(stateToldBy(site));
        for (String path : List.of("/", "/missing")) {
            String served = stateOf(ask(site, "GET", path, "accept", "text/html"));
            write("a.js", path);
            assertThat(stateToldBy(site)).as(path).isNotEqualTo(served);
        }
        write("a.js", "3");
        assertThat(stateOf(ask(site, "GET", "/"))).as("no page loads twice").isEqualTo(stateToldBy(site));
        site.close();
    }

    private static String stateOf(HttpResponse page) {
        String text = text(page);
        assertThat(text).contains(LIVE);
        int begin = text.indexOf(LIVE) + LIVE.length();
        return text.substring(begin, text.indexOf('"', begin));
    }

    private static String stateToldBy(Website site) throws Exception {
        FakeExchange.Streaming page = FakeExchange.open(site, "/_tellask/live");
        page.awaitText("event: state\ndata: ");
        page.end();
        String text = page.written();
        return text.substring(text.indexOf("data: ") + 6).strip();
    }

    @Test
    void thoseWhoMayNotWaitAreRefused() throws IOException {
        Website site = Website.builder()
                .resources(ResourcePath.builder().folder(folder).build())
                .mode(WebMode.DEVELOPMENT)
                .limits(WebLimits.DEFAULT.livePages(1))
                .build();
        assertThat(ask(site, "GET", "/_tellask/live", "origin", "http://evil.example")
                        .status())
                .isEqualTo(403);
        FakeExchange.Streaming first = FakeExchange.open(site, "/_tellask/live");
        first.awaitText("event: state");
        assertThat(ask(site, "GET", "/_tellask/live").status()).isEqualTo(503);
        first.end();
        FakeExchange.Streaming next = FakeExchange.open(site, "/_tellask/live");
        next.awaitText("event: state");
        next.end();
        assertThat(ask(site(WebMode.PRODUCTION), "GET", "/_tellask/live").status())
                .isEqualTo(404);
        assertThat(ask(site(WebMode.PRODUCTION), "GET", "/_tellask/live.js").status())
                .isEqualTo(404);
    }

    @Test
    void siteWithoutAnIconHasOne() throws IOException {
        HttpResponse icon = ask(site(WebMode.DEVELOPMENT), "GET", "/favicon.ico");
        assertThat(icon.status()).isEqualTo(200);
        assertThat(icon.headers().first("content-type")).startsWith("image/svg+xml");
        assertThat(ask(site(WebMode.PRODUCTION), "GET", "/favicon.ico").status())
                .isEqualTo(404);
        write("favicon.ico", "mine");
        assertThat(text(ask(site(WebMode.DEVELOPMENT), "GET", "/favicon.ico"))).isEqualTo("mine");
    }

    @Test
    void theScriptIsServed() {
        HttpResponse script = ask(site(WebMode.DEVELOPMENT), "GET", "/_tellask/live.js");
        assertThat(script.headers().first("content-type")).isEqualTo("text/javascript; charset=utf-8");
        assertThat(new String(script.body(), StandardCharsets.UTF_8)).contains("EventSource(\"/_tellask/live\")");
        assertThat(script.status()).isEqualTo(200);
    }
}
