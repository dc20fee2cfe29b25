package io.tellask.kv;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
    private final FileChannel channel;
    private final boolean made;

    private DirectoryLock(Path directory, FileChannel channel, boolean made) {
        this.directory = directory;
        this.channel = channel;
        this.made = made;
    }

    /** Locks a directory that is empty or has the lock's file; another one is refused untouched. */
    static DirectoryLock acquire(Path directory) throws IOException {
        Path real = directory.toRealPath();
        boolean fresh = !Files.exists(real.resolve(FILE));
        if (fresh) {
            requireEmpty(directory);
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

    private static void requireEmpty(Path directory) throws IOException {
        try (var entries = Files.newDirectoryStream(directory)) {
            if (entries.iterator().hasNext()) {
                throw new KeyValueException("directory refused: dir=" + directory + ", it is not empty and has no file "
                        + FILE + "; choose an empty one, or make that file if it is a server's");
            }
        }
    }

    private static FileChannel lockedFile(Path directory) throws IOException {
        FileChannel channel = FileChannel.open(
                directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw locked(directory, holder(channel));
            }
            channel.truncate(0);
            channel.write(US_ASCII.encode(ProcessHandle.current().pid() + "\n"), 0);
            return channel;
        } catch (IOException | RuntimeException failure) {
            channel.close();
            throw failure;
        }
    }

    private static String holder(FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(32);
        channel.read(text, 0);
        return US_ASCII.decode(text.flip()).toString().strip();
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
            channel.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } finally {
            HELD_HERE.remove(directory);
        }
    }
}
