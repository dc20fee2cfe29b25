package io.tellask.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.tellask.actor.ActorSystem;
import io.tellask.console.ServerConsole;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.KeyValueService;
import io.tellask.kv.KeyValueStore;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Authenticator;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The console of a key-value server, as {@code ./tellask serve} has it. */
class ConsoleIT {
    private static final List<String> SECTIONS =
            List.of("overview", "connections", "actors", "latency", "memory", "store", "group", "dead-letters");

    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    @RegisterExtension
    final TestServers servers = new TestServers();

    @TempDir
    Path folder;

    private String serve() {
        return TestServers.home(servers.start(this::server)) + "console/";
    }

    private Server server(ActorSystem system) {
        KeyValueService service = servers.own(KeyValueService.open(system, folder, KeyValueOptions.defaults()));
        service.store()
                .open("orders")
                .thenCompose(map -> map.put(new byte[] {1}, new byte[] {2}))
                .join();
        ServerConsole console =
                ServerConsole.builder().source(service.consoleSource()).build();
        return console.publishIn(Server.builder(system))
                .publish(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class, service.store())
                .authenticator(Authenticator.tokens(
                        Map.of("t0ken", Principal.of("ada", ServerConsole.ROLE), "gu3st", Principal.of("bob"))))
                .transport(DetectingTransport.builder().pages(console.pages()).build())
                .listen(TestServers.ANY_PORT)
                .start();
    }

    private static void logIn(Page page, String address) {
        page.navigate(address);
        token(page, "t0ken");
        assertThat(page.locator("#state-text")).hasText("live");
    }

    private static void token(Page page, String token) {
        page.getByLabel("Token").fill(token);
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Connect"))
                .click();
    }

    @Test
    void asksForATokenUntilItIsRight() {
        String address = serve();
        try (Visitor visitor = CHROMIUM.visitor()) {
            Page page = visitor.page();
            page.navigate(address);
            assertThat(page.locator("#sign-in")).isVisible();
            visitor.assertAccessible();
            visitor.keepPicture("console-sign-in");
            token(page, "wr0ng");
            assertThat(page.locator("#sign-in-error")).hasText("The server does not know this token.");
            token(page, "t0ken");
            assertThat(page.locator("#sign-in")).not().isVisible();
            assertThat(page.locator("#state-text")).hasText("live");
            visitor.assertContent();
        }
    }

    @Test
    void connectionsAreFoundByAConditionOfIdleTime() {
        String address = serve();
        try (Visitor visitor = CHROMIUM.visitor()) {
            Page page = visitor.page();
            logIn(page, address);
            page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Connections"))
                    .first()
                    .click();
            Locator rows = page.locator("#view tbody tr").filter(new Locator.FilterOptions().setHasText("ada"));
            assertThat(rows).hasCount(1);
            Locator condition = page.getByRole(AriaRole.TEXTBOX, new Page.GetByRoleOptions().setName("Condition"));
            page.getByText("Idle for a minute").click();
            assertThat(page.getByText("0 of 1 meet the condition")).isVisible();
            assertThat(rows).hasCount(0);
            condition.fill("idle<1m and principal=ada");
            assertThat(rows).hasCount(1);
            condition.fill("idle<");
            assertThat(page.locator("#where-error")).not().isEmpty();
            visitor.assertAccessible();
            visitor.assertContent();
        }
    }

    @ParameterizedTest
    @CsvSource({"390, 844, DARK, true", "390, 844, LIGHT, false", "1440, 900, DARK, false", "1440, 900, LIGHT, true"})
    void showsPlotsAndSectionsThatEverybodyCanUse(int width, int height, ColorScheme scheme, boolean isChecked) {
        String address = serve();
        try (Visitor visitor = CHROMIUM.visitor(width, height, scheme)) {
            Page page = visitor.page();
            logIn(page, address);
            page.getByLabel("Every").selectOption("250");
            page.waitForFunction(DRAWN);
            assertThat((List<?>) page.evaluate(OVERLAPPING)).isEmpty();
            for (String section : SECTIONS) {
                page.navigate(address + "#/" + section);
                assertThat(page.locator("#view h1")).isVisible();
                if (isChecked) { // each width and each theme once: the rules take a second for a section
                    visitor.assertAccessible();
                }
                visitor.keepPicture("console-" + section + "-" + width + "-" + scheme);
            }
            page.navigate(address + "#/store");
            assertThat(page.locator("#view tbody tr").first()).containsText("orders");
            visitor.assertContent();
        }
    }

    /** The tiles whose drawing is under their text, and sections that are wider than the page. */
    private static final String OVERLAPPING = """
            () => [...document.querySelectorAll(".tile")]
                .filter(tile => tile.querySelector(".more").getBoundingClientRect().bottom
                    > tile.querySelector("svg").getBoundingClientRect().top)
                .map(tile => tile.textContent)
                .concat(document.documentElement.scrollWidth > innerWidth ? ["the page is wider than its window"] : [])
            """;

    /** Whether all plots of the page have something drawn; there is one at least. */
    private static final String DRAWN = """
            () => {
              const plots = [...document.querySelectorAll("#view .plot canvas")];
              return plots.length > 0 && plots.every(canvas => {
                const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
                return data.some(byte => byte !== 0);
              });
            }
            """;
}
