package io.tellask.store;

import io.tellask.store.file.StoreFiles;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A file system that fails on command, and counts. */
final class FaultyFiles extends StoreFiles {
    final AtomicInteger forces = new AtomicInteger();

    /** One permit for each force that was made. */
    final Semaphore forced = new Semaphore(0);

    volatile boolean full;
    volatile boolean broken;

    /** While set, what compaction has copied cannot be forced. */
    volatile boolean copiesFail;

    /** While set, the next force waits for a permit and then fails, once. */
    volatile @Nullable Semaphore failOnce;

    /** While set, forces of records wait for its permit, which they hand on. */
    volatile @Nullable Semaphore held;

    @Override
    public void allocate(Path file, long bytes) throws IOException {
        if (full) {
            throw new IOException("No space left on device (injected)");
        }
        super.allocate(file, bytes);
    }

    @Override
    public void force(FileChannel channel) throws IOException {
        if (copiesFail) {
            throw new IOException("No space left on device (injected)");
        }
        super.force(channel);
    }

    @Override
    public void force(MemorySegment range) throws IOException {
        if (broken) {
            throw new IOException("Input/output error (injected)");
        }
        Semaphore hold = held;
        if (hold != null) {
            hold.acquireUninterruptibly();
            hold.release();
        }
        Semaphore gate = failOnce;
        if (gate != null) {
            failOnce = null;
            gate.acquireUninterruptibly();
            throw new IOException("Input/output error (injected once)");
        }
        super.force(range);
        forces.incrementAndGet();
        forced.release();
    }
}
