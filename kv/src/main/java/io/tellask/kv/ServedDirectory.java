package io.tellask.kv;

import io.tellask.store.StoreIoException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A service's directory while it is its own. What it made itself is removed again if no map came to be in it. Not thread-safe. */
final class ServedDirectory implements AutoCloseable {
    private final Path path;
    private final List<Path> made;
    private final DirectoryLock lock;

    private ServedDirectory(Path path, List<Path> made, DirectoryLock lock) {
        this.path = path;
        this.made = made;
        this.lock = lock;
    }

    static ServedDirectory claim(Path directory) {
        List<Path> made = missing(directory);
        try {
            Files.createDirectories(directory);
        } catch (IOException failure) {
            throw unusable(directory, "made", failure);
        }
        try {
            return new ServedDirectory(directory, made, DirectoryLock.acquire(directory));
        } catch (IOException failure) {
            throw unusable(directory, "written", failure);
        }
    }

    Path path() {
        return path;
    }

    private static KeyValueException unusable(Path directory, String use, IOException failure) {
        return new KeyValueException(
                "directory not usable: dir=" + directory + " cannot be " + use + ": " + StoreIoException.reason(failure)
                        + "; choose one that can be made and written",
                failure);
    }

    /** The directory and those above it that do not exist, the innermost first. */
    private static List<Path> missing(Path directory) {
        List<Path> missing = new ArrayList<>();
        for (@Nullable Path at = directory.toAbsolutePath(); at != null && Files.notExists(at); at = at.getParent()) {
            missing.add(at);
        }
        return missing;
    }

    /** Removes the lock's file and the directories that were made for this service; one that is not empty stays. */
    void removeMade() {
        try {
            lock.removeIfMade();
            for (Path path : made) {
                Files.deleteIfExists(path);
            }
        } catch (DirectoryNotEmptyException used) {
            System.getLogger("io.tellask.kv")
                    .log(Level.DEBUG, "kv: directory kept, it is in use: " + used.getMessage());
        } catch (IOException failure) {
            System.getLogger("io.tellask.kv")
                    .log(Level.WARNING, "kv: empty directory left behind: " + StoreIoException.reason(failure));
        }
    }

    @Override
    public void close() {
        lock.close();
    }
}
