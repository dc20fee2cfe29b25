package io.tellask.web.resources;

import io.tellask.text.SafeText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files below a folder. A link is followed to a file that lies in the folder too and may be served by its own name, and nowhere else. A file
 * is found by its exact name, also where the system takes others for it. Immutable and thread-safe; the files are what the disk holds.
 */
public final class FolderRoot implements Root {
    private final String name;
    private final Path folder;

    /**
     * @param number of the root in its order
     * @param folder which has to be there
     * @throws IllegalArgumentException if it is no folder
     * @throws UncheckedIOException if its name cannot be read
     */
    public FolderRoot(int number, Path folder) {
        this(number + ": folder " + shown(folder), folder);
    }

    /** A folder as who develops the site knows it: from the working directory, or by its last name where it is elsewhere. */
    private static String shown(Path folder) {
        Path whole = folder.toAbsolutePath().normalize();
        Path here = Path.of("").toAbsolutePath();
        Path last = whole.getFileName();
        Path shown = whole.startsWith(here) && !whole.equals(here) ? here.relativize(whole) : last;
        return shown == null ? "/" : SafeText.of(shown.toString().replace('\\', '/'));
    }

    FolderRoot(String name, Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException(
                    "resources: folder=" + folder + " is no folder; create it, or name another");
        }
        this.name = name;
        try {
            this.folder = folder.toRealPath();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public String name() {
        return name;
    }

    /** The real path of the folder; not for those who ask from outside. */
    public Path folder() {
        return folder;
    }

    @Override
    public List<byte[]> importMaps() {
        return List.of();
    }

    @Override
    public @Nullable Resource find(String path) {
        if (!PathRules.isSafe(path)) {
            return null;
        }
        try {
            return found(path);
        } catch (IOException | InvalidPathException | SecurityException notThere) {
            return null; // a name that this system cannot have, no file, no right to look
        }
    }

    private @Nullable Resource found(String path) throws IOException {
        Path named = folder.resolve(path.substring(1));
        if (!named.toString().equals(named.toRealPath(LinkOption.NOFOLLOW_LINKS).toString())) {
            return null; // another case, or another form of the name
        }
        Path real = named.toRealPath();
        if (!real.equals(named) && !isServed(real)) {
            return null;
        }
        BasicFileAttributes file = Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return file.isRegularFile()
                ? new FolderFile(path, file.size(), file.lastModifiedTime().toMillis(), name, folder, real)
                : null;
    }

    /** Whether what a link leads to could be asked for by its own name. */
    private boolean isServed(Path real) {
        if (!real.startsWith(folder)) {
            return false;
        }
        for (Path part : folder.relativize(real)) {
            if (!PathRules.isSafeName(part.toString())) {
                return false;
            }
        }
        return true;
    }

    private record FolderFile(String path, long size, long modifiedMillis, String root, Path folder, Path file)
            implements Resource {
        @Override
        public byte[] bytes() {
            return FileBytes.of(this);
        }

        @Override
        public InputStream open() {
            try {
                return OpenBeneath.open(folder, folder.relativize(file));
            } catch (IOException unreadable) {
                throw new ResourceException("file " + path + " cannot be opened", unreadable);
            }
        }
    }
}
