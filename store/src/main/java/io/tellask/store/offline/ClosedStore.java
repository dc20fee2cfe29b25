package io.tellask.store.offline;

import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreIoException;
import io.tellask.store.StoreLockedException;
import io.tellask.store.file.NotAFileException;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.file.StoreLock;
import io.tellask.store.file.Uninterrupted;
import io.tellask.store.segment.ClosedLog;
import io.tellask.store.segment.SegmentDirectory;
import io.tellask.store.segment.WriteMark;
import io.tellask.text.SafeText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Work on the files of a store that is not open, under its lock. */
public final class ClosedStore {
    private static final int NAMES_LISTED = 10;

    private ClosedStore() {}

    /** What is done with the files; the arena is closed afterwards. */
    public interface Work<R> {
        R on(StoreIdentity identity, Arena arena) throws IOException;
    }

    /** Locks a directory, reads what it is, and does the work. */
    public static <R> R use(Path directory, Work<R> work) {
        return locked(directory, () -> {
            try (Arena arena = Arena.ofShared()) {
                return work.on(identity(directory), arena);
            }
        });
    }

    /** Something that may fail for want of a disk. */
    public interface Access<R> {
        R run() throws IOException;
    }

    /** Does something while no process can open the store. */
    public static <R> R locked(Path directory, Access<R> access) {
        if (!SegmentDirectory.holdsStore(directory)) {
            throw none(directory);
        }
        return reading(directory, () -> {
            try (StoreLock lock = lock(directory, new StoreFiles())) {
                return access.run();
            }
        });
    }

    /** Locks a store's directory; {@link StoreLockedException} if a process has it open, or may have. */
    public static StoreLock lock(Path directory, StoreFiles files) throws IOException {
        return StoreLock.on(directory, () -> WriteMark.isOpen(directory, files.boot()));
    }

    public static StoreIoException none(Path directory) {
        List<String> stores = storesIn(directory);
        return new StoreIoException(
                "store: directory=" + directory + " holds no store; name the folder that has the file STORE"
                        + (stores.isEmpty() ? "" : ", one of its folders " + String.join(", ", stores)));
    }

    /** The first folders in a directory that hold a store, by name, as those of a server do. */
    private static List<String> storesIn(Path directory) {
        try (Stream<Path> folders = Files.list(directory)) {
            List<String> names = folders.filter(SegmentDirectory::holdsStore)
                    .map(folder -> SafeText.of(folder.getFileName().toString()))
                    .sorted()
                    .toList();
            int more = names.size() - NAMES_LISTED;
            return more <= 0
                    ? names
                    : Stream.concat(names.stream().limit(NAMES_LISTED), Stream.of("and " + more + " more"))
                            .toList();
        } catch (IOException | UncheckedIOException notListed) {
            return List.of();
        }
    }

    /** Turns failures of the disk into the store's; done again if an interrupt ends it. */
    public static <R> R reading(Path directory, Access<R> access) {
        try {
            return Uninterrupted.get(access::run);
        } catch (NotAFileException e) {
            throw e.damaged();
        } catch (IOException e) {
            throw new StoreIoException(
                    "store: directory=" + directory + " cannot be read or written, reason=" + StoreIoException.reason(e)
                            + "; check its disk and its permissions",
                    e);
        }
    }

    /** The log of a store in this run of the machine. */
    public static ClosedLog log(Path directory, StoreIdentity identity, Arena arena) throws IOException {
        return ClosedLog.read(directory, identity, arena, new StoreFiles().boot());
    }

    public static StoreIdentity identity(Path directory) throws IOException {
        StoreIdentity identity = StoreIdentity.read(directory);
        if (identity == null) {
            throw new StoreDamagedException(
                    directory.resolve(StoreIdentity.FILE).toString(), -1, 0, "file is missing");
        }
        return identity;
    }

    /** Whether a directory is there and holds anything. */
    public static boolean isOccupied(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return false;
        }
        if (!Files.isDirectory(directory)) {
            return true;
        }
        try (var entries = Files.newDirectoryStream(directory)) {
            return entries.iterator().hasNext();
        }
    }
}
