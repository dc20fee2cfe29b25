package io.tellask.store.shard;

import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreFullException;
import io.tellask.store.StoreIoException;
import io.tellask.store.file.StoreOptions;
import io.tellask.store.index.Checkpoint;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.LogExtent;
import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.RelocationTable;
import io.tellask.store.segment.SegmentDirectory;
import io.tellask.store.segment.SegmentReserve;
import io.tellask.text.SafeLog;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Gives back the space of dead records: rewrites runs of segments without them, in the background as needed, or on request. One run at a time.
 * Thread-safe.
 *
 * <p>At each moment the directory is that of a complete store: the copies are forced under another name, then the log is, so that what killed
 * the records left out is on disk too; then one rename makes the change.
 */
final class Compactor {
    private static final Logger LOGGER = System.getLogger(Compactor.class.getName());
    private static final long LONGEST_WAIT_NANOS = 1_000_000_000;
    private static final long LONGEST_PAUSE_NANOS = 50_000_000;

    private final Shard shard;
    private final Path directory;
    private final String stoppedLine; // made beforehand: memory may be short then
    private final UUID store;
    private final StoreOptions options;
    private final SegmentExchange exchange;
    private final SegmentReserve reserve;

    /** Held while segments are rewritten and their files exchanged. */
    private final ReentrantLock working = new ReentrantLock();

    private final Set<LogSegment> refused = new HashSet<>();
    private volatile boolean stopping;
    private volatile boolean wanted;
    private @Nullable Thread thread;

    private final WarningPause warnings = new WarningPause();

    /** Whether the last attempt failed; belongs to the background thread. */
    private boolean failed;

    private boolean paced;
    private long paceStartNanos;
    private long pacedBytes;

    private volatile long runs;
    private volatile long freedBytes;

    Compactor(
            Shard shard,
            Path directory,
            UUID store,
            StoreOptions options,
            SegmentExchange exchange,
            SegmentReserve reserve) {
        this.shard = shard;
        this.directory = directory;
        stoppedLine = "store: directory=" + directory
                + ", compaction stopped, it tries again when another segment is full, reason=";
        this.store = store;
        this.options = options;
        this.exchange = exchange;
        this.reserve = reserve;
    }

    /** Runs rewritten since opening. */
    long runs() {
        return runs;
    }

    /** Bytes of files given back since opening. */
    long freedBytes() {
        return freedBytes;
    }

    /** Held by whoever needs the segment files to stay as they are for a while. */
    ReentrantLock working() {
        return working;
    }

    /** Tells the background thread that there may be something to do. */
    void wake() {
        if (options.compaction().automatic()) {
            wanted = true;
            synchronized (this) {
                if (thread == null && !stopping) {
                    thread = Thread.ofPlatform()
                            .daemon()
                            .name("tellask-store-compact")
                            .start(this::runInBackground);
                }
            }
            LockSupport.unpark(thread);
        }
    }

    /** Lives on also where there is no memory to tell what failed. */
    private void runInBackground() {
        while (!stopping) {
            try {
                compactWhenWanted();
            } catch (Throwable unreportable) {
                LockSupport.parkNanos(this, LONGEST_WAIT_NANOS);
            }
        }
    }

    private void compactWhenWanted() {
        while (!stopping) {
            if (!wanted) {
                LockSupport.parkNanos(this, failed ? Long.MAX_VALUE : LONGEST_WAIT_NANOS);
            }
            Thread.interrupted(); // nobody has a reason to: with it set, parking would not rest, and files would close
            if (failed && !wanted) {
                continue;
            }
            wanted = false;
            failed = false;
            try {
                while (!stopping && compactBest()) {
                    wanted = true;
                }
            } catch (Throwable e) { // whatever it is, the next segment that is full has its turn
                failed = true;
                report(e);
            }
        }
    }

    /** On a full disk every change that is refused has it try again. */
    private void report(Throwable failure) {
        if (!stopping && warnings.isOver()) {
            SafeLog.logReason(LOGGER, Level.WARNING, stoppedLine, failure);
        }
    }

