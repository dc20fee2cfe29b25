package io.tellask.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.tellask.actor.ActorSystem;
import io.tellask.examples.cloud.CloudServer;
import io.tellask.remote.Server;
import io.tellask.web.WebMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The buzzword cloud as several people see it. */
class CloudPageIT {
    private final ActorSystem system = ActorSystem.create();
    private final Chromium chromium = new Chromium();
    private Server server = CloudServer.start(system, "any://127.0.0.1:0/tellask", WebMode.PRODUCTION);

    @BeforeEach
    void serverListens() {
        assertThat(server.address().getPort()).isPositive();
    }

    @AfterEach
    void close() {
        chromium.close();
        server.close(Duration.ZERO);
        system.close();
    }

    private String home() {
        return "http://127.0.0.1:" + server.address().getPort() + "/";
    }

    private void enter(Visitor visitor, String name) {
        Page page = visitor.page();
        page.navigate(home());
        assertThat(page.getByRole(com.microsoft.playwright.options.AriaRole.STATUS)).hasText("live");
        page.getByLabel("Your name").fill(name);
        page.getByText("Enter").click();
    }

    private static void say(Visitor visitor, String word) {
        visitor.page().getByLabel("A word for the cloud").fill(word);
        visitor.page().getByText("Say it").click();
    }

    private static Locator word(Visitor visitor, String word) {
        return visitor.page().locator("#cloud li").filter(new Locator.FilterOptions().setHasText(word));
    }

    @ParameterizedTest
    @EnumSource(WebMode.class)
    void twoBrowsersSeeEachOther(WebMode mode) {
        server.close(Duration.ZERO);
        server = CloudServer.start(system, "any://127.0.0.1:0/tellask", mode);
        try (Visitor ada = chromium.visitor();
                Visitor bob = chromium.visitor()) {
            enter(ada, "Ada");
            enter(bob, "Bob");
            assertThat(ada.page().locator("#people li")).hasText(new String[] {"Ada", "Bob"});

            say(ada, "synergy");
            assertThat(word(bob, "synergy")).hasAttribute("title", "synergy: said once, last by Ada");
            word(bob, "synergy").click();
            assertThat(word(ada, "synergy")).hasAttribute("title", "synergy: said 2 times, last by Bob");

            ada.assertContent();
            bob.assertContent();
        }
    }

    @Test
    void namesAndWordsThatAreRefusedSayWhy() {
        try (Visitor visitor = chromium.visitor()) {
            enter(visitor, "admin");
            assertThat(visitor.page().locator("#name-problem")).containsText("admin does not come here");
            visitor.page().getByLabel("Your name").fill("Ada");
            visitor.page().getByText("Enter").click();
            say(visitor, "\u200b");
            assertThat(visitor.page().locator("#word-problem")).containsText("that can be seen");
            visitor.assertContent();
        }
    }

    @Test
    void fallsBackToLongPollingWhereThereIsNoWebSocket() {
        try (Visitor ada = chromium.visitor();
                Visitor bob = chromium.visitor()) {
            ada.context().addInitScript("delete window.WebSocket");
            enter(ada, "Ada");
            enter(bob, "Bob");
            say(ada, "polling");
            assertThat(word(bob, "polling")).isVisible();
            say(bob, "pushed");
            assertThat(word(ada, "pushed")).isVisible();
            ada.assertContent();
        }
    }

    @Test
    void productionPageIsOneRequestBesideItsIconAndSession() {
        try (Visitor visitor = chromium.visitor()) {
            List<String> requests = new ArrayList<>();
            visitor.page().onRequest(request -> requests.add(request.url().replace(home(), "/")));
            enter(visitor, "Ada");
            say(visitor, "one");
            assertThat(word(visitor, "one")).isVisible();
            assertThat(requests).filteredOn(url -> !url.contains("icon") && !url.startsWith("data:"))
                    .containsExactly("/");
        }
    }

    @ParameterizedTest
    @CsvSource({"390, 844, DARK", "390, 844, LIGHT", "1440, 900, DARK", "1440, 900, LIGHT"})
    void looksDesigned(int width, int height, ColorScheme scheme) {
        try (Visitor visitor = chromium.visitor(width, height, scheme)) {
            visitor.page().navigate(home());
            assertThat(visitor.page().getByRole(com.microsoft.playwright.options.AriaRole.STATUS)).hasText("live");
            visitor.assertAccessible();
            visitor.keepPicture("cloud-door-" + width + "-" + scheme);
            visitor.page().getByLabel("Your name").fill("Ada Lovelace");
            visitor.page().getByText("Enter").click();
            for (String word : List.of("actor", "promise", "stream", "codec", "actor", "promise", "actor", "credit")) {
                say(visitor, word);
            }
            assertThat(word(visitor, "actor")).hasAttribute("title", "actor: said 3 times, last by Ada Lovelace");
            visitor.assertAccessible();
            visitor.keepPicture("cloud-" + width + "-" + scheme);
            visitor.assertContent();
        }
    }
}
