package io.tellask.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.examples.cloud.CloudServer;
import io.tellask.remote.Server;
import io.tellask.web.WebMode;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages whose network breaks, whose server is started again, and whose proxy knows no WebSocket. */
class ReconnectIT {
    private static final String LOST = "connection lost, trying again";

    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    @RegisterExtension
    final TestServers servers = new TestServers();

    private Server serve(String address) {
        return servers.start(system -> CloudServer.start(system, address, WebMode.PRODUCTION));
    }

    private static CloudVisitor visitor() {
        return new CloudVisitor(CHROMIUM.visitor());
    }

    @Test
    void wordsOfACutConnectionComeOnceOnceItIsBack() throws IOException {
        Server server = serve(TestServers.ANY_PORT);
        CuttingProxy proxy = servers.own(new CuttingProxy(server.address().getPort()));
        try (CloudVisitor ada = visitor();
                CloudVisitor bob = visitor()) {
            ada.enter(TestServers.home(proxy.port()), "Ada");
            bob.enter(TestServers.home(server), "Bob");

            proxy.down();
            ada.expectStatus(LOST);
            ada.say("lost");
            ada.say("found");
            bob.say("meanwhile");
            bob.expectSaidOnce("meanwhile", "Bob");
            assertThat(bob.word("found")).hasCount(0);
            proxy.up();

            ada.expectStatus("live");
            for (CloudVisitor each : new CloudVisitor[] {ada, bob}) {
                each.expectSaidOnce("lost", "Ada");
                each.expectSaidOnce("found", "Ada");
                each.expectSaidOnce("meanwhile", "Bob");
                assertThat(each.page().locator("#cloud li")).hasCount(3);
                assertThat(each.page().locator("#people li")).hasText(new String[] {"Ada", "Bob"});
            }
        }
    }

    @Test
    void cutsWhileWordsAreOnTheirWayLoseAndDoubleNone() throws IOException {
        Server server = serve(TestServers.ANY_PORT);
        CuttingProxy proxy = servers.own(new CuttingProxy(server.address().getPort()));
        try (CloudVisitor ada = visitor()) {
            ada.enter(TestServers.home(proxy.port()), "Ada");
            for (int i = 0; i < 16; i++) {
                ada.say("word-" + (char) ('a' + i));
                if (i % 4 == 1) {
                    proxy.cut();
                }
            }
            ada.expectStatus("live");
            for (int i = 0; i < 16; i++) {
                ada.expectSaidOnce("word-" + (char) ('a' + i), "Ada");
            }
        }
    }

    @Test
    void pageEntersAgainByItselfWhenItsServerIsStartedAgain() {
        Server server = serve(TestServers.ANY_PORT);
        int port = server.address().getPort();
        try (CloudVisitor ada = visitor()) {
            ada.enter(TestServers.home(port), "Ada").say("before");
            ada.expectSaidOnce("before", "Ada");

            server.close(Duration.ZERO);
            serve("any://127.0.0.1:" + port + "/tellask");

            assertThat(ada.word("before")).hasCount(0);
            ada.expectStatus("live");
            assertThat(ada.page().locator("#people li")).hasText(new String[] {"Ada"});
            ada.say("after");
            ada.expectSaidOnce("after", "Ada");
        }
    }

    @Test
    void pageThatWasOfflineGoesOn() throws IOException {
        Server server = serve(TestServers.ANY_PORT);
        CuttingProxy proxy = servers.own(new CuttingProxy(server.address().getPort()));
        try (CloudVisitor ada = visitor()) {
            ada.enter(TestServers.home(proxy.port()), "Ada");
            assertThat(ada.page().getByLabel("A word for the cloud")).isVisible(); // the call that enters is answered
            ada.visitor().context().setOffline(true);
            ada.page().waitForCondition(() -> {
                proxy.cut(); // what is open lives on in an emulated offline, which begins a little later than asked for
                return ada.status().equals(LOST);
            });
            ada.say("offline");
            ada.expectStatus(LOST);
            ada.visitor().context().setOffline(false);
            ada.expectStatus("live");
            ada.expectSaidOnce("offline", "Ada");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"403 Forbidden", "426 Upgrade Required"})
    void fallsBackToLongPollingBehindAProxyThatRefusesWebSockets(String status) throws IOException {
        Server server = serve(TestServers.ANY_PORT);
        CuttingProxy proxy = servers.own(new CuttingProxy(server.address().getPort()));
        proxy.refuseUpgrades(status);
        try (CloudVisitor ada = visitor();
                CloudVisitor bob = visitor()) {
            ada.enter(TestServers.home(proxy.port()), "Ada");
            bob.enter(TestServers.home(server), "Bob");
            speaksAndHears(ada, bob);
            assertThat(proxy.refusedUpgrades()).isPositive();
        }
    }

    @Test
    void fallsBackToLongPollingWhereThereIsNoWebSocket() {
        String home = TestServers.home(serve(TestServers.ANY_PORT));
        try (CloudVisitor ada = visitor();
                CloudVisitor bob = visitor()) {
            ada.visitor().context().addInitScript("delete window.WebSocket");
            ada.enter(home, "Ada");
            bob.enter(home, "Bob");
            speaksAndHears(ada, bob);
            ada.visitor().assertContent();
        }
    }

    private static void speaksAndHears(CloudVisitor ada, CloudVisitor bob) {
        ada.say("polling");
        bob.expectSaidOnce("polling", "Ada");
        bob.say("pushed");
        ada.expectSaidOnce("pushed", "Bob");
    }
}
