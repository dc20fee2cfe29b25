package io.tellask.store.file;

import io.tellask.store.StoreLockedException;
import io.tellask.text.SafeText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The lock on a store's directory. The operating system drops it with the process, so a killed one leaves none behind. It holds the owner's
 * process id as text, for the message that the next one gets.
 */
public final class StoreLock implements AutoCloseable {
    public static final String FILE = "LOCK";

    /* Closing any descriptor of a file drops all locks that the process has on it, so a second open in this process must not get that far. */
    private static final Set<Path> OPEN_HERE = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel channel;
    private final @Nullable Object
            fileKey; // null where the file system has none, and then it keeps open files from being removed

    private StoreLock(Path directory, FileChannel channel, @Nullable Object fileKey) {
        this.directory = directory;
        this.channel = channel;
        this.fileKey = fileKey;
    }

    /**
     * Locks a directory; throws {@link StoreLockedException} if another one has it, or may have it: the file {@code LOCK} is gone, and
     * {@code mayBeOpen} finds that nobody has closed the store.
     */
    public static StoreLock on(Path directory, BooleanSupplier mayBeOpen) throws IOException {
        Path real = directory.toRealPath();
        if (!OPEN_HERE.add(real)) {
            throw new StoreLockedException(
                    "store: directory=" + directory + " is open in this process already; share that map, or close it");
        }
        FileChannel channel = null;
        try {
            if (Files.notExists(real.resolve(FILE)) && mayBeOpen.getAsBoolean()) {
                throw new StoreLockedException(
                        "store: directory=" + directory + ", file=" + FILE
                                + " was removed, and the store was not closed; if no process has it open, make an empty file of that name");
            }
            channel = RegularFiles.open(
                    real.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            lock(directory, channel);
            return new StoreLock(real, channel, key(real));
        } catch (IOException | RuntimeException e) {
            OPEN_HERE.remove(real);
            if (channel != null) {
                channel.close();
            }
            throw e;
        }
    }

    private static void lock(Path directory, FileChannel channel) throws IOException {
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            throw new StoreLockedException(
                    "store: directory=" + directory + " is open in this process already; share that map, or close it",
                    e);
        }
        if (lock == null) {
            throw new StoreLockedException("store: directory=" + directory + " is open in process="
                    + SafeText.of(owner(channel)) + "; stop that one or use another directory");
        }
        channel.truncate(0);
        channel.write(StandardCharsets.US_ASCII.encode(ProcessHandle.current().pid() + "\n"), 0);
    }

    private static @Nullable Object key(Path directory) throws IOException {
        return Files.readAttributes(directory.resolve(FILE), BasicFileAttributes.class)
                .fileKey();
    }

    /** Raises an exception if the file or its directory was removed or moved, or others stand in their place: another process may have the store. */
    public void requireInPlace() throws IOException {
        Object found;
        try {
            found = key(directory);
        } catch (NoSuchFileException removed) {
            found = removed;
        }
        if (fileKey != null && !fileKey.equals(found)) {
            throw new IOException("file=" + FILE + ", or its folder, was removed or moved while the store was open");
        }
    }

    private static String owner(FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(32);
        channel.read(text, 0);
        return StandardCharsets.US_ASCII.decode(text.flip()).toString().strip();
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            OPEN_HERE.remove(directory);
        }
    }
}
