package io.tellask.bench.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

    /**
     * The class path of a module that extends another one: both modules' classes, what this module holds, and the
     * libraries of the first, which include those of the second.
     *
     * @throws UnavailableException if there is no checkout or a module is not built
     */
    public static String ofModule(String module, String extended) {
        return ofModule(module) + File.pathSeparator + target(extended).resolve("classes");
    }

    private static Optional<Path> checkout(String module) {
        Path start = Path.of(System.getProperty("tellask.home", ""));
        return above(ownLocation(), module).or(() -> above(start.toAbsolutePath(), module));
    }

    private static Optional<Path> above(Path start, String module) {
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(module).resolve("pom.xml"))) {
                return Optional.of(folder);
            }
        }
        return Optional.empty();
    }

    private static Path target(String module) {
        return checkout(module)
                .map(root -> root.resolve(module).resolve("target"))
                .orElseThrow(() -> new UnavailableException(
                        "peer not found: module=" + module + "; run the bench from a checkout of the repository"));
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
