package io.tellask.aeron;

import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.text.SafeLog;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder that a media driver has its files in, for its owner only.
 *
 * <pre>
 *   FOLDER            mode 0700
 *     lock            locked by the process that runs the driver: free once that has died
 *     driver/         the driver's own
 * </pre>
 *
 * <p>A driver that somebody else started has its files in FOLDER itself. Not thread-safe.
 */
final class DriverFolder {
    private static final String NAME = "tellask-aeron-";
    private static final String DRIVER_FILE = "cnc.dat";
    /** Whoever connects, or looks for folders of processes that died, has the lock for a moment. */
    private static final int LOCK_TRIES = 20;

    private static final long LOCK_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final Set<PosixFilePermission> OF_OTHERS = PosixFilePermissions.fromString("---rwxrwx");

    /**
     * Files that this process has locked: systems give the lock up where any channel of the process to such a file is closed. So nobody looks
     * whether a file is free while another thread locks it.
     */
    private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final Path driver;
    private final @Nullable FileChannel lock; // where this process runs the driver

    private final @Nullable Object fileKey; // of the driver's file, where another process that listens runs it
    private final boolean isShared; // whether clients of other processes may come

    private DriverFolder(
            Path folder, Path driver, @Nullable FileChannel lock, @Nullable Object fileKey, boolean isShared) {
        this.folder = folder;
        this.driver = driver;
        this.lock = lock;
        this.fileKey = fileKey;
        this.isShared = isShared;
    }

    private static @Nullable Object fileKey(Path driver) throws IOException {
        return Files.readAttributes(driver.resolve(DRIVER_FILE), BasicFileAttributes.class)
                .fileKey();
    }

    /** A folder to listen at: of a driver that is to be run by this process, unless one of somebody else's runs there. */
    static DriverFolder toListen(URI address, Path folder) {
        return toListen(address, folder, true);
    }

    private static DriverFolder toListen(URI address, Path folder, boolean isShared) {
        try {
            if (Files.exists(folder.resolve(DRIVER_FILE))) {
                return external(address, folder);
            }
            for (int tries = 1; tries <= LOCK_TRIES; tries++) {
                create(folder);
                FileChannel lock = lockIfThere(address, folder);
                if (lock != null) {
                    return new DriverFolder(folder, folder.resolve("driver"), lock, null, isShared);
                }
                LockSupport.parkNanos(LOCK_PAUSE_NANOS);
            }
            throw new TransportException(
                    Problem.ADDRESS_IN_USE,
                    "listen: address=" + address + " is in use; close the other listener or take another folder");
        } catch (IOException | UnsupportedOperationException failure) {
            throw new TransportException(
                    Problem.FAILED,
                    "listen: address=" + address + " failed, " + SafeLog.describe(failure)
                            + "; check that the folder's parent exists, and its permissions",
                    failure);
        }
    }

    /** The lock, or null where somebody has it, or has deleted the folder, which nobody had locked yet. */
    private static @Nullable FileChannel lockIfThere(URI address, Path folder) throws IOException {
        try {
            requirePrivate(address, folder);
            return lock(folder.resolve("lock"));
        } catch (NoSuchFileException deleted) {
            return null;
        }
    }

    /** The folder of a driver that another process runs. */
    static DriverFolder toConnect(URI address, Path folder) {
        try {
            if (Files.exists(folder.resolve(DRIVER_FILE))) {
                return external(address, folder);
            }
            if (!Files.exists(folder.resolve("driver").resolve(DRIVER_FILE)) || isFree(folder.resolve("lock"))) {
                throw refused(address);
            }
            requirePrivate(address, folder);
            Path driver = folder.resolve("driver");
            return new DriverFolder(folder, driver, null, fileKey(driver), true);
        } catch (IOException | UnsupportedOperationException failure) {
            throw failed("connect", address, failure);
        }
    }

    static TransportException refused(URI address) {
        return new TransportException(
                Problem.REFUSED,
                "connect: address=" + address + " refused, nobody listens there; start the server first");
    }

    /** What failed where, and why. */
    static TransportException failed(String action, URI address, Throwable cause) {
        return new TransportException(
                Problem.FAILED, action + ": address=" + address + " failed, " + SafeLog.describe(cause), cause);
    }

    private static DriverFolder external(URI address, Path folder) throws IOException {
        requirePrivate(address, folder);
        return new DriverFolder(folder, folder, null, null, true);
    }

