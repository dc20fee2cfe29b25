package io.tellask.store.shard;

import io.tellask.store.StoreClosedException;
import io.tellask.store.StoreIoException;
import io.tellask.store.StoreReadOnlyException;
import io.tellask.text.SafeLog;
import io.tellask.text.SafeText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Whether a map is open, and whether it takes changes: after a write to disk that failed it never does again. Thread-safe. */
public final class ShardHealth {
    private static final Logger LOGGER = System.getLogger(Shard.class.getName());

    static {
        try {
            MethodHandles.publicLookup().ensureInitialized(SafeLog.class);
        } catch (IllegalAccessException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Path directory;
    private final String failedLine; // made beforehand: memory may be short then
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;

    ShardHealth(Path directory) {
        this.directory = directory;
        failedLine = "store: directory=" + directory + " is read-only from now on, reason=";
    }

    static StoreClosedException closedException() {
        return new StoreClosedException("store: the map is closed; open it again");
    }

    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }

    /** Why the map takes no changes, or null. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    public void requireOpen() {
        if (closed) {
            throw closedException();
        }
    }

    void requireWritable() {
        requireOpen();
        requireNoFailure();
    }

    void requireNoFailure() {
        Throwable reason = failure;
        if (reason != null) {
            throw readOnly(reason);
        }
    }

    /** Refuses all changes from now on. */
    void fail(Throwable reason) {
        if (failure == null) {
            failure = reason;
            if (reason instanceof FileSystemException) {
                SafeLog.log(LOGGER, Level.ERROR, () -> failedLine + describe(reason));
            } else {
                SafeLog.logReason(LOGGER, Level.ERROR, failedLine, reason);
            }
        }
    }

    /** An exception of the file system often has the path as its whole message. */
    private static String describe(Throwable reason) {
        return reason instanceof FileSystemException disk
                ? SafeText.message(StoreIoException.reason(disk))
                : SafeLog.describe(reason);
    }

    StoreReadOnlyException readOnly(Throwable reason) {
        if (reason instanceof OutOfMemoryError) {
            return new StoreReadOnlyException(
                    "store: directory=" + directory
                            + " is read-only since there was no memory to force its log, reason="
                            + SafeLog.describe(reason)
                            + "; what was written may not be on disk: give the process a larger heap, close the map and open it again",
                    reason);
        }
        return new StoreReadOnlyException(
                "store: directory=" + directory + " is read-only since a write to disk failed, reason="
                        + describe(reason) + "; close the map, mend the disk and open it again",
                reason);
    }

    /** Refuses all changes from now on, since a mapped page could not be written. */
    StoreReadOnlyException unwritable(InternalError e) {
        fail(e);
        return readOnly(e);
    }

    public StoreIoException unreadable(InternalError e) {
        return new StoreIoException(
                "store: directory=" + directory + ", a mapped page cannot be read; was a segment file shortened?", e);
    }
}
