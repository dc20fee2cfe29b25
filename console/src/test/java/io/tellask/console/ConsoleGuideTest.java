package io.tellask.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.AccessDeniedException;
import io.tellask.remote.Authenticator;
import io.tellask.remote.Client;
import io.tellask.remote.Credentials;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The code of {@code docs/CONSOLE.md}, compiled and run over a real port. */
@Timeout(60)
class ConsoleGuideTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");

    private final ActorSystem system = ActorSystem.create();
    private final Authenticator authenticator =
            Authenticator.tokens(Map.of("op", Principal.of("Olga", "console"), "user", Principal.of("Ada")));
    private final Warehouse warehouse = system.spawn(Warehouse.class, () -> Promise::of);

    /** What is called. */
    public interface Warehouse {
        Promise<Integer> take(int pieces);
    }

    @AfterEach
    void close() {
        system.close();
    }

    private Server start() {
        ServerConsole console = ServerConsole.builder().build(); // for principals of the role "console"
        Server server = console.publishIn(Server.builder(system))
                .publish("warehouse", Warehouse.class, warehouse)
                .authenticator(authenticator)
                .transport(DetectingTransport.builder().pages(console.pages()).build())
                .listen("any://127.0.0.1:0/tellask")
                .start();
        return server;
    }

    @Test
    void thePageAndTheActorAreAtOnePort() throws Exception {
        Server server = start();
        String authority = server.address().getAuthority();
        try (InputStream page =
                URI.create("http://" + authority + "/console/").toURL().openStream()) {
            assertThat(new String(page.readAllBytes(), StandardCharsets.UTF_8)).contains("content=\"/tellask\"");
        }
        try (Client client = connect(authority, "op")) {
            assertThat(console(client)
                            .connections(new ConnectionFilter("", ConnectionOrder.IDLE, 10))
                            .get()
                            .rows())
                    .singleElement()
                    .satisfies(row -> assertThat(row.listener())
                            .isEqualTo(server.address().getPort()));
        }
        try (Client client = connect(authority, "user")) {
            assertThatThrownBy(() -> console(client).stores().get()).hasCauseInstanceOf(AccessDeniedException.class);
        }
    }

    private Client connect(String authority, String token) {
        return Client.builder(system).credentials(Credentials.token(token)).connect("ws://" + authority + "/tellask");
    }

    private static Console console(Client client) {
        return client.lookup(Console.PUBLISHED_NAME, Console.class);
    }

    @Test
    void theDocumentShowsThisCode() throws Exception {
        String code = words(Files.readString(Path.of("src/test/java/io/tellask/console/ConsoleGuideTest.java")))
                .replace("127.0.0.1:0", "127.0.0.1:8080");
        assertThat(BLOCK.matcher(Files.readString(Path.of("..", "docs", "CONSOLE.md")))
                        .results()
                        .map((MatchResult block) -> words(block.group(1))))
                .isNotEmpty()
                .allSatisfy(block -> assertThat(code).contains(block));
    }

    private static String words(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
