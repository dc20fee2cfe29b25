package io.tellask.system;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles the small programs under {@code src/test/resources/programs}, as classes or as a module, against Tellask as this test sees it.
 * Not thread-safe.
 */
final class Programs {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    private final Map<String, String> sources = new LinkedHashMap<>();
    private final List<Path> modulePath = new ArrayList<>(tellask());

    private Programs() {}

    /** The sources of one folder, which is also their package. */
    static Programs in(String folder) {
        Programs programs = new Programs();
        try (Stream<Path> files = Files.list(resource("programs/" + folder))) {
            files.sorted().forEach(file -> {
                String name = file.getFileName().toString().replace(".java", "");
                programs.sources.put(folder + "." + name, read(file));
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return programs;
    }

    /** Adds a source, or replaces it. */
    Programs with(String name, String source) {
        sources.put(name, source);
        return this;
    }

    /** Changes the text of each source. */
    Programs edited(UnaryOperator<String> edit) {
        sources.replaceAll((name, source) -> edit.apply(source));
        return this;
    }

    /** Adds folders or jars beside Tellask to what the sources see. */
    Programs seeing(Path... more) {
        modulePath.addAll(List.of(more));
        return this;
    }

    /** Compiles into a folder; as a module, if there is a {@code module-info} among the sources. */
    Path compile(Path folder) {
        folder.toFile().mkdirs();
        String path = join(modulePath);
        List<String> options = new ArrayList<>(List.of("-d", folder.toString(), "-proc:none", "-Xlint:-options"));
        options.addAll(
                sources.containsKey("module-info") ? List.of("--module-path", path) : List.of("-classpath", path));
        DiagnosticCollector<JavaFileObject> complaints = new DiagnosticCollector<>();
        List<JavaFileObject> units = sources.entrySet().stream()
                .<JavaFileObject>map(source -> new Source(source.getKey(), source.getValue()))
                .toList();
        if (!COMPILER.getTask(null, null, complaints, options, null, units).call()) {
            throw new AssertionError(complaints.getDiagnostics().toString());
        }
        return folder;
    }

    /** Tellask's remote calls over TCP and all they need at run time: folders or jars of this test's class path. */
    static List<Path> tellask() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(entry -> isNeeded(entry.getFileName().toString(), entry))
                .toList();
    }

    /** What sessions with JSON need besides, as {@link #tellask}. */
    static List<Path> texts() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(entry -> entry.getFileName().toString().matches("(tellask-codec-text|jackson-core)-\\d.*")
                        || entry.endsWith("codec-text/target/classes"))
                .toList();
    }

    private static boolean isNeeded(String name, Path entry) {
        return name.startsWith("netty-")
                || Stream.of("text", "codec", "actor", "remote", "http", "netty")
                        .anyMatch(module -> name.matches("tellask-" + module + "-\\d.*")
                                || entry.endsWith(module + "/target/classes"));
    }

    static String join(List<Path> path, Path... more) {
        return Stream.concat(Stream.of(more), path.stream())
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path resource(String name) {
        try {
            return Path.of(Programs.class.getClassLoader().getResource(name).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(name, e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("source:///" + name.replace('.', '/') + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
