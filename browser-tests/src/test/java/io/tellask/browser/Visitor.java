package io.tellask.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One window of the browser, with all that it complained of. Belongs to one thread. */
final class Visitor implements AutoCloseable {
    private final BrowserContext context;
    private final Page page;
    private final List<String> complaints = new ArrayList<>();

    Visitor(BrowserContext context, Page page) {
        this.context = context;
        this.page = page;
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
    }

    Page page() {
        return page;
    }

    BrowserContext context() {
        return context;
    }

    /** Forgets what the browser said so far: after the network was cut on purpose. */
    void forgive() {
        complaints.clear();
    }

    /** No error was thrown, written to the console, or raised by the content security policy. */
    void assertContent() {
        assertThat(complaints).as("errors of the page").isEmpty();
    }

    /** The rules of accessibility of axe, without those about frames of other sites: that takes a second page each time. */
    void assertAccessible() {
        List<Rule> violations =
                new AxeBuilder(page).setLegacyMode(true).analyze().getViolations();
        assertThat(violations)
                .as("violations of accessibility")
                .map(rule -> rule.getId() + ": " + rule.getHelp() + " at "
                        + rule.getNodes().stream()
                                .map(node -> String.valueOf(node.getTarget()))
                                .toList())
                .isEmpty();
    }

    /** Keeps a picture in the build's folder, to be looked at. */
    void keepPicture(String name) {
        page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("target", "pictures", name + ".png")));
    }

    @Override
    public void close() {
        context.close();
    }
}
