package io.tellask.cli;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Deletes a folder with all that is in it. */
final class FolderDeletion extends SimpleFileVisitor<Path> {
    private FolderDeletion() {}

    static void of(Path folder) throws IOException {
        Files.walkFileTree(folder, new FolderDeletion());
    }

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
