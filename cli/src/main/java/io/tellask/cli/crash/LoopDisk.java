package io.tellask.cli.crash;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A small ext4 file system in a file, mounted until this is closed or the process ends. Needs the rights of root. Used by one thread.
 */
final class LoopDisk implements AutoCloseable {
    private static final int UNMOUNT_ATTEMPTS = 100;
    private static final int UNMOUNT_PAUSE_MILLIS = 100;

    private final Path folder;
    private final Path image;
    private final Path mountPoint;
    private final Thread atExit = new Thread(this::closeAtExit, "tellask-unmounting");
    private boolean mounted;

    private LoopDisk(Path folder) {
        this.folder = folder;
        image = folder.resolve("disk");
        mountPoint = folder.resolve("mounted");
    }

    /** Why there can be none here, or null. */
    static @Nullable String hindrance() throws IOException, InterruptedException {
        if (!System.getProperty("os.name").equals("Linux")) {
            return "this is not Linux";
        }
        for (List<String> command :
                List.of(List.of("mkfs.ext4", "-V"), List.of("mount", "-V"), List.of("umount", "-V"))) {
            try {
                run(command);
            } catch (IOException missing) {
                return command.getFirst() + " is not here";
            }
        }
        try (LoopDisk _ = make(8 << 20)) {
            return null;
        } catch (CrashTestException refused) {
            return "mounting is refused";
        }
    }

    /** Makes and mounts one of so many bytes. */
    static LoopDisk make(int bytes) throws IOException, InterruptedException {
        LoopDisk disk = new LoopDisk(Files.createTempDirectory("tellask-power"));
        Runtime.getRuntime().addShutdownHook(disk.atExit);
        try {
            try (RandomAccessFile file = new RandomAccessFile(disk.image.toFile(), "rw")) {
                file.setLength(bytes);
            }
            Files.createDirectory(disk.mountPoint);
            run(List.of("mkfs.ext4", "-q", "-F", disk.image.toString()));
            disk.mount();
            return disk;
        } catch (IOException | RuntimeException failure) {
            disk.close();
            throw failure;
        }
    }

    Path mountPoint() {
        return mountPoint;
    }

    /** Mounts it as after a start of the machine. */
    void mount() throws IOException, InterruptedException {
        run(List.of("mount", "-o", "loop", image.toString(), mountPoint.toString()));
        mounted = true;
    }

    /** A process that is being started meanwhile has what is open here for a moment: tries again for some seconds. */
    void unmount() throws IOException, InterruptedException {
        for (int attempt = 1; mounted; attempt++) {
            try {
                run(List.of("umount", mountPoint.toString()));
                mounted = false;
            } catch (CrashTestException busy) {
                if (attempt == UNMOUNT_ATTEMPTS) {
                    throw busy;
                }
                Thread.sleep(UNMOUNT_PAUSE_MILLIS);
            }
        }
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new CrashTestException("crash-test: " + String.join(" ", command) + " failed: " + output.strip());
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        Runtime.getRuntime().removeShutdownHook(atExit);
        remove();
    }

    private void remove() throws IOException, InterruptedException {
        if (mounted) {
            unmount();
        }
        Folders.delete(folder);
    }

    /** Detaches what another process, which ends as well, may still use: it is unmounted when that has gone. */
    private void closeAtExit() {
        try {
            if (mounted) {
                run(List.of("umount", "-l", mountPoint.toString()));
                mounted = false;
            }
            remove();
        } catch (IOException | InterruptedException | RuntimeException failure) {
            System.err.println("crash-test: still mounted: " + mountPoint + ", reason=" + failure.getMessage());
        }
    }
}
