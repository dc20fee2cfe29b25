package io.tellask.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * A Maven repository in a folder of its own that holds Tellask as published and borrows all else, by links, from the repository of this
 * build: nothing of Tellask gets into that one.
 */
final class LocalRepository {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
    private static final String VERSION = System.getProperty("tellask.version");

    private final Path folder;

    private LocalRepository(Path folder) {
        this.folder = folder;
    }

    static LocalRepository in(Path folder) throws IOException {
        Path shared = Path.of(System.getProperty("tellask.local.repository"));
        link(shared, Files.createDirectories(folder), "io");
        link(shared.resolve("io"), Files.createDirectory(folder.resolve("io")), "tellask");
        return new LocalRepository(folder);
    }

    private static void link(Path from, Path to, String without) throws IOException {
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.toList()) {
                if (Files.isDirectory(entry) && !entry.endsWith(without)) {
                    Files.createSymbolicLink(to.resolve(entry.getFileName()), entry.toAbsolutePath());
                }
            }
        }
    }

    Path folder() {
        return folder;
    }

    /** Adds a module that is a pom only; the parent lies at the top of the checkout. */
    LocalRepository withPom(String module) throws IOException {
        Path pom = CHECKOUT.resolve(module.equals("parent") ? "pom.xml" : module + "/pom.xml");
        Files.copy(pom, place(module, "pom"));
        return this;
    }

    /** Adds a module as it was packed, or packs it where this build only compiles. */
    LocalRepository with(String module) throws IOException {
        withPom(module);
        Path target = CHECKOUT.resolve(module).resolve("target");
        Path packed = target.resolve("tellask-" + module + "-" + VERSION + ".jar");
        Path jar = place(module, "jar");
        if (Files.exists(packed)) {
            Files.copy(packed, jar);
        } else {
            int result = ToolProvider.findFirst("jar")
                    .orElseThrow()
                    .run(
                            System.out,
                            System.err,
                            "-c",
                            "-f",
                            jar.toString(),
                            "-C",
                            target.resolve("classes").toString(),
                            ".");
            if (result != 0) {
                throw new AssertionError("jar of module=" + module + " could not be made");
            }
        }
        return this;
    }

    private Path place(String module, String extension) throws IOException {
        String artifact = "tellask-" + module;
        Path place = Files.createDirectories(
                folder.resolve("io/tellask").resolve(artifact).resolve(VERSION));
        return place.resolve(artifact + "-" + VERSION + "." + extension);
    }
}
