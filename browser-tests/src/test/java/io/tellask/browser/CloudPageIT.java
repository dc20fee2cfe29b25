package io.tellask.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;
import io.tellask.examples.cloud.CloudServer;
import io.tellask.web.WebMode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The buzzword cloud as several people see it. */
@Isolated("one test changes which bundler is used")
class CloudPageIT {
    private static final String ESBUILD = "tellask.web.esbuild";

    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    @RegisterExtension
    final TestServers servers = new TestServers();

    private String serve(WebMode mode) {
        return TestServers.home(servers.start(system -> CloudServer.start(system, TestServers.ANY_PORT, mode)));
    }

    private static CloudVisitor visitor() {
        return new CloudVisitor(CHROMIUM.visitor());
    }

    @ParameterizedTest
    @EnumSource(WebMode.class)
    void twoBrowsersSeeEachOther(WebMode mode) {
        String home = serve(mode);
        try (CloudVisitor ada = visitor();
                CloudVisitor bob = visitor()) {
            ada.enter(home, "Ada");
            bob.enter(home, "Bob");
            assertThat(ada.page().locator("#people li")).hasText(new String[] {"Ada", "Bob"});

            ada.say("synergy");
            bob.expectSaidOnce("synergy", "Ada");
            bob.word("synergy").click();
            assertThat(ada.word("synergy")).hasAttribute("title", "synergy: said 2 times, last by Bob");

            ada.visitor().assertContent();
            bob.visitor().assertContent();
        }
    }

    @Test
    void namesAndWordsThatAreRefusedSayWhy() {
        String home = serve(WebMode.PRODUCTION);
        try (CloudVisitor visitor = visitor()) {
            visitor.enter(home, "admin");
            assertThat(visitor.page().locator("#name-problem")).containsText("admin does not come here");
            visitor.name("Ada");
            visitor.say("\u200b");
            assertThat(visitor.page().locator("#word-problem")).containsText("that can be seen");
            visitor.visitor().assertContent();
        }
    }

    @Test
    void productionPageIsOneRequestBesideItsIconAndSession() {
        assertThat(requests(serve(WebMode.PRODUCTION))).containsExactly("/");
    }

    @Test
    void pageOfThePureJavaBundlerWorksByFewRequests() {
        String before = System.getProperty(ESBUILD);
        System.setProperty(ESBUILD, "none");
        try {
            List<String> bundled = requests(serve(WebMode.PRODUCTION));
            assertThat(bundled).startsWith("/").doesNotHaveDuplicates().hasSizeLessThan(12);
            assertThat(requests(serve(WebMode.DEVELOPMENT))).hasSizeGreaterThan(bundled.size());
        } finally {
            if (before == null) {
                System.clearProperty(ESBUILD);
            } else {
                System.setProperty(ESBUILD, before);
            }
        }
    }

    /** What the page asks for until a word is seen; icons and what is inside addresses left out. */
    private static List<String> requests(String home) {
        try (CloudVisitor visitor = visitor()) {
            List<String> requests = new ArrayList<>();
            visitor.page().onRequest(request -> requests.add(request.url().replace(home, "/")));
            visitor.enter(home, "Ada").say("one");
            visitor.expectSaidOnce("one", "Ada");
            visitor.visitor().assertContent();
            requests.removeIf(url -> url.contains("icon") || url.startsWith("data:"));
            return requests;
        }
    }

    @ParameterizedTest
    @CsvSource({"390, 844, DARK", "390, 844, LIGHT", "1440, 900, DARK", "1440, 900, LIGHT"})
    void looksDesigned(int width, int height, ColorScheme scheme) {
        String home = serve(WebMode.PRODUCTION);
        try (CloudVisitor visitor = new CloudVisitor(CHROMIUM.visitor(width, height, scheme))) {
            visitor.page().navigate(home);
            visitor.expectStatus("live");
            visitor.visitor().assertAccessible();
            visitor.visitor().keepPicture("cloud-door-" + width + "-" + scheme);
            visitor.name("Ada Lovelace");
            for (String word : List.of("actor", "promise", "stream", "codec", "actor", "promise", "actor", "credit")) {
                visitor.say(word);
            }
            assertThat(visitor.word("actor")).hasAttribute("title", "actor: said 3 times, last by Ada Lovelace");
            visitor.visitor().assertAccessible();
            visitor.visitor().keepPicture("cloud-" + width + "-" + scheme);
            visitor.visitor().assertContent();
        }
    }
}