    private boolean compactBest() throws IOException {
        working.lock();
        try {
            LogExtent extent = shard.extent();
            CompactionPlan plan = plan(extent);
            List<LogSegment> run = plan.best(options.compaction().spacePercent());
            if (!run.isEmpty()) {
                boolean _ = rewrite(run, plan, extent, true);
            }
            return !run.isEmpty();
        } catch (StoreDamagedException logged) {
            return true; // that segment is left alone from now on
        } finally {
            working.unlock();
        }
    }

    /** Rewrites every segment that holds something dead, the oldest first, as fast as it can; throws for the first that is damaged when the others are done. */
    void compactAll() throws IOException {
        working.lock();
        try {
            refused.clear();
            boolean rolled = roll();
            rewriteAll();
            if (!rolled) {
                shard.sealIfWorthwhile();
                rewriteAll();
            }
        } finally {
            working.unlock();
        }
    }

    /** Returns false where the disk has no room for the next segment: it may have when the others are compacted. */
    private boolean roll() throws IOException {
        try {
            shard.sealIfWorthwhile();
            return true;
        } catch (StoreFullException full) {
            shard.sealFull();
            return false;
        }
    }

    private void rewriteAll() throws IOException {
        StoreDamagedException damaged = null;
        int from = 0;
        while (true) {
            requireGoingOn();
            LogExtent extent = shard.extent();
            CompactionPlan plan = plan(extent);
            List<LogSegment> run = plan.next(from);
            if (run.isEmpty()) {
                break;
            }
            try {
                if (rewrite(run, plan, extent, false)) {
                    from = run.getLast().through() + 1;
                }
            } catch (StoreDamagedException e) {
                damaged = damaged == null ? e : damaged;
            }
        }
        if (damaged != null) {
            throw damaged;
        }
    }

    /** Gives back segments in which nothing lives, for a change that waits for room; returns whether any were since there were so many {@link #runs}. */
    boolean dropLifeless(long since) throws IOException {
        if (!waitForTurn()) {
            return false;
        }
        try {
            if (runs != since) {
                return true;
            }
            shard.sealFull();
            LogExtent extent = shard.extent();
            CompactionPlan plan = plan(extent);
            List<LogSegment> run = plan.lifeless();
            if (!run.isEmpty()) {
                boolean _ = rewrite(run, plan, extent, false);
            }
            return !run.isEmpty();
        } finally {
            working.unlock();
        }
    }

