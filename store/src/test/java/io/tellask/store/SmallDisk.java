package io.tellask.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A memory file system of a few megabytes, mounted for one test where the user may mount. */
record SmallDisk(Path directory) implements AutoCloseable {
    /** Returns null where mounting is not allowed: the injected failure covers the behaviour there. */
    static SmallDisk mount(Path directory, int bytes) throws IOException {
        Files.createDirectories(directory);
        boolean mounted = Files.isExecutable(Path.of("/bin/mount"))
                && run(List.of("/bin/mount", "-t", "tmpfs", "-o", "size=" + bytes, "tmpfs", directory.toString())) == 0;
        return mounted ? new SmallDisk(directory) : null;
    }

    private static int run(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .onExit()
                .join()
                .exitValue();
    }

    @Override
    public void close() throws IOException {
        run(List.of("/bin/umount", directory.toString()));
    }
}
