package io.tellask.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Server;
import io.tellask.web.ResourcePath;
import io.tellask.web.SiteChanges;
import io.tellask.web.WebMode;
import io.tellask.web.Website;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sites with a component library of other people, and pages that are loaded again when their files change. */
class WebsiteIT {
    private static final int TURNS = 15;
    private static final double TURN_MILLIS = 2_000;

    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    @RegisterExtension
    final TestServers servers = new TestServers();

    private String serve(Website site) {
        return TestServers.home(servers.start(system -> Server.builder(system)
                .transport(DetectingTransport.builder().pages(site).build())
                .listen(TestServers.ANY_PORT)
                .start()));
    }

    @ParameterizedTest
    @EnumSource(WebMode.class)
    void componentOfAPublishedLibraryWorks(WebMode mode) {
        ResourcePath path = ResourcePath.builder().classPath("lit").classPath().build();
        String home = serve(Website.builder().resources(path).mode(mode).build());
        try (Visitor visitor = CHROMIUM.visitor()) {
            visitor.page().navigate(home);
            Locator button = visitor.page().locator("page-tally button");
            assertThat(button).hasText("bolts: 0");
            assertThat(button).hasCSS("font-weight", "400");
            button.click();
            button.click();
            assertThat(button).hasText("bolts: 2");
            assertThat(button).hasCSS("font-weight", "700");
            visitor.assertAccessible();
            visitor.assertContent();
        }
    }

    @Test
    void pageIsLoadedAgainWhenAFileChangesAndAStyleIsExchanged(@TempDir Path folder) throws IOException {
        copyPage(folder);
        String home = serveAsItIs(folder);
        try (Visitor visitor = CHROMIUM.visitor()) {
            Page page = visitor.page();
            page.waitForResponse(home + "_tellask/live", () -> page.navigate(home));
            Locator button = page.locator("page-tally button");
            button.click();

            change(folder.resolve("page.css"), "rgb(0, 0, 128)", "rgb(128, 0, 0)");
            seenOnceWatched(
                    folder.resolve("page.css"),
                    () -> assertThat(page.locator("h1"))
                            .hasCSS(
                                    "color",
                                    "rgb(128, 0, 0)",
                                    new LocatorAssertions.HasCSSOptions().setTimeout(TURN_MILLIS)));
            assertThat(button).hasText("bolts: 1"); // the page itself stays

            change(folder.resolve("index.html"), "\"bolts\"", "\"nuts\"");
            assertThat(button).hasText("nuts: 0");
            visitor.assertContent();
        }
    }

    @Test
    void pageIsToldOfChangesOverItsSession(@TempDir Path folder) throws IOException {
        copyPage(folder);
        ResourcePath path = ResourcePath.builder().folder(folder).classPath().build();
        Website site = Website.builder()
                .resources(path)
                .mode(WebMode.DEVELOPMENT)
                .liveActor("tellask.site")
                .build();
        Server server = servers.start(system -> Server.builder(system)
                .publish("tellask.site", SiteChanges.class, system.spawn(SiteChanges.class, site::changes))
                .transport(DetectingTransport.builder().pages(site).build())
                .listen(TestServers.ANY_PORT)
                .start());
        try (Visitor visitor = CHROMIUM.visitor()) {
            Page page = visitor.page();
            ConsoleMessage message = page.waitForConsoleMessage(
                    new Page.WaitForConsoleMessageOptions()
                            .setPredicate(each -> each.text().startsWith("[tellask] changes come")),
                    () -> page.navigate(TestServers.home(server)));
            assertThat(message.text()).isEqualTo("[tellask] changes come over the session");
            change(folder.resolve("index.html"), "\"bolts\"", "\"nuts\"");
            seenOnceWatched(folder.resolve("index.html"), () -> hasText(page.locator("page-tally button"), "nuts: 0"));
            visitor.assertContent();
        }
    }

    @Test
    void brokenModuleIsShownWithItsPlaceUntilItIsMended(@TempDir Path folder) throws IOException {
        copyPage(folder);
        change(folder.resolve("tally.js"), "lit/directives/class-map.js", "./missing.js");
        String home = serveAsItIs(folder);
        try (Visitor visitor = CHROMIUM.visitor()) {
            Page page = visitor.page();
            page.waitForResponse(home + "_tellask/live", () -> page.navigate(home));
            assertThat(page.locator("main")).containsText("/tally.js:2:26");
            assertThat(page.locator("main")).containsText("leads to /missing.js, which is not there");
            visitor.assertAccessible();
            change(folder.resolve("tally.js"), "./missing.js", "lit/directives/class-map.js");
            seenOnceWatched(folder.resolve("tally.js"), () -> hasText(page.locator("page-tally button"), "bolts: 0"));
        }
    }

    @Test
    void errorOfAScriptIsShownInThePage(@TempDir Path folder) throws IOException {
        copyPage(folder);
        change(folder.resolve("tally.js"), "customElements.define", "customElement.define");
        try (Visitor visitor = CHROMIUM.visitor()) {
            visitor.page().navigate(serveAsItIs(folder));
            Locator errors = visitor.page().getByRole(AriaRole.ALERT);
            assertThat(errors).containsText("customElement is not defined");
            assertThat(errors).containsText("tally.js:");
            errors.getByText("Close").click();
            assertThat(errors).hasCount(0);
        }
    }

    private String serveAsItIs(Path folder) {
        ResourcePath path = ResourcePath.builder().folder(folder).classPath().build();
        return serve(Website.builder().resources(path).mode(WebMode.DEVELOPMENT).build());
    }

    private static void copyPage(Path folder) throws IOException {
        for (String name : new String[] {"index.html", "page.css", "tally.js"}) {
            try (var in = WebsiteIT.class.getResourceAsStream("/lit/" + name)) {
                Files.copy(in, folder.resolve(name));
            }
        }
    }

    /**
     * Touches a file again and again until what it shows is seen: its folder is looked at for the first time after the page has begun to
     * listen, and a change before is not told.
     */
    private static void seenOnceWatched(Path file, Runnable expectation) throws IOException {
        FileTime changed = Files.getLastModifiedTime(file);
        for (int turn = 1; turn < TURNS; turn++) {
            try {
                expectation.run();
                return;
            } catch (AssertionError notYet) {
                Files.setLastModifiedTime(file, FileTime.fromMillis(changed.toMillis() + turn * 1_000));
            }
        }
        expectation.run();
    }

    private static void hasText(Locator shown, String text) {
        assertThat(shown).hasText(text, new LocatorAssertions.HasTextOptions().setTimeout(TURN_MILLIS));
    }

    private static void change(Path file, String before, String after) {
        try {
            String text = Files.readString(file);
            assertThat(text).contains(before);
            Files.writeString(file, text.replace(before, after));
        } catch (IOException e) {
            throw new AssertionError("cannot be changed: " + file, e);
        }
    }
}