    private boolean waitForTurn() {
        try {
            return !stopping && working.tryLock(LONGEST_WAIT_NANOS, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private CompactionPlan plan(LogExtent extent) {
        return new CompactionPlan(
                extent.segments(),
                refused,
                options.clock().millis(),
                SegmentLayout.roomOf(options.limits().segmentBytes()));
    }

    /**
     * Rewrites a run; where there is no room for that, the segment instead that takes the least, into the reserve, and returns false. Throws {@link
     * StoreDamagedException}, having published nothing, if a segment cannot be rewritten; that is left alone from now on.
     */
    private boolean rewrite(List<LogSegment> run, CompactionPlan plan, LogExtent extent, boolean bounded)
            throws IOException {
        paced = bounded;
        pacedBytes = 0;
        paceStartNanos = System.nanoTime();
        try {
            rewrite(run, plan, extent, this::fresh);
            return true;
        } catch (NoRoomException full) {
            List<LogSegment> least = plan.least();
            if (least.isEmpty()) {
                throw full;
            }
            options.files().delete(directory.resolve(Checkpoint.FILE));
            rewrite(least, plan, extent, this::reserved);
            return false;
        }
    }

    private void rewrite(List<LogSegment> run, CompactionPlan plan, LogExtent extent, Target target)
            throws IOException {
        Path fresh = directory.resolve(SegmentDirectory.REWRITTEN);
        SegmentRewrite rewrite = new SegmentRewrite(
                run,
                this::moved,
                plan.dropBelow(run),
                extent.nextSequence(),
                options.clock().millis(),
                shard.schemas().any());
        try (RelocationTable relocation = rewrite.relocation()) {
            SegmentLayout.Header header = write(rewrite, fresh, target);
            exchange.requireIndexed(relocation, rewrite.expired());
            forceLog();
            publish(rewrite, relocation, header, fresh);
        } catch (StoreDamagedException e) {
            List<LogSegment> named = run.stream()
                    .filter(segment -> segment.number == e.segment())
                    .toList();
            refused.addAll(named.isEmpty() ? run : named);
            LOGGER.log(Level.ERROR, "store: not compacted, " + e.getMessage());
            throw e;
        } finally {
            Files.deleteIfExists(fresh);
            reserve.refill();
        }
    }

    /** Opens the file that is written to. */
    private interface Target {
        FileChannel open(Path file) throws IOException;
    }

    private FileChannel fresh(Path file) throws IOException {
        return options.files().create(file);
    }

    private FileChannel reserved(Path file) throws IOException {
        return reserve.moveTo(file) ? options.files().reuse(file) : fresh(file);
    }

    private SegmentLayout.Header write(SegmentRewrite rewrite, Path fresh, Target target) throws IOException {
        try {
            FileChannel channel = target.open(fresh);
            return rewrite.write(options.files(), channel, store);
        } catch (ClosedChannelException byInterrupt) {
            throw byInterrupt;
        } catch (IOException e) {
            requireGoingOn();
            throw new NoRoomException(e);
        }
    }

    /** The copies cannot be written, most likely for want of room. */
    private static final class NoRoomException extends IOException {
        private static final long serialVersionUID = 1;

        NoRoomException(IOException cause) {
            super(StoreIoException.reason(cause), cause);
        }
    }

    /** What killed the records that were left out must be on disk before they go. */
    private void forceLog() throws IOException {
        requireGoingOn();
        try {
            shard.force().join();
        } catch (CompletionException e) {
            throw new IOException("the log cannot be forced", e);
        }
        requireGoingOn();
    }

    private void publish(SegmentRewrite rewrite, RelocationTable relocation, SegmentLayout.Header header, Path fresh)
            throws IOException {
        List<LogSegment> run = relocation.run();
        Path file = run.getFirst().file;
        LogSegment segment = new LogSegment(options.files(), fresh, file, header);
        try {
            rewrite.describe(segment);
            options.files().delete(directory.resolve(Checkpoint.FILE));
            options.files().move(fresh, file);
        } catch (IOException | RuntimeException e) {
            segment.close();
            throw e;
        }
        try {
            options.files().forceDirectory(directory);
        } catch (IOException e) {
            segment.close();
            shard.health().fail(e);
            throw e;
        }
        long before = run.stream().mapToLong(LogSegment::capacity).sum();
        exchange.exchange(relocation, segment, rewrite.expired());
        for (LogSegment old : run.subList(1, run.size())) {
            options.files().delete(old.file);
        }
        exchange.retire(run);
        shard.segmentsChanged();
        runs++;
        freedBytes += before - segment.capacity();
    }

    /** Waits until so many more bytes may be read and written. */
    private void moved(long bytes) throws IOException {
        requireGoingOn();
        pacedBytes += bytes;
        while (paced && !stopping) {
            long due = (long) (pacedBytes * 1e9 / options.compaction().bytesPerSecond());
            long early = due - (System.nanoTime() - paceStartNanos);
            if (early <= 0) {
                return;
            }
            LockSupport.parkNanos(this, Math.min(early, LONGEST_PAUSE_NANOS));
        }
        requireGoingOn();
    }

    boolean isStopping() {
        return stopping;
    }

    private void requireGoingOn() throws IOException {
        if (stopping) {
            throw new IOException("the map is being closed");
        }
    }

    /** Gives up what is being copied, and returns when nothing is going on any more. */
    void stop() {
        stopping = true;
        @Nullable Thread running;
        synchronized (this) {
            running = thread;
        }
        LockSupport.unpark(running);
        working.lock();
        working.unlock();
    }
}
