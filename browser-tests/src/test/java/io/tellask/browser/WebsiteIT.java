package io.tellask.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sites with a component library of other people, and pages that are loaded again when their files change. */
class WebsiteIT {
    private static final String LISTENS = "[tellask] changes come by events";

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
            awaitSaid(page, LISTENS, () -> page.navigate(home)); // a style is exchanged only once the page listens
            Locator button = page.locator("page-tally button");
            button.click();

            change(folder.resolve("page.css"), "rgb(0, 0, 128)", "rgb(128, 0, 0)");
            assertThat(page.locator("h1")).hasCSS("color", "rgb(128, 0, 0)");
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
            awaitSaid(page, "[tellask] changes come over the session", () -> page.navigate(TestServers.home(server)));
            change(folder.resolve("index.html"), "\"bolts\"", "\"nuts\"");
            assertThat(page.locator("page-tally button")).hasText("nuts: 0");
            visitor.assertContent();
        }
    }

    @Test
    void changeBeforeThePageListensIsNotMissed(@TempDir Path folder) throws IOException {
        copyPage(folder);
        try (Visitor visitor = CHROMIUM.visitor()) {
            Page page = visitor.page();
            AtomicInteger turn = new AtomicInteger();
            page.route("**/_tellask/live", route -> {
                if (turn.getAndIncrement() == 0) { // the page is loaded, and has not asked yet
                    change(folder.resolve("index.html"), "\"bolts\"", "\"nuts\"");
                }
                route.resume();
            });
            page.navigate(serveAsItIs(folder));
            assertThat(page.locator("page-tally button")).hasText("nuts: 0");
        }
    }

    @Test
    void brokenModuleIsShownWithItsPlaceUntilItIsMended(@TempDir Path folder) throws IOException {
        copyPage(folder);
        change(folder.resolve("tally.js"), "lit/directives/class-map.js", "./missing.js");
        String home = serveAsItIs(folder);
        try (Visitor visitor = CHROMIUM.visitor()) {
            Page page = visitor.page();
            page.navigate(home);
            assertThat(page.locator("main")).containsText("/tally.js:2:26");
            assertThat(page.locator("main")).containsText("leads to /missing.js, which is not there");
            visitor.assertAccessible();
            change(folder.resolve("tally.js"), "./missing.js", "lit/directives/class-map.js");
            assertThat(page.locator("page-tally button")).hasText("bolts: 0");
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

    @Test
    void refusalOfThePolicySaysWhatToDo(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("index.html"), """
                <!doctype html><html lang="en"><head><title>Refused</title></head>
                <body><p style="color: red">a</p><img src="http://127.0.0.2:9/a.png" alt=""></body></html>
                """);
        try (Visitor visitor = CHROMIUM.visitor()) {
            visitor.page().navigate(serveAsItIs(folder));
            Locator errors = visitor.page().getByRole(AriaRole.ALERT);
            assertThat(errors).containsText("Attributes style= do not work: use a class.");
            assertThat(errors).containsText("allowSource(\"img-src\", \"http://127.0.0.2:9\")");
        }
    }

    @ParameterizedTest
    @EnumSource(WebMode.class)
    void modulesOfAPageBeginInOrderAndDoNotStopEachOther(WebMode mode, @TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("index.html"), """
                <!doctype html><html lang="en"><head><title>Modules</title>
                <script type="module" src="first.js"></script>
                <script type="module" src="waits.js"></script>
                <script type="module" src="fails.js"></script>
                <script type="module" src="last.js"></script></head><body><p></p></body></html>
                """);
        Files.writeString(
                folder.resolve("shown.js"),
                "export const show = (text) => document.querySelector(\"p\").append(`${text} `);");
        for (String name : new String[] {"first", "waits", "fails", "last"}) {
            Files.writeString(folder.resolve(name + ".js"), """
                    import { show } from "./shown.js";
                    show("%s");
                    %s
                    """.formatted(
                            name,
                            switch (name) {
                                case "waits" -> "await new Promise(() => {});";
                                case "fails" -> "throw new Error(\"of the test\");";
                                default -> "";
                            }));
        }
        ResourcePath path = ResourcePath.builder().folder(folder).classPath().build();
        try (Visitor visitor = CHROMIUM.visitor()) {
            visitor.page()
                    .navigate(serve(Website.builder().resources(path).mode(mode).build()));
            assertThat(visitor.page().locator("p")).hasText("first waits fails last");
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

    private static void awaitSaid(Page page, String text, Runnable action) {
        page.waitForConsoleMessage(
                new Page.WaitForConsoleMessageOptions()
                        .setPredicate(each -> each.text().equals(text)),
                action);
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
