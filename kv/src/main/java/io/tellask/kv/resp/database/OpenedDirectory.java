package io.tellask.kv.resp.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * The directory of a server as it was when the server began. One that was moved away or replaced since is not made anew: what is written there would
 * not be found by who looks for it, and another server might take it. Immutable.
 */
public final class OpenedDirectory {
    private final Path path;
    private final Optional<Object> key;

    /** The directory that is there now. */
    public OpenedDirectory(Path path) {
        this.path = path;
        key = keyOf(path);
    }

    /** What the file system knows a directory by, whatever its name; empty where there is none, or the file system has no such thing. */
    private static Optional<Object> keyOf(Path path) {
        try {
            return Optional.ofNullable(
                    Files.readAttributes(path, BasicFileAttributes.class).fileKey());
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /** Whether the same directory is still there. */
    public boolean isPresent() {
        return Files.isDirectory(path) && keyOf(path).equals(key);
    }
}
