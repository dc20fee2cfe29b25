package io.tellask.web.resources;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * The files below a folder of a class path: of its jars and of its folders, the first hit counts. Jars are held open and must not change.
 * Thread-safe.
 */
public final class ClassPathRoot implements Root {
    /** The most import maps that are read, of so many jars: {@value}. */
    public static final int MOST_IMPORT_MAPS = 1_024;

    private static final String IMPORT_MAP = "META-INF/importmap.json";

    private final String name;
    private final ClassLoader loader;
    private final String prefix;

    /**
     * @param number of the root in its order
     * @param loader whose class path it is
     * @param prefix the folder, without slashes at its ends: {@code META-INF/resources}
     */
    public ClassPathRoot(int number, ClassLoader loader, String prefix) {
        name = number + ": class path " + prefix;
        this.loader = loader;
        this.prefix = prefix;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public @Nullable Resource find(String path) {
        if (!PathRules.isSafe(path)) {
            return null;
        }
        URL url = loader.getResource(prefix + path);
        if (url == null) {
            return null;
        }
        try {
            return url.getProtocol().equals("file") ? ofFolder(url, path) : ofArchive(url, path);
        } catch (IOException | URISyntaxException unreadable) {
            throw new ResourceException("file " + path + " of the class path cannot be read", unreadable);
        }
    }

    /** A folder of the class path is searched with the rules of folders. */
    private @Nullable Resource ofFolder(URL url, String path) throws URISyntaxException {
        Path root = Path.of(url.toURI());
        for (int at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
            Path parent = root.getParent();
            if (parent == null) {
                return null;
            }
            root = parent;
        }
        return Files.isDirectory(root) ? new FolderRoot(name, root).find(path) : null;
    }

    private @Nullable Resource ofArchive(URL url, String path) throws IOException {
        URLConnection connection = url.openConnection();
        if (!(connection instanceof JarURLConnection jar)) {
            return new ArchiveFile(path, length(url), connection.getLastModified(), name, url);
        }
        JarFile file = jar.getJarFile();
        JarEntry entry = jar.getJarEntry();
        if (entry == null || entry.isDirectory()) {
            return null;
        }
        long modified = entry.getTime() > 0
                ? entry.getTime()
                : Path.of(file.getName()).toFile().lastModified();
        return new ArchiveFile(path, entry.getSize() >= 0 ? entry.getSize() : length(url), modified, name, url);
    }

    /** The length of a file whose archive does not name it. */
    private static long length(URL url) throws IOException {
        try (InputStream in = url.openStream()) {
            return in.transferTo(OutputStream.nullOutputStream());
        }
    }

    @Override
    public List<byte[]> importMaps() {
        List<byte[]> maps = new ArrayList<>();
        try {
            Enumeration<URL> found = loader.getResources(IMPORT_MAP);
            while (found.hasMoreElements()) {
                if (maps.size() == MOST_IMPORT_MAPS) {
                    throw new ResourceException(
                            "import maps: jars > MOST_IMPORT_MAPS=" + MOST_IMPORT_MAPS
                                    + "; put fewer on the class path",
                            null);
                }
                try (InputStream in = found.nextElement().openStream()) {
                    maps.add(in.readNBytes(ImportMap.MOST_BYTES + 1));
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return maps;
    }

    private record ArchiveFile(String path, long size, long modifiedMillis, String root, URL url) implements Resource {
        @Override
        public byte[] bytes() {
            return FileBytes.of(this);
        }

        @Override
        public InputStream open() {
            try {
                return url.openStream();
            } catch (IOException unreadable) {
                throw new ResourceException("file " + path + " cannot be opened", unreadable);
            }
        }

        @Override
        public String toString() {
            return path + " of " + root;
        }
    }
}
