package io.tellask.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.examples.auction.AuctionServer;
import io.tellask.remote.Server;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The page of the tutorial: a call, a stream and a callback. */
class AuctionPageIT {
    private static final Path PAGES = Path.of("..", "examples", "src", "main", "resources", "auction");

    private final ActorSystem system = ActorSystem.create();
    private final Chromium chromium = new Chromium();
    private final Server server = AuctionServer.start(system, PAGES, "any://127.0.0.1:0/tellask");

    @AfterEach
    void close() {
        chromium.close();
        server.close(Duration.ZERO);
        system.close();
    }

    @Test
    void bidsAreSeenByAllAndToldToWhomTheyBeat() {
        try (Visitor ada = open();
                Visitor grace = open()) {
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

    private Visitor open() {
        Visitor visitor = chromium.visitor();
        visitor.page().navigate("http://127.0.0.1:" + server.address().getPort() + "/");
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
