package io.tellask.kv;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tellask.store.DurableMap;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Keeps a directory to one service: a lock that the operating system drops with the process. Its file holds the process id of who has it,
 * and marks the directory as one of a key-value server, so that no other folder is taken for one.
 */
final class DirectoryLock implements AutoCloseable {
    static final String FILE = "tellask.lock";

    /* Closing any descriptor of a file drops the process's locks on it: a second open in this process must not get so far. */
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final RandomAccessFile
            file; // a channel that is written to is closed when its thread is interrupted, and the lock lost
    private final boolean made;

    private DirectoryLock(Path directory, RandomAccessFile file, boolean made) {
        this.directory = directory;
        this.file = file;
        this.made = made;
    }

    /** Locks a directory that is empty, holds nothing but maps, or has the lock's file; another one is refused untouched. */
    static DirectoryLock acquire(Path directory) throws IOException {
        Path real = directory.toRealPath();
        Path lock = real.resolve(FILE);
        boolean fresh = Files.notExists(lock, LinkOption.NOFOLLOW_LINKS);
        if (fresh) {
            requireOwn(directory);
        } else if (!Files.isRegularFile(lock)) {
            throw new KeyValueException("directory refused: dir=" + directory + ", its " + FILE
                    + " is no file, but a folder, a pipe, a device or a link to one; move it away");
        }
        if (!HELD_HERE.add(real)) {
            throw locked(directory, Long.toString(ProcessHandle.current().pid()));
        }
        try {
            return new DirectoryLock(real, lockedFile(directory), fresh);
        } catch (IOException | RuntimeException failure) {
            HELD_HERE.remove(real);
            throw failure;
        }
    }

    /** Stores alone are taken, too: the maps of a server that were restored from their backups. */
    private static void requireOwn(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            if (!entries.allMatch(DurableMap::existsIn)) {
                throw new KeyValueException("directory refused: dir=" + directory
                        + ", it holds other things than maps and has no file " + FILE
                        + "; choose an empty one, or make that file if it is a server's");
            }
        }
    }

    private static RandomAccessFile lockedFile(Path directory) throws IOException {
        RandomAccessFile file = new RandomAccessFile(directory.resolve(FILE).toFile(), "rw");
        try {
            FileLock lock = file.getChannel().tryLock();
            if (lock == null) {
                throw locked(directory, holder(file));
            }
            file.setLength(0);
            file.write((ProcessHandle.current().pid() + "\n").getBytes(US_ASCII));
            return file;
        } catch (IOException | RuntimeException failure) {
            file.close();
            throw failure;
        }
    }

    private static String holder(RandomAccessFile file) throws IOException {
        String process = file.readLine();
        return process == null ? "" : process.strip();
    }

    private static KeyValueException locked(Path directory, String process) {
        return new KeyValueException("directory locked: dir=" + directory + ", process="
                + (process.isEmpty() ? "unknown" : process)
                + "; another server uses it, stop that one or choose another directory");
    }

    /** Removes the lock's file, before {@link #close}, if this lock made it and nothing else has come into the directory. */
    void removeIfMade() throws IOException {
        if (made && isAlone()) {
            Files.deleteIfExists(directory.resolve(FILE));
        }
    }

    private boolean isAlone() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.allMatch(entry -> entry.endsWith(FILE));
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } finally {
            HELD_HERE.remove(directory);
        }
    }
}
