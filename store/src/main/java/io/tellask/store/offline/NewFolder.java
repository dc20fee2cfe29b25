package io.tellask.store.offline;

import io.tellask.store.StoreIoException;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreLock;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder that appears under its name only when it is complete: until then it is called {@code NAME.unfinished}. One that an earlier process
 * left is deleted first. Not thread-safe.
 */
public final class NewFolder implements AutoCloseable {
    private static final String UNFINISHED = ".unfinished";

    private final Path target;
    private final Path unfinished;
    private final StoreFiles files = new StoreFiles();

    private NewFolder(Path target, Path unfinished) {
        this.target = target;
        this.unfinished = unfinished;
    }

    /** Makes an empty folder; refuses a name that is in use. */
    public static NewFolder at(Path target) throws IOException {
        Path absolute = target.toAbsolutePath().normalize();
        if (ClosedStore.isOccupied(absolute)) {
            throw new StoreIoException("store: target=" + target + " exists already; name a new folder");
        }
        Path unfinished = absolute.resolveSibling(absolute.getFileName() + UNFINISHED);
        if (Files.exists(unfinished)) {
            empty(unfinished);
            Files.delete(unfinished);
        }
        Files.createDirectories(unfinished);
        return new NewFolder(absolute, unfinished);
    }

    /** Where its files go. */
    public Path path() {
        return unfinished;
    }

    /** Gives it its name; on disk when this returns. */
    public void complete() throws IOException {
        Files.deleteIfExists(unfinished.resolve(StoreLock.FILE));
        files.forceDirectory(unfinished);
        files.move(unfinished, target);
        files.forceDirectory(target.resolveSibling("."));
    }

    private static void empty(Path folder) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
            for (Path file : found) {
                Files.delete(file);
            }
        }
    }

    /** Deletes what was not completed. */
    @Override
    public void close() throws IOException {
        if (Files.exists(unfinished)) {
            empty(unfinished);
            Files.delete(unfinished);
        }
    }
}
