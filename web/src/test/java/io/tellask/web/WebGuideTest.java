package io.tellask.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Client;
import io.tellask.remote.Health;
import io.tellask.remote.Server;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of {@code docs/WEB.md}, compiled and run. */
class WebGuideTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(java|html|js)\\n(.*?)^```$");

    @TempDir
    private Path pages;

    private final ActorSystem system = ActorSystem.create();

    @AfterEach
    void close() {
        system.close();
    }

    private static List<MatchResult> blocks() throws Exception {
        String guide = Files.readString(Path.of("..", "docs", "WEB.md"));
        return BLOCK.matcher(guide).results().toList();
    }

    @Test
    void codeOfTheGuideIsThatOfThisTest() throws Exception {
        String source = Files.readString(Path.of("src/test/java/io/tellask/web/WebGuideTest.java"))
                .replaceAll("\\s+", "");
        List<String> code = blocks().stream()
                .filter(block -> block.group(1).equals("java"))
                .map(block -> block.group(2).replaceAll("\\s+", ""))
                .toList();
        assertThat(code).hasSize(3).allSatisfy(block -> assertThat(source).contains(block));
    }

    @Test
    void thePageOfFiveMinutesIsServed() throws Exception {
        for (MatchResult block : blocks()) {
            if (!block.group(1).equals("java")) {
                String text = block.group(2);
                String name = text.contains("hello.js\"") ? "index.html" : "hello.js";
                Files.writeString(pages.resolve(name), text);
            }
        }
        Website site = Website.builder()
                .resources(ResourcePath.builder().folder(pages).classPath().build())
                .mode(WebMode.DEVELOPMENT)
                .build();
        Server server = Server.builder(system)
                .transport(DetectingTransport.builder().pages(site).build())
                .listen("any://127.0.0.1:0/tellask")
                .start();
        try (server;
                HttpClient browser = HttpClient.newHttpClient()) {
            assertThat(get(browser, server, "/")).contains("importmap", "\"lit\":\"/_static/", "hello.js");
            assertThat(get(browser, server, "/hello.js")).contains("from \"lit\"");
        }
        site.close();
    }

    @Test
    void healthOfTheServerIsAsked() throws Exception {
        Server.Builder builder = Server.builder(system).publishHealth();
        ResourcePath path = ResourcePath.builder().folder(pages).build();
        Website live = Website.builder()
                .resources(path)
                .mode(WebMode.DEVELOPMENT)
                .liveActor("tellask.site")
                .build();
        builder.publish("tellask.site", SiteChanges.class, system.spawn(SiteChanges.class, live::changes));
        try (Server server = builder.listen("tellask://127.0.0.1:0").start();
                Client client = Client.connect(system, server.address())) {
            HealthPages health = HealthPages.builder()
                    .ready(
                            "server",
                            () -> client.lookup(Health.PUBLISHED_NAME, Health.class)
                                    .report()
                                    .thenApply(Health.Report::problems))
                    .build();
            health.listening(server.address());
            assertThat(FakeExchange.text(FakeExchange.ask(health, "GET", "/health/ready")))
                    .startsWith("{\"status\":\"UP\"");
        }
    }

    private static String get(HttpClient browser, Server server, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + server.address().getPort() + path);
        return browser.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }
}
