package io.tellask.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The Chromium of this machine, which asks nobody on the network. Named by the system property {@code tellask.chromium}, else the first
 * of {@code chromium}, {@code chromium-browser} and {@code google-chrome} on the path; without one the tests fail and say so. Belongs to
 * one thread.
 */
final class Chromium implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final List<String> QUIET = List.of(
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private final Playwright playwright;
    private final Browser browser;

    Chromium() {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(executable())
                        .setChromiumSandbox(false)
                        .setArgs(QUIET));
    }

    private static Path executable() {
        String named = System.getProperty("tellask.chromium");
        if (named != null) {
            return Path.of(named);
        }
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "no Chromium on the path; install one, or name it by -Dtellask.chromium=FILE"));
    }

    /** Somebody at a desk, who has a window and storage of their own. */
    Visitor visitor() {
        return visitor(1440, 900, ColorScheme.LIGHT);
    }

    Visitor visitor(int width, int height, ColorScheme scheme) {
        BrowserContext context = browser.newContext(new Browser.NewContextOptions()
                .setViewportSize(width, height)
                .setColorScheme(scheme)
                .setIgnoreHTTPSErrors(true));
        Page page = context.newPage();
        return new Visitor(context, page);
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
