package io.tellask.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import io.tellask.examples.auction.AuctionServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The page of the tutorial: a call, a stream and a callback. */
class AuctionPageIT {
    private static final Path PAGES = Path.of("..", "examples", "src", "main", "resources", "auction");

    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    @RegisterExtension
    final TestServers servers = new TestServers();

    @Test
    void bidsAreSeenByAllAndToldToWhomTheyBeat() {
        String home =
                TestServers.home(servers.start(system -> AuctionServer.start(system, PAGES, TestServers.ANY_PORT)));
        try (Visitor ada = open(home);
                Visitor grace = open(home)) {
            bid(ada, "Ada", 10);
            assertThat(grace.page().locator("#highest")).hasText("10 by Ada");
            bid(grace, "Grace", 10);
            assertThat(grace.page().locator("#news")).hasText("That is too little.");
            bid(grace, "Grace", 20);
            assertThat(ada.page().locator("#news")).hasText("Grace offers 20: bid again!");

            grace.assertContent();
            grace.assertAccessible();
        }
    }

    private static Visitor open(String home) {
        Visitor visitor = CHROMIUM.visitor();
        visitor.page().navigate(home);
        assertThat(visitor.page().locator("#highest")).not().hasText("…");
        return visitor;
    }

    private static void bid(Visitor visitor, String name, int amount) {
        visitor.page().getByLabel("Name").fill(name);
        visitor.page().getByLabel("Euros").fill(String.valueOf(amount));
        visitor.page()
                .getByText("Bid", new com.microsoft.playwright.Page.GetByTextOptions().setExact(true))
                .click();
    }
}
