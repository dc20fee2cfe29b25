package io.tellask.web.live;

import io.tellask.text.SafeLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks a few times a second whether files below folders have changed, while somebody wants to know. Comparing snapshots works on every file
 * system, also on those of containers and networks that report nothing. Thread-safe.
 */
public final class FileChanges implements AutoCloseable {
    /** Between two looks, in milliseconds: {@value}. */
    public static final int INTERVAL_MILLIS = 250;

    /** The most paths that one change names: {@value}. */
    public static final int MOST_PATHS = 256;

    private static final System.Logger LOG = System.getLogger(FileChanges.class.getName());

    private final List<Path> folders;
    private final long intervalMillis;
    private final List<Consumer<List<String>>> listeners = new CopyOnWriteArrayList<>();
    private final ReentrantLock looking =
            new ReentrantLock(); // so that looks come in their order; taken before the other
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private @Nullable Thread watcher; // guarded by lock
    private boolean closed; // guarded by lock
    private FolderSnapshot known; // guarded by looking
    private long state = System.currentTimeMillis(); // guarded by lock

    /**
     * Looks for the first time; blocks for the disk.
     *
     * @throws UncheckedIOException if the folders cannot be read
     */
    public FileChanges(List<Path> folders) {
        this(folders, INTERVAL_MILLIS);
    }

    FileChanges(List<Path> folders, long intervalMillis) {
        this.folders = List.copyOf(folders);
        this.intervalMillis = intervalMillis;
        known = snapshot();
    }

    private FolderSnapshot snapshot() {
        try {
            return FolderSnapshot.of(folders);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Tells of changes from now on. Who compares an earlier {@link #state} with that of after this call learns whether there were some before.
     *
     * @param listener gets paths within the folders, each with a slash first; must not block
     * @return ends it
     * @throws UncheckedIOException if the folders cannot be read
     */
    public Runnable listen(Consumer<List<String>> listener) {
        look();
        lock.lock();
        try {
            if (watcher == null && !closed) {
                watcher = Thread.ofVirtual().name("tellask-web-changes").start(this::watch);
            }
            listeners.add(listener);
        } finally {
            lock.unlock();
        }
        return () -> {
            lock.lock();
            try {
                listeners.remove(listener);
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        };
    }

    /** Another one after a start, and after each change that was seen: who comes back with the same one has missed nothing. */
    public String state() {
        lock.lock();
        try {
            return Long.toString(state, Character.MAX_RADIX);
        } finally {
            lock.unlock();
        }
    }

    private void watch() {
        try {
            while (goesOn()) {
                lookAgain();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (Throwable failure) {
            SafeLog.logReason(LOG, Level.ERROR, "files are no longer watched: ", failure);
        } finally {
            lock.lock();
            try {
                watcher = watcher == Thread.currentThread() ? null : watcher;
            } finally {
                lock.unlock();
            }
        }
    }

    private void lookAgain() {
        try {
            look();
        } catch (UncheckedIOException unreadable) {
            SafeLog.logReason(LOG, Level.WARNING, "files cannot be watched: ", unreadable);
        }
    }

    /**
     * Looks at the folders now, and tells those who listen; blocks for the disk. The {@link #state} is then that of the files.
     *
     * @throws UncheckedIOException if the folders cannot be read
     */
    public void look() {
        looking.lock();
        try {
            FolderSnapshot now = snapshot();
            Set<String> changes = known.changesTo(now);
            known = now;
            if (!changes.isEmpty()) {
                advance();
                tell(changes);
            }
        } finally {
            looking.unlock();
        }
    }

    private void advance() {
        lock.lock();
        try {
            state++;
        } finally {
            lock.unlock();
        }
    }

    private void tell(Set<String> changes) {
        List<String> paths = changes.stream().limit(MOST_PATHS).toList();
        for (Consumer<List<String>> listener : listeners) {
            try {
                listener.accept(paths);
            } catch (RuntimeException failure) {
                SafeLog.logReason(LOG, Level.WARNING, "a page cannot be told of changed files: ", failure);
            }
        }
    }

    /** Waits for the time of the next look; false once nobody listens. */
    private boolean goesOn() throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
            while (left > 0 && !closed && !listeners.isEmpty()) {
                left = changed.awaitNanos(left);
            }
            if (closed || listeners.isEmpty()) {
                watcher = null; // while the lock is held, so that the next listener starts another
                return false;
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            listeners.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
