package io.tellask.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The Chromium of this machine, started once for a class of tests, which asks nobody on the network. Named by the system property
 * {@code tellask.chromium}, else the first of {@code chromium}, {@code chromium-browser} and {@code google-chrome} on the path; without
 * one the tests fail and say so. Belongs to one thread.
 */
final class Chromium implements BeforeAllCallback, AfterAllCallback {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final List<String> QUIET = List.of(
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    /** How long a page may take to show what is expected of it: machines that build are busy. */
    private static final double PATIENCE_MILLIS = 30_000;

    private @Nullable Playwright playwright;
    private @Nullable Browser browser;

    @Override
    public void beforeAll(ExtensionContext context) {
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        playwright = Playwright.create(new Playwright.CreateOptions().setEnv(environment()));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(executable())
                        .setChromiumSandbox(false)
                        .setArgs(QUIET));
    }

    /** The driver runs by the Node of this machine, where it has one, instead of unpacking its own. */
    private static Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>();
        environment.put("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        onPath(List.of("node")).ifPresent(node -> environment.put("PLAYWRIGHT_NODEJS_PATH", node.toString()));
        return environment;
    }

    private static Path executable() {
        String named = System.getProperty("tellask.chromium");
        return named != null
                ? Path.of(named)
                : onPath(NAMES)
                        .orElseThrow(() -> new IllegalStateException(
                                "no Chromium on the path; install one, or name it by -Dtellask.chromium=FILE"));
    }

    private static Optional<Path> onPath(List<String> names) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(folder -> names.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Somebody at a desk, who has a window and storage of their own. */
    Visitor visitor() {
        return visitor(1440, 900, ColorScheme.LIGHT);
    }

    Visitor visitor(int width, int height, ColorScheme scheme) {
        BrowserContext context = Objects.requireNonNull(browser, "browser")
                .newContext(new Browser.NewContextOptions()
                        .setViewportSize(width, height)
                        .setColorScheme(scheme)
                        .setIgnoreHTTPSErrors(true));
        return new Visitor(context, context.newPage());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (browser != null) {
            browser.close();
        }
        if (playwright != null) {
            playwright.close();
        }
    }
}
