package io.tellask.bench.spi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders for the maps of a process; what is left of them goes when the process ends. */
public final class Scratch {
    private Scratch() {}

    /** Makes a new folder below the system's temporary one. */
    public static Path create() throws IOException {
        Path folder = Files.createTempDirectory("tellask-bench-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder), "bench-scratch"));
        return folder;
    }

    /** Deletes a folder and all that is in it; nothing happens where there is none. */
    public static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
