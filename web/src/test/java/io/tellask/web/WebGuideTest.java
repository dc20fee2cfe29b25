package io.tellask.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.netty.DetectingTransport;
import io.tellask.netty.TlsTransport;
import io.tellask.remote.Client;
import io.tellask.remote.Health;
import io.tellask.remote.Server;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of {@code docs/WEB.md}, compiled and run. */
class WebGuideTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(java|html|js)\\n(.*?)^```$");

    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    private Path pages;

    @TempDir
    private Path secrets;

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
        assertThat(code).hasSize(4).allSatisfy(block -> assertThat(source).contains(block));
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
    void otherMachinesGetThePageWithinTls() throws Exception {
        Files.writeString(pages.resolve("index.html"), "<title>a</title>");
        Website site = Website.builder()
                .resources(ResourcePath.builder().folder(pages).build())
                .mode(WebMode.PRODUCTION)
                .build();
        KeyStore keys = newKeys();
        Path chain = pem("CERTIFICATE", keys.getCertificate("server").getEncoded());
        Path key = pem("PRIVATE KEY", keys.getKey("server", PASSWORD).getEncoded());
        int port = 0;
        Server server = Server.builder(system)
                .transport(DetectingTransport.builder()
                        .tls(TlsTransport.builder().certificate(chain, key).build())
                        .pages(site)
                        .build())
                .listen("any://0.0.0.0:" + port + "/tellask")
                .start();
        try (server;
                HttpClient browser =
                        HttpClient.newBuilder().sslContext(trusting(keys)).build()) {
            URI page = URI.create("https://localhost:" + server.address().getPort() + "/");
            assertThat(browser.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
                            .body())
                    .contains("<title>a</title>");
        }
    }

    private KeyStore newKeys() throws Exception {
        Path store = secrets.resolve("server.p12");
        String options =
                "-genkeypair -alias server -keyalg EC -dname CN=localhost -ext san=dns:localhost -storepass changeit";
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(options.split(" ")));
        command.addAll(List.of("-keystore", store.toString()));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
        return KeyStore.getInstance(store.toFile(), PASSWORD);
    }

    private Path pem(String what, byte[] bytes) throws Exception {
        return Files.writeString(
                secrets.resolve(what + ".pem"),
                "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + what
                        + "-----\n");
    }

    private static SSLContext trusting(KeyStore keys) throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("server", keys.getCertificate("server"));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
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
