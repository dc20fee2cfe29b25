package io.tellask.cli;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** A folder for the length of one command: deleted with all that is in it when the command, or this process, ends. */
final class TemporaryFolder implements AutoCloseable {
    private static final Logger LOG = System.getLogger("io.tellask.cli");

    private final Path path;
    private final Thread atExit;

    private TemporaryFolder(Path path) {
        this.path = path;
        atExit = new Thread(this::deleteAtExit, "tellask-cleaning");
    }

    static TemporaryFolder create(String prefix) throws IOException {
        TemporaryFolder folder = new TemporaryFolder(Files.createTempDirectory(prefix));
        Runtime.getRuntime().addShutdownHook(folder.atExit);
        return folder;
    }

    Path path() {
        return path;
    }

    private void deleteAtExit() {
        try {
            delete();
        } catch (IOException failure) {
            LOG.log(Level.WARNING, "files left in " + path + ": " + Failures.line(failure));
        }
    }

    private void delete() throws IOException {
        if (Files.exists(path)) {
            Files.walkFileTree(path, new Deletion());
        }
    }

    @Override
    public void close() throws IOException {
        Runtime.getRuntime().removeShutdownHook(atExit);
        delete();
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
