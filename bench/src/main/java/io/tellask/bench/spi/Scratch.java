package io.tellask.bench.spi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Folders for the maps of a child process; what is left of them goes when the process ends. */
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
        try {
            Files.walkFileTree(folder, new Deletion());
        } catch (NoSuchFileException expected) {
            // gone already, which is all that is wanted
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
