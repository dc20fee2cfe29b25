package io.tellask.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.tellask.actor.ActorSystem;
import io.tellask.codec.Codec;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Server;
import io.tellask.rest.Rest;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page by which a REST service is tried. */
class RestPageIT {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    @RegisterExtension
    final TestServers servers = new TestServers();

    private static Server server(ActorSystem system) {
        Rest rest = Rest.builder()
                .codec(Codec.builder().allowTree("io.tellask.browser").build())
                .contract("/orders", Shop.class, system.spawn(Shop.class, Shop.ShopActor::new))
                .openApi("Orders", "1.0")
                .build();
        return Server.builder(system)
                .transport(DetectingTransport.builder().pages(rest).build())
                .listen(TestServers.ANY_PORT)
                .start();
    }

    private static Locator operation(Page page, String name) {
        return page.locator("details").filter(new Locator.FilterOptions().setHasText(name));
    }

    @ParameterizedTest
    @CsvSource({"390, 844, DARK", "1440, 900, LIGHT"})
    void callsAreMadeInThePage(int width, int height, ColorScheme scheme) {
        String home = TestServers.home(servers.start(RestPageIT::server));
        try (Visitor visitor = CHROMIUM.visitor(width, height, scheme)) {
            Page page = visitor.page();
            page.navigate(home + "orders/");
            assertThat(page.locator("details")).hasCount(2);

            Locator create = operation(page, "POST");
            create.locator("summary").click();
            create.getByLabel("Body").fill("[\"bolt\", \"nut\"]");
            create.getByText("Send").click();
            assertThat(create.locator("output")).containsText("application/json");
            assertThat(create.locator("pre")).containsText("\"nut\"");

            Locator get = operation(page, "GET");
            get.locator("summary").click();
            get.locator("input").fill("1");
            get.getByText("Send").click();
            assertThat(get.locator("output")).containsText("200 application/json");
            assertThat(get.locator("pre")).containsText("\"id\": 1");

            visitor.assertAccessible();
            visitor.keepPicture("rest-" + width + "-" + scheme);
            visitor.assertContent();
        }
    }
}
