package io.tellask.cli.terminal;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A folder for the length of one command: deleted with all that is in it when the command, or this process, ends. */
public final class TemporaryFolder implements AutoCloseable {
    private static final Logger LOG = System.getLogger("io.tellask.cli");

    private static final long PATIENCE_SECONDS = 10;

    private final Path path;
    private final Thread atExit;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean ending;
    private volatile boolean asked;

    private TemporaryFolder(Path path) {
        this.path = path;
        atExit = new Thread(this::deleteAtExit, "tellask-cleaning");
    }

    public static TemporaryFolder create(String prefix) throws IOException {
        TemporaryFolder folder = new TemporaryFolder(Files.createTempDirectory(prefix));
        Runtime.getRuntime().addShutdownHook(folder.atExit);
        return folder;
    }

    public Path path() {
        return path;
    }

    /** Whether the process is about to end. A command that asks now and then is waited for, and nothing comes into the folder after it is deleted. */
    public boolean isEnding() {
        asked = true;
        return ending;
    }

    private void deleteAtExit() {
        ending = true;
        try {
            if (asked && closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
            delete();
        } catch (InterruptedException unexpected) {
            Thread.currentThread().interrupt();
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
        try {
            delete();
        } finally {
            closed.countDown();
            if (!ending) {
                forgetExit();
            }
        }
    }

    private void forgetExit() {
        try {
            boolean _ = Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException endingNow) {
            LOG.log(Level.DEBUG, "the process ends", endingNow);
        }
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
