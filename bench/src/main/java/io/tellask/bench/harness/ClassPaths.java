package io.tellask.bench.harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the contenders' classes are. Our own processes take the class path of this one; a peer's come from its module in
 * the checkout, where the build leaves {@code target/classes} and {@code target/classpath}.
 */
final class ClassPaths {
    private ClassPaths() {}

    /** The class path of this process, its module path included. */
    static String own() {
        return Stream.of("java.class.path", "jdk.module.path")
                .map(property -> System.getProperty(property, ""))
                .filter(value -> !value.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * The class path of a peer's module: its classes, what this module holds, and its libraries.
     *
     * @throws UnavailableException if there is no checkout or the module is not built
     */
    static String ofModule(String module) {
        Path own = ownLocation();
        Path target = Stream.of(
                        own, Path.of(System.getProperty("tellask.home", "")).toAbsolutePath())
                .flatMap(start -> Stream.iterate(start, folder -> folder != null, Path::getParent))
                .map(folder -> folder.resolve(module))
                .filter(folder -> Files.exists(folder.resolve("pom.xml")))
                .findFirst()
                .orElseThrow(() -> new UnavailableException(
                        "peer not found: module=" + module + "; run the bench from a checkout of the repository"))
                .resolve("target");
        Path libraries = target.resolve("classpath");
        if (!Files.exists(libraries)) {
            throw new UnavailableException("peer not built: module=" + module + "; run it by ./tellask bench");
        }
        try {
            String all = Files.readString(libraries).strip();
            return String.join(File.pathSeparator, target.resolve("classes").toString(), own.toString(), all);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path ownLocation() {
        try {
            var source = ClassPaths.class.getProtectionDomain().getCodeSource();
            return Path.of(source.getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