    /** A folder for a driver of this process alone, in memory where there is such a file system. Deletes those of processes that died. */
    static DriverFolder temporary(URI address) {
        Path base = base();
        try {
            deleteLeftBehind();
            return toListen(address, Files.createTempDirectory(base, NAME, OWNER_ONLY), false);
        } catch (IOException | UnsupportedOperationException failure) {
            throw new TransportException(
                    Problem.FAILED,
                    "address: uri=" + address + ", no folder could be made in " + base + ", "
                            + SafeLog.describe(failure),
                    failure);
        }
    }

    private static Path base() {
        Path shared = Path.of("/dev/shm");
        return Files.isWritable(shared) ? shared : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** Deletes the folders of processes that died. */
    static void deleteLeftBehind() throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(base(), NAME + "*")) {
            for (Path folder : folders) {
                try {
                    deleteIfLeftBehind(folder);
                } catch (NoSuchFileException gone) {
                    // its process, or another one that starts, has deleted it meanwhile
                }
            }
        }
    }

    private static void deleteIfLeftBehind(Path folder) throws IOException {
        Path file = folder.resolve("lock");
        if (Files.isWritable(folder) && Files.exists(file) && isFree(file)) {
            FileChannel lock = lock(file);
            if (lock != null) {
                new DriverFolder(folder, folder.resolve("driver"), lock, null, false).delete();
            }
        }
    }

    private static void create(Path folder) throws IOException {
        try {
            Files.createDirectory(folder, OWNER_ONLY);
        } catch (FileAlreadyExistsException there) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw there;
            }
        }
    }

    private static void requirePrivate(URI address, Path folder) throws IOException {
        Set<PosixFilePermission> others =
                EnumSet.copyOf(Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS));
        others.retainAll(OF_OTHERS);
        if (!others.isEmpty()) {
            throw new TransportException(
                    Problem.NOT_ALLOWED,
                    "address: uri=" + address + ", other users may reach the folder: permissions="
                            + PosixFilePermissions.toString(Files.getPosixFilePermissions(folder))
                            + "; take them away with chmod 700");
        }
    }

    /** The lock of a file, which is made if missing; null if another process or this one has it. */
    private static synchronized @Nullable FileChannel lock(Path file) throws IOException {
        if (!OURS.add(file)) {
            return null;
        }
        FileChannel channel = null;
        boolean taken = false;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            taken = lock != null && Files.exists(file); // it may have been deleted by who had it before
            return taken ? channel : null;
        } finally {
            if (!taken) {
                OURS.remove(file);
                if (channel != null) {
                    channel.close();
                }
            }
        }
    }

    /** Whether no process has the lock. */
    private static synchronized boolean isFree(Path file) throws IOException {
        if (OURS.contains(file)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock != null;
        }
    }

    /** The driver's own folder. */
    Path driver() {
        return driver;
    }

    /** Whether this process is the one that runs the driver. */
    boolean isOurs() {
        return lock != null;
    }

    /** Whether clients of other processes may use the driver. */
    boolean isShared() {
        return isShared;
    }

    /** Whether the process that listened and ran the driver is gone. */
    boolean isDeserted() {
        if (fileKey == null) {
            return false;
        }
        try {
            return !fileKey.equals(fileKey(driver)) || isFree(folder.resolve("lock"));
        } catch (IOException deleted) {
            return true;
        }
    }

    /** Whether somebody else than a process that listens runs the driver. */
    boolean isExternal() {
        return driver.equals(folder);
    }

    /**
     * Requires room for a driver that this process is to run; what a killed one left behind makes room.
     *
     * @throws TransportException if there is too little; then nothing is left behind
     */
    void requireRoom(String action, URI address) {
        try {
            deleteDriverFiles();
            DriverRoom.require(action, address, folder, DriverRoom.DRIVER_BYTES);
        } catch (IOException failure) {
            throw new TransportException(
                    Problem.FAILED,
                    action + ": address=" + address + ", old files cannot be deleted, " + SafeLog.describe(failure),
                    failure);
        }
    }

    private void deleteDriverFiles() throws IOException {
        if (Files.exists(driver)) {
            try (Stream<Path> files = Files.walk(driver)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** Deletes all of it and frees the lock, if this process had it. */
    void delete() throws IOException {
        FileChannel held = lock;
        if (held == null) {
            return;
        }
        try (held) {
            deleteDriverFiles();
            Files.deleteIfExists(folder.resolve("lock"));
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException filesOfOthers) {
            // the folder was there before, and stays
        } finally {
            OURS.remove(folder.resolve("lock"));
        }
    }
}
