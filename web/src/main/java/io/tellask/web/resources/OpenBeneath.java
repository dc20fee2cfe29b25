package io.tellask.web.resources;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Opens files below a folder so that no link is followed, also where a folder is swapped for a link after the file was looked up: each step is
 * opened relative to the one before it ({@code openat} with {@code O_NOFOLLOW}). Where the system cannot do that, such as Windows, where links
 * need a privilege, the real path is compared behind the opening. Stateless.
 */
final class OpenBeneath {
    private static final Set<OpenOption> OPTIONS = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

    private OpenBeneath() {}

    /**
     * A stream over a file, which the caller closes.
     *
     * @param folder whose own path is trusted
     * @param file relative to it, without links and dots
     * @throws IOException if it cannot be opened, or if a link leads to it
     */
    static InputStream open(Path folder, Path file) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            return entries instanceof SecureDirectoryStream<Path> secure
                    ? step(secure, file, 0)
                    : compared(folder.resolve(file));
        }
    }

    private static InputStream step(SecureDirectoryStream<Path> folder, Path file, int at) throws IOException {
        Path name = file.getName(at);
        if (at == file.getNameCount() - 1) {
            return Channels.newInputStream(folder.newByteChannel(name, OPTIONS));
        }
        try (SecureDirectoryStream<Path> next = folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            return step(next, file, at + 1);
        }
    }

    /** Opens a file, and refuses it if the path that it was opened by is no longer its real one. */
    static InputStream compared(Path file) throws IOException {
        SeekableByteChannel opened = Files.newByteChannel(file, OPTIONS);
        if (!file.toRealPath().equals(file)) {
            opened.close();
            throw new FileSystemException(file.toString(), null, "a link has taken the place of a folder");
        }
        return Channels.newInputStream(opened);
    }
}
