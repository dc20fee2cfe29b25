package io.tellask.bench.harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the contenders' classes are. Our own processes take the class path of this one; a peer's come from its module in
 * the checkout, where the build leaves {@code target/classes} and {@code target/classpath}.
 */
public final class ClassPaths {
    private static final String FILE = "classpath";

    private ClassPaths() {}

    /** The class path of this process, its module path included. */
    public static String own() {
        List<String> parts = new ArrayList<>();
        for (String property : List.of("java.class.path", "jdk.module.path")) {
            String value = System.getProperty(property, "");
            if (!value.isEmpty()) {
                parts.add(value);
            }
        }
        return String.join(File.pathSeparator, parts);
    }

    /**
     * The class path of a peer's module: its classes, what this module holds, and its libraries.
     *
     * @throws UnavailableException if there is no checkout or the module is not built
     */
    public static String ofModule(String module) {
        Path target = target(module);
        Path libraries = target.resolve(FILE);
        if (!Files.exists(libraries)) {
            throw new UnavailableException("peer not built: module=" + module + "; run it by ./tellask bench");
        }
        try {
            return String.join(
                    File.pathSeparator,
                    target.resolve("classes").toString(),
                    ownLocation().toString(),
                    Files.readString(libraries).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The checkout is above the bench's own classes, or what the launcher says. */
    private static Path target(String module) {
        Path start = Path.of(System.getProperty("tellask.home", "")).toAbsolutePath();
        for (Path from : List.of(ownLocation(), start)) {
            for (Path folder = from; folder != null; folder = folder.getParent()) {
                if (Files.exists(folder.resolve(module).resolve("pom.xml"))) {
                    return folder.resolve(module).resolve("target");
                }
            }
        }
        throw new UnavailableException(
                "peer not found: module=" + module + "; run the bench from a checkout of the repository");
    }

    private static Path ownLocation() {
        try {
            return Path.of(ClassPaths.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
