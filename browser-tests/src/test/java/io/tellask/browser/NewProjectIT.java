package io.tellask.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.AriaRole;
import io.tellask.actor.ActorSystem;
import io.tellask.remote.Server;
import io.tellask.web.WebMode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The page of the project that {@code tellask new --web} writes, made of the same templates. */
class NewProjectIT {
    private static final Path TEMPLATES =
            Path.of("..", "cli", "src", "main", "resources", "io", "tellask", "cli", "project");

    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    @RegisterExtension
    final TestServers servers = new TestServers();

    @TempDir
    private Path project;

    @Test
    void guestsSignAndSeeEachOther() throws Exception {
        Path classes = compile();
        copy(TEMPLATES.resolve("web/pages"), classes.resolve("pages"));
        URL[] path = {classes.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader());
                Visitor ada = CHROMIUM.visitor();
                Visitor grace = CHROMIUM.visitor()) {
            String home = TestServers.home(servers.start(system -> start(loader, system)));
            ada.page().navigate(home);
            grace.page().navigate(home);
            sign(ada, "Ada");
            assertThat(ada.page().getByRole(AriaRole.STATUS)).hasText("Welcome, Ada: you are number 1.");
            assertThat(grace.page().locator("li")).containsText("Ada, ");
            sign(grace, " ");
            assertThat(grace.page().getByRole(AriaRole.STATUS))
                    .hasText("guest of 1 characters; give a name of 1 to 40");
            grace.assertAccessible();
            grace.assertContent();
        }
    }

    private static void sign(Visitor visitor, String name) {
        visitor.page().getByLabel("Your name").fill(name);
        visitor.page().getByText("Sign").click();
    }

    private Path compile() throws IOException {
        Path sources = project.resolve("src");
        copy(TEMPLATES.resolve("web/main"), sources);
        Files.writeString(sources.resolve("Entry.java"), text(TEMPLATES.resolve("main/Entry.java")));
        Path classes = Files.createDirectory(project.resolve("classes"));
        String path = System.getProperty("java.class.path");
        List<String> arguments =
                new ArrayList<>(List.of("-parameters", "-d", classes.toString(), "-cp", path, "-processorpath", path));
        try (Stream<Path> files = Files.list(sources)) {
            files.forEach(file -> arguments.add(file.toString()));
        }
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int result = ToolProvider.getSystemJavaCompiler().run(null, said, said, arguments.toArray(String[]::new));
        assertThat(result).as(said.toString(StandardCharsets.UTF_8)).isZero();
        return classes;
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.writeString(to.resolve(file.getFileName()), text(file));
            }
        }
    }

    private static String text(Path template) throws IOException {
        return Files.readString(template).replace("@package@", "guests");
    }

    private static Server start(ClassLoader loader, ActorSystem system) {
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        current.setContextClassLoader(loader); // whose class path has the pages
        try {
            Method start = loader.loadClass("guests.GuestbookServer")
                    .getDeclaredMethod("start", ActorSystem.class, WebMode.class, String.class);
            start.setAccessible(true);
            return (Server) start.invoke(null, system, WebMode.PRODUCTION, TestServers.ANY_PORT);
        } catch (ReflectiveOperationException failure) {
            throw new AssertionError("the server of the project does not start", failure);
        } finally {
            current.setContextClassLoader(before);
        }
    }
}
