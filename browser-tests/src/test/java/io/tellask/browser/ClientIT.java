package io.tellask.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.codec.Codec;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Authenticator;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import io.tellask.typescript.ContractModules;
import io.tellask.web.ResourcePath;
import io.tellask.web.WebMode;
import io.tellask.web.Website;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What pages do with the client: values, references, callbacks, streams, failures, credentials. */
class ClientIT {
    private static final int TOKEN_MILLIS = 1_000;
    private static final String SEEN = """
            {
             "twice": "9223372036854775806n",
             "bytes": "255,127,0",
             "order": "bolt 9007199254740994 soon! GREEN 2,1",
             "plain": "nut 2 undefined RED",
             "told": "told 0,told 1,told 2",
             "asked": "heard 3 lines",
             "refused": "RemoteError TypeError: do not ask",
             "sum": 5,
             "handedBack": 5,
             "disposed": "DisconnectedError",
             "taken": "1,2,3,4,5",
             "count": 5000,
             "uploaded": "500500n",
             "spilled": "RemoteError SpilledException: a drop too much, drops=3",
             "aborted": "enough",
             "late": "DeadlineExceededError",
             "wrong": "EncodeError"
            }""";

    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    @RegisterExtension
    final TestServers servers = new TestServers();

    private String serve(WebMode mode, Authenticator authenticator) {
        return TestServers.home(servers.start(system -> server(system, mode, authenticator)));
    }

    private static Server server(ActorSystem system, WebMode mode, Authenticator authenticator) {
        ResourcePath resources = ResourcePath.builder()
                .classPath("lab")
                .file("/contracts.js", ContractModules.of(Lab.class).javascript())
                .classPath()
                .build();
        Website site = Website.builder().resources(resources).mode(mode).build();
        return Server.builder(system)
                .codec(Codec.builder().allowTree("io.tellask.browser").build())
                .publish("lab", Lab.class, system.spawn(Lab.class, LabActor::new))
                .authenticator(authenticator)
                .transport(DetectingTransport.builder().pages(site).build())
                .listen(TestServers.ANY_PORT)
                .start();
    }

    @ParameterizedTest
    @CsvSource({
        "PRODUCTION, ''",
        "DEVELOPMENT, ?cbor",
        "PRODUCTION, ?cbor",
        "PRODUCTION, ?worker",
        "DEVELOPMENT, ?worker&cbor",
    })
    void pageDoesWhatTheContractSays(WebMode mode, String choices) {
        String home = serve(mode, attempt -> io.tellask.actor.Promise.of(Principal.of("anyone")));
        try (Visitor visitor = CHROMIUM.visitor()) {
            visitor.page().navigate(home + choices);
            assertThat(visitor.page().locator("#out")).not().isEmpty();
            assertThat(visitor.page().locator("#out").textContent()).isEqualTo(SEEN);
            visitor.assertContent();
        }
    }

    @Test
    void pageShowsAFreshTokenWhenItsOwnIsOver() {
        List<String> shown = new CopyOnWriteArrayList<>();
        String home = serve(WebMode.PRODUCTION, Authenticator.token(token -> {
            shown.add(token);
            return Optional.of(Principal.of("ada").until(Instant.now().plusMillis(TOKEN_MILLIS)));
        }));
        try (Visitor visitor = CHROMIUM.visitor()) {
            visitor.page().navigate(home + "token.html");
            assertThat(visitor.page().locator("#out")).hasText("wrong=0 lost=0 resumed=2 tokens=3");
            assertThat(shown).containsExactly("token-1", "token-2", "token-3");
            visitor.assertContent();
        }
    }
}
