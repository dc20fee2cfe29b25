package io.tellask.store.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Opens the files of a store, and no others: opening a pipe waits until somebody opens its other end, and what a device has to read may never end.
 * Links to files are followed. Stateless.
 */
public final class RegularFiles {
    private RegularFiles() {}

    /** Opens a file as {@link FileChannel#open(Path, OpenOption...)} does; throws {@link NotAFileException} where something else has its name. */
    public static FileChannel open(Path file, OpenOption... options) throws IOException {
        require(file);
        return FileChannel.open(file, options);
    }

    /** Throws {@link NotAFileException} unless a name is that of a file, of a link to one, or free. */
    public static void require(Path file) throws IOException {
        BasicFileAttributes found;
        try {
            found = Files.readAttributes(file, BasicFileAttributes.class);
        } catch (FileSystemException e) {
            if (Files.isSymbolicLink(file)) {
                throw new NotAFileException(file, "it is a link that leads to no file");
            }
            if (e instanceof NoSuchFileException) {
                return;
            }
            throw e;
        }
        if (found.isDirectory()) {
            throw new NotAFileException(file, "it is a folder");
        }
        if (!found.isRegularFile()) {
            throw new NotAFileException(file, "it is a pipe, a socket or a device");
        }
    }
}
