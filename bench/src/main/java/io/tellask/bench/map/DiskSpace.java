package io.tellask.bench.map;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;

/** The space that a folder takes on disk, holes of sparse files not counted: what {@code du} says. */
final class DiskSpace {
    private DiskSpace() {}

    /** Bytes of all blocks. */
    static long of(Path folder) throws IOException {
        Process process = new ProcessBuilder("du", "-sk", folder.toString()).start();
        try (BufferedReader out = process.inputReader()) {
            String line = out.readLine();
            if (line == null) {
                throw new IOException("du says nothing: folder=" + folder);
            }
            return 1024 * Long.parseLong(line.substring(0, line.indexOf('\t')));
        }
    }
}
