package io.tellask.cli.crash;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders of stores and backups, as files. Stateless. */
final class Folders {
    private Folders() {}

    /** Deletes a folder with all that is in it, if it is there. */
    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> found = Files.walk(folder)) {
                for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    /** What a new folder or file is called until it is complete. */
    static Path unfinished(Path target) {
        return target.resolveSibling(target.getFileName() + ".unfinished");
    }

    /**
     * Makes sure that there is no file or folder any more.
     *
     * @throws CrashTestException if there is
     */
    static void requireGone(Path path) {
        if (Files.exists(path)) {
            throw new CrashTestException("crash-test: left behind: path=" + path);
        }
    }

    /** Copies the files of a folder, and what is in the place of one. */
    static void copy(Path source, Path target) throws IOException {
        Files.createDirectories(target);
        for (Path file : files(source, "*")) {
            ReplacedFiles.copy(file, target.resolve(file.getFileName()));
        }
    }

    /** The files in a folder whose name matches a pattern, in the order of their names. */
    static List<Path> files(Path folder, String pattern) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
            found.forEach(files::add);
        }
        files.sort(null);
        return files;
    }
}
