package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user's own small program, compiled against {@code tellask-netty} and what that depends on, and nothing else: it runs with plain
 * {@code java}, without flags, and with an empty standard error, wherever the contract is loaded from.
 */
class UserProgramTest {
    private static final long PATIENCE_SECONDS = 60;
    private static final Pattern NEEDED = Pattern.compile(
            ".*[/\\\\](codec|actor|remote|netty)[/\\\\]target[/\\\\].*|.*tellask-(codec|actor|remote|netty)-.*|.*netty-.*\\.jar");

    private static final String PROGRAM = """
            package app;

            import io.tellask.actor.ActorSystem;
            import io.tellask.actor.Promise;
            import io.tellask.remote.Client;
            import io.tellask.remote.Server;

            public class Main {
                public interface Greeter { Promise<String> greet(String name); }

                public static void main(String[] args) {
                    try (ActorSystem system = ActorSystem.create();
                            Server server = Server.builder(system)
                                .publish("greeter", Greeter.class, system.spawn(Greeter.class, () -> name -> Promise.of("Hello, " + name)))
                                .listen("tellask://127.0.0.1:0").start();
                            Client client = Client.connect(system, server.address())) {
                        System.out.println(client.lookup("greeter", Greeter.class).greet("world").join());
                    }
                }
            }
            """;

    private static final String MODULE = """
            module app {
                requires io.tellask.netty;

                exports app;
            }
            """;

    private static final String LOADER = """
            import java.net.URI;
            import java.net.URL;
            import java.net.URLClassLoader;

            public class Loader {
                public static void main(String[] args) throws Exception {
                    try (URLClassLoader child = new URLClassLoader(new URL[] {URI.create(args[0]).toURL()})) {
                        child.loadClass("app.Main").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    private String libraries;
    private Path classes;

    @BeforeEach
    void compileProgram() throws IOException {
        libraries = String.join(
                File.pathSeparator,
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                        .filter(entry -> NEEDED.matcher(entry).matches())
                        .toList());
        classes = Files.createDirectory(folder.resolve("classes"));
        Files.createDirectory(folder.resolve("app"));
        compile(List.of("-cp", libraries, "-d", classes.toString()), source("app/Main.java", PROGRAM));
    }

    @Test
    void runsFromTheClassPath() throws Exception {
        assertGreets("-cp", libraries + File.pathSeparator + classes, "app.Main");
    }

    @Test
    void runsFromTheModulePath() throws Exception {
        Path modules = Files.createDirectory(folder.resolve("modules"));
        compile(
                List.of("-p", libraries, "-d", modules.toString()),
                source("app/Main.java", PROGRAM),
                source("module-info.java", MODULE));

        assertGreets("-p", libraries + File.pathSeparator + modules, "-m", "app/app.Main");
    }

    @Test
    void runsFromTheClassPathWithLibrariesOnTheModulePath() throws Exception {
        assertGreets("-p", libraries, "--add-modules", "io.tellask.netty", "-cp", classes.toString(), "app.Main");
    }

    @Test
    void runsInAChildClassLoader() throws Exception {
        Path loader = Files.createDirectory(folder.resolve("loader"));
        compile(List.of("-d", loader.toString()), source("Loader.java", LOADER));

        assertGreets(
                "-cp",
                libraries + File.pathSeparator + loader,
                "Loader",
                classes.toUri().toString());
    }

    private Path source(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static void compile(List<String> options, Path... sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> all = new ArrayList<>(options);
            all.add("-proc:none");
            boolean compiled = compiler.getTask(complaints, files, null, all, null, files.getJavaFileObjects(sources))
                    .call();
            assertThat(compiled).as("%s", complaints).isTrue();
        }
    }

    private void assertGreets(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(arguments));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("ended in time")
                    .isTrue();
            assertThat(err).isEmptyFile();
            assertThat(out).hasContent("Hello, world");
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }
}
