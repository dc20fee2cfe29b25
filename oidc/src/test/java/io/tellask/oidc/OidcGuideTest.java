package io.tellask.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.AuthenticationException;
import io.tellask.remote.Client;
import io.tellask.remote.Credentials;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import io.tellask.remote.Session;
import io.tellask.test.Await;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The code of {@code docs/LOGIN.md} about tokens of issuers, compiled and run over a network. */
@Timeout(60)
class OidcGuideTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");

    private final LocalIssuer localIssuer = new LocalIssuer();
    private final URI issuer = localIssuer.uri();
    private final ActorSystem system = ActorSystem.create();
    private final ActorSystem here = ActorSystem.create();
    private final String address = "tellask://127.0.0.1:0";

    /** Greets by name. */
    public interface Greeter {
        Promise<String> greet();
    }

    /** Fetches access tokens. */
    private interface Tokens {
        String fresh();
    }

    private static Promise<String> greet() {
        Principal caller = Session.current().orElseThrow().principal();
        return Promise.of(caller + " " + caller.roles());
    }

    @AfterEach
    void close() {
        here.close();
        system.close();
        localIssuer.close();
    }

    private String token(String role, Instant until) {
        return localIssuer.token(claims -> claims.claim("preferred_username", "ada")
                .claim("realm_access", Map.of("roles", List.of(role)))
                .expirationTime(Date.from(until)));
    }

    private Server start() {
        JwtAuthenticator authenticator = JwtAuthenticator.builder(issuer, "chat")
                .nameClaim("preferred_username")
                .rolesClaim("realm_access.roles")
                .build();
        authenticator.fetchKeys().join(); // a wrong address is found now
        Server server = Server.builder(system)
                .authenticator(authenticator)
                .publish("greeter", Greeter.class, system.spawn(Greeter.class, () -> OidcGuideTest::greet))
                .listen(address)
                .start();
        return server;
    }

    @Test
    void clientShowsItsTokenAndAFreshOneWhenItIsOver() {
        Server server = start();
        AtomicInteger given = new AtomicInteger();
        Tokens tokens = () -> given.incrementAndGet() == 1
                ? token("first", Instant.now().minusSeconds(26)) // good for 3 to 4 s more, with the clock's skew
                : token("second", Instant.now().plusSeconds(60));
        Client client = Client.builder(here)
                .credentials(Credentials.token(tokens::fresh))
                .connect(server.address());
        Greeter greeter = client.lookup("greeter", Greeter.class);

        assertThat(greeter.greet().join()).startsWith("ada [");
        Await.until("the second token", () -> greeter.greet().join().equals("ada [second]"));
        assertThat(given).hasValue(2);
    }

    @Test
    void clientWithoutAGoodTokenIsToldWhy() {
        Server server = start();

        assertThatThrownBy(() -> Client.builder(here)
                        .credentials(
                                Credentials.token(token("late", Instant.now().minusSeconds(40))))
                        .connect(server.address()))
                .isInstanceOf(AuthenticationException.class)
                .hasMessageContaining("Expired JWT; fetch a fresh one");
    }

    @Test
    void everyBlockOfThePageIsCompiledHere() throws IOException {
        String code = words(Files.readString(Path.of("src/test/java/io/tellask/oidc/OidcGuideTest.java")));
        List<String> blocks = new ArrayList<>();
        String page = Files.readString(Path.of("..", "docs", "LOGIN.md"));
        BLOCK.matcher(page.substring(page.indexOf("\n## Tokens of an issuer")))
                .results()
                .forEach(block -> blocks.add(words(block.group(1))));
        assertThat(blocks).hasSize(2).allSatisfy(block -> assertThat(code).contains(block));
    }

    private static String words(String text) {
        return text.strip().replaceAll("\\s+", "");
    }
}
