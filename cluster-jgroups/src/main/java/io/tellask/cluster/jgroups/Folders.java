package io.tellask.cluster.jgroups;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Folders on disk. */
final class Folders {
    private Folders() {}

    /** Has the names of a folder's files on disk, also on a thread that is interrupted. */
    static void force(Path folder) throws IOException {
        boolean wasInterrupted = Thread.interrupted();
        try {
            while (!isForced(folder)) {
                wasInterrupted = true;
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean isForced(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
            return true;
        } catch (ClosedByInterruptException interrupted) {
            return !Thread.interrupted();
        }
    }
}
