package io.tellask.web;

import static io.tellask.web.FakeExchange.ask;
import static io.tellask.web.FakeExchange.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.http.HttpResponse;
import io.tellask.test.Await;
import io.tellask.web.content.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site that bundles its pages, and the same one while it is written. */
class BundledSiteTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        write(
                "index.html",
                "<!doctype html><html><head><link rel=\"stylesheet\" href=\"app.css\">"
                        + "<script type=\"module\" src=\"js/a.js\"></script></head><body></body></html>");
        write("app.css", "body { color: red }");
        write(
                "js/a.js",
                "import { LitElement } from 'lit';\nimport './b.js';\nimport { Chat } from '/api/chat.js';\n"
                        + "console.log(LitElement, Chat);\n");
        write("js/b.js", "console.log('b');\n");
    }

    @Test
    void productionSendsThePageAsOne() {
        Website site = site(WebMode.PRODUCTION);
        HttpResponse answer = ask(site, "GET", "/");

        assertThat(site.bundledBy()).isEqualTo("esbuild 0.28.2 of the class path");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers().first("cache-control")).isEqualTo("no-cache");
        Document page = Jsoup.parse(text(answer));
        assertThat(page.select("link, script[src]")).isEmpty();
        String module = page.selectFirst("script[type=module]").data();
        assertThat(module).contains("litElementVersions", "from\"/api/chat.js\"");
        assertThat(answer.headers().first("content-security-policy"))
                .contains("'" + Sha256.source(module.getBytes(StandardCharsets.UTF_8)) + "'")
                .contains("'" + Sha256.source(page.selectFirst("style").data().getBytes(StandardCharsets.UTF_8)) + "'");
        String map = module.substring(module.indexOf("/_bundle/"));
        HttpResponse asset = ask(site, "GET", map);
        assertThat(asset.status()).isEqualTo(200);
        assertThat(asset.headers().first("cache-control")).contains("immutable");
        assertThat(text(asset)).contains("/js/b.js");
        String tag = String.valueOf(answer.headers().first("etag"));
        assertThat(ask(site, "GET", "/", "if-none-match", tag).status()).isEqualTo(304);
        assertThat(ask(site, "GET", "/_bundle/00000000000000000000000000000000.js")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void changedFileIsInTheNextPage() throws IOException {
        Website site = site(WebMode.PRODUCTION);
        assertThat(text(ask(site, "GET", "/"))).contains("color:red");
        write("app.css", "body { color: blue }");
        io.tellask.test.Await.until(
                () -> "the new style is in the page",
                () -> text(ask(site, "GET", "/")).contains("color:#00f"));
    }

    @Test
    void brokenModuleSaysNothingOfTheInsideInProduction() throws IOException {
        write("js/b.js", "import './secret-name.js';");
        HttpResponse answer = ask(site(WebMode.PRODUCTION), "GET", "/", "accept", "text/html");

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.headers().first("content-type")).isEqualTo("application/problem+json");
        assertThat(text(answer)).doesNotContain("secret-name", "b.js", folder.toString());
    }

    @Test
    void brokenModuleIsShownInDevelopment() throws IOException {
        write("js/b.js", "let a;\nimport './<b>.js';\n");
        HttpResponse answer = ask(site(WebMode.DEVELOPMENT), "GET", "/", "accept", "text/html");

        assertThat(answer.status()).isEqualTo(500);
        assertThat(text(answer))
                .contains(
                        "/js/b.js:2:8",
                        "leads to /js/&lt;b&gt;.js, which is not there",
                        "     2 | import &#39;./&lt;b&gt;.js&#39;;".replace("&#39;", "'"))
                .doesNotContain("<b>", folder.toString());
    }

    /** A file of its bundle, whose name is known from another site, is there without a request for the page. */
    @Test
    void frontPageIsBundledBeforeAnybodyAsksForIt() {
        String page = text(ask(site(WebMode.PRODUCTION), "GET", "/"));
        String rest = page.substring(page.indexOf("/_bundle/"));
        String asset = rest.substring(0, rest.indexOf(".map") + ".map".length());

        Website site = site(WebMode.PRODUCTION);
        Await.until("the page is bundled", () -> ask(site, "GET", asset).status() == 200);
    }

    @Test
    void developmentSendsFilesUntouchedAndPutsImportedPagesIn() throws IOException {
        Website site = site(WebMode.DEVELOPMENT);
        assertThat(site.bundledBy()).isNull();
        assertThat(text(ask(site, "GET", "/")))
                .contains(
                        "<link rel=\"stylesheet\" href=\"app.css\"><script type=\"module\" src=\"js/a.js\"></script></head><body></body></html>");
        write("index.html", "<body><link rel=import href=parts/p.html></body>");
        write("parts/p.html", "<img src=p.png>");
        assertThat(text(ask(site, "GET", "/"))).contains("<body><img src=\"/parts/p.png\"></body>");
    }

    private Website site(WebMode mode) {
        return Website.builder()
                .resources(ResourcePath.builder().folder(folder).classPath().build())
                .mode(mode)
                .mount("/api", exchange -> exchange.answer(HttpResponse.of(204)))
                .build();
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
