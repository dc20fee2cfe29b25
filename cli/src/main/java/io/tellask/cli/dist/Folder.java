package io.tellask.cli.dist;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Work on all files below a folder. Stateless. */
final class Folder {
    private Folder() {}

    /** Deletes a folder with all that is in it, if it is there. */
    static void delete(Path folder) throws IOException {
        if (Files.exists(folder, NOFOLLOW_LINKS)) {
            for (Path each : contents(folder)) {
                Files.delete(each);
            }
        }
    }

    /** Gives all files and folders one time of last modification. */
    static void setTimes(Path folder, Instant time) throws IOException {
        FileTime fileTime = FileTime.from(time);
        for (Path each : contents(folder)) {
            Files.getFileAttributeView(each, BasicFileAttributeView.class, NOFOLLOW_LINKS)
                    .setTimes(fileTime, null, null);
        }
    }

    /** Everything below a folder before what holds it; the folder itself is the last. */
    private static List<Path> contents(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
