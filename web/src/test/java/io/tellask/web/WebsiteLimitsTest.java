package io.tellask.web;

import static io.tellask.web.FakeExchange.ask;
import static io.tellask.web.FakeExchange.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.http.HttpResponse;
import io.tellask.test.Await;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of a site, at them and one beyond. */
class WebsiteLimitsTest {
    private static final int MOST_PAGE_BYTES = 4 << 20;

    @TempDir
    private Path folder;

    private Website.Builder site() {
        return Website.builder()
                .resources(ResourcePath.builder()
                        .folder(folder)
                        .module("x", "/x.js")
                        .build())
                .mode(WebMode.PRODUCTION)
                .bundled(false);
    }

    @Test
    void oneRequestMoreThanTheLimitIsAskedToComeAgain() throws IOException {
        Files.write(folder.resolve("long.bin"), new byte[1_000_000]);
        Files.writeString(folder.resolve("a.txt"), "a");
        Website site =
                site().limits(WebLimits.DEFAULT.requests(1).heldFileBytes(10)).build();
        FakeExchange.Streaming unread = FakeExchange.unread(site, "/long.bin");
        unread.awaitBytes();
        HttpResponse refused = ask(site, "GET", "/a.txt");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.headers().first("retry-after")).isEqualTo("1");
        assertThat(text(refused)).contains("requests > 1");
        unread.abort();
        Await.until("the place is free", () -> ask(site, "GET", "/a.txt").status() == 200);
    }

    @Test
    void filesAreHeldUpToTheLimit() throws IOException {
        Website site = site().limits(WebLimits.DEFAULT.heldFileBytes(1_000)).build();
        for (int size : new int[] {999, 1_000, 1_001}) {
            Files.writeString(folder.resolve("a.txt"), "a".repeat(size));
            HttpResponse answer = ask(site, "GET", "/a.txt", "accept-encoding", "gzip");
            assertThat(answer.headers().first("content-encoding")).isEqualTo(size <= 1_000 ? "gzip" : null);
        }
    }

    @Test
    void longPagesAreSentAsTheyAre() throws IOException {
        for (int more = 0; more < 2; more++) {
            Files.writeString(folder.resolve("a.html"), "<html><head>" + "x".repeat(MOST_PAGE_BYTES - 12 + more));
            HttpResponse answer = ask(site().build(), "GET", "/a.html");
            assertThat(text(answer).contains("importmap")).isEqualTo(more == 0);
        }
    }

    @Test
    void policiesListSoManyScripts() throws IOException {
        StringBuilder page = new StringBuilder("<html><head>");
        for (int i = 0; i < 70; i++) {
            page.append("<script>").append(i).append("</script>");
        }
        Files.writeString(folder.resolve("a.html"), page);
        String policy = ask(site().build(), "GET", "/a.html").headers().first("content-security-policy");
        assertThat(policy.split("'sha256-", -1)).hasSize(65);
    }

    @Test
    void partsOfASiteAreCounted() {
        Website.Builder mounts = Website.builder();
        ResourcePath.Builder roots = ResourcePath.builder();
        for (int i = 0; i < 256; i++) {
            mounts.mount("/m" + i, exchange -> {});
            roots.folder(folder);
        }
        assertThatThrownBy(() -> mounts.mount("/more", exchange -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("MOST_MOUNTS=256");
        assertThatThrownBy(() -> roots.folder(folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("MOST_ROOTS=256");
    }

    @Test
    void limitsOutOfTheirRangeAreNamed() {
        assertThatThrownBy(() -> WebLimits.DEFAULT.requests(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("requests=0 is not in 1..");
        assertThatThrownBy(() -> WebLimits.DEFAULT.heldFileBytes((64 << 20) + 1))
                .hasMessageContaining("heldFileBytes=");
        assertThatThrownBy(() -> WebLimits.DEFAULT.cacheBytes(-1)).hasMessageContaining("cacheBytes=-1");
        assertThatThrownBy(() -> WebLimits.DEFAULT.cacheEntries(-1)).hasMessageContaining("cacheEntries=-1");
        assertThatThrownBy(() -> WebLimits.DEFAULT.livePages(-1)).hasMessageContaining("livePages=-1");
    }

    @Test
    void jarsAndFoldersOfTheClassPathAreSearchedInOrder() throws IOException {
        Path jar = folder.resolve("pages.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            for (String name : new String[] {"META-INF/resources/a.txt", "pages/b.txt"}) {
                entries.putNextEntry(new JarEntry(name));
                entries.write(name.getBytes(StandardCharsets.UTF_8));
            }
        }
        Path first = Files.createDirectories(folder.resolve("first"));
        ResourcePath path = ResourcePath.builder()
                .folder(first)
                .jar(jar)
                .classPath("pages", new URLClassLoader(new URL[] {jar.toUri().toURL()}, null))
                .build();
        Website site =
                Website.builder().resources(path).mode(WebMode.PRODUCTION).build();
        assertThat(text(ask(site, "GET", "/a.txt"))).isEqualTo("META-INF/resources/a.txt");
        assertThat(text(ask(site, "GET", "/b.txt"))).isEqualTo("pages/b.txt");
        assertThat(ask(site, "GET", "/pages/b.txt").status()).isEqualTo(404);
        Files.writeString(first.resolve("a.txt"), "mine");
        assertThat(text(ask(site, "GET", "/a.txt"))).isEqualTo("mine");
        assertThat(path)
                .hasToString("resource path [1: folder " + first.getFileName()
                        + ", 2: class path META-INF/resources, 3: class path pages]");
        for (String unusable : new String[] {"", "/pages", "pages/", "a//b", "../x", ".git", "a\\b"}) {
            assertThatThrownBy(() -> ResourcePath.builder().classPath(unusable))
                    .as(unusable)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> ResourcePath.builder().jar(first)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ResourcePath.builder().module("a/", "/a"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
