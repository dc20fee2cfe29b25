package io.tellask.web.esbuild;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Folders that only this user can look into and write to. Stateless. */
final class PrivateFolder {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final boolean IS_POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private PrivateFolder() {}

    /**
     * Makes a folder, or takes one that is there and private.
     *
     * @throws IOException if it cannot be made, is a link, belongs to another user or lets others in
     */
    static Path ready(Path folder) throws IOException {
        if (folder.getParent() != null) {
            Files.createDirectories(folder.getParent());
        }
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(folder, attributes());
        }
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("cache is no folder, or a link; remove it");
        }
        if (IS_POSIX) {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
            if (!permissions.equals(OWNER_ONLY)) {
                throw new IOException(
                        "cache has permissions=" + PosixFilePermissions.toString(permissions) + "; make it rwx------");
            }
            Path probe = Files.createTempFile(folder, "owner", "");
            boolean isOurs = Files.getOwner(probe).equals(Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS));
            Files.delete(probe);
            if (!isOurs) {
                throw new IOException("cache belongs to another user; choose another one");
            }
        }
        return folder;
    }

    /** A new folder below one. */
    static Path below(Path folder, String prefix) throws IOException {
        return Files.createTempDirectory(folder, prefix, attributes());
    }

    /** A new folder among the temporary files. */
    static Path temporary() throws IOException {
        return Files.createTempDirectory("tellask-esbuild", attributes());
    }

    static void makeExecutable(Path file) throws IOException {
        if (IS_POSIX) {
            Files.setPosixFilePermissions(file, OWNER_ONLY);
        }
    }

    /** Removes a folder with all that is in it; links are removed, and not followed. */
    static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(
                    Path visited, @org.jspecify.annotations.Nullable IOException failure) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static FileAttribute<?>[] attributes() {
        return IS_POSIX
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
    }
}
