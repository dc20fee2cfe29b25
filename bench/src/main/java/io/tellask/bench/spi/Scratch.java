package io.tellask.bench.spi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The folder for the maps of a process; what is left of it goes when the process ends.
 *
 * <p>A process that is killed deletes nothing. So who starts one {@linkplain #reserve() chooses} its folder and says so by {@link #PROPERTY}; the process
 * makes it if it needs it, and whoever is left deletes it.
 */
public final class Scratch {
    /** Where a process is to make its folder. */
    public static final String PROPERTY = "tellask.bench.scratch";

    private Scratch() {}

    /** A place for the folder of another process; nothing is there yet. */
    public static Path reserve() {
        return Path.of(System.getProperty("java.io.tmpdir"), "tellask-bench-" + UUID.randomUUID());
    }

    /** Makes this process's folder: where it was told to, or anywhere below the system's temporary one. */
    public static Path create() throws IOException {
        Path place = Path.of(System.getProperty(PROPERTY, reserve().toString()));
        Path folder = Files.createDirectory(
                place, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
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
