package io.tellask.store.shard;

import io.tellask.store.Durability;
import io.tellask.store.RecoveryReport;
import io.tellask.store.StoreException;
import io.tellask.store.StoreIoException;
import io.tellask.store.StoreLimits;
import io.tellask.store.StoreStatistics;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.file.StoreLock;
import io.tellask.store.file.StoreOptions;
import io.tellask.store.file.Uninterrupted;
import io.tellask.store.index.Checkpoint;
import io.tellask.store.index.HashIndex;
import io.tellask.store.index.IndexTable;
import io.tellask.store.index.Recovery;
import io.tellask.store.index.SchemaLog;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.DamageLog;
import io.tellask.store.segment.LogEnd;
import io.tellask.store.segment.LogExtent;
import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.SegmentLog;
import io.tellask.store.segment.WriteMark;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The map in bytes: log, index and forcing thread behind one lock for writers, from opening to closing. {@link ShardWriter} changes it,
 * {@link Lookup} reads without the lock, {@link ShardHealth} knows whether it may. Thread-safe.
 */
public final class Shard {
    /** Compacting on request seals the segment that is written to if this part of it is dead. */
    private static final int DEAD_PART = 8;

    private static final Logger LOGGER = System.getLogger(Shard.class.getName());

    private final CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
    private volatile @Nullable Thread closer;
    private final Path directory;
    private final StoreIdentity identity;
    private final StoreOptions options;
    private final StoreLock directoryLock;
    private final SegmentLog log;
    private final HashIndex index;
    private final Lookup lookup;
    private final SchemaLog schemas;
    private final RecoveryReport recovery;
    private final WriteMark mark;
    private final LogForcing forcing;
    private final Forcer forcer;
    private final SegmentExchange exchange;
    private final Compactor compactor;
    private final ReentrantLock lock = new ShardLock();
    private final OpenScans scans;
    private final ScanRetention retention;
    private final LogFollowers followers;
    private final ShardHealth health;
    private final ShardWriter writer;

    public Shard(
            Path directory,
            StoreIdentity identity,
            StoreOptions options,
            StoreLock directoryLock,
            Recovery.Result recovered) {
        this.directory = directory;
        this.identity = identity;
        this.options = options;
        this.directoryLock = directoryLock;
        log = recovered.log();
        index = recovered.index();
        schemas = recovered.schemas();
        recovery = recovered.report();
        health = new ShardHealth(directory);
        scans = new OpenScans(log);
        retention = new ScanRetention(lock, log, options.limits().scanRetainedBytes());
        lookup = new Lookup(this, log, index, identity.seed(), options);
        mark = recovered.mark();
        forcing = new LogForcing(this, directory, options.files(), mark, directoryLock, recovered.expected());
        forcer = new Forcer(forcing, options.durability(), options.period());
        exchange = new SegmentExchange(lock, log, index, identity.seed(), scans);
        followers = new LogFollowers(this, lock, log, exchange);
        compactor = new Compactor(this, directory, identity.id(), options, exchange, log.reserve());
        writer = new ShardWriter(this, lock, log, index, scans, forcer);
        if (log.segments().size() > 1) {
            compactor.wake();
        }
    }

    /** Who changes it. */
    public ShardWriter writer() {
        return writer;
    }

    public ShardHealth health() {
        return health;
    }

    /** What reads have met. */
    DamageLog damages() {
        return log.damages();
    }

    Durability durability() {
        return options.durability();
    }

    long periodMillis() {
        return options.period().toMillis();
    }

    public StoreLimits limits() {
        return options.limits();
    }

    public Path directory() {
        return directory;
    }

    public StoreIdentity identity() {
        return identity;
    }

    public Lookup lookup() {
        return lookup;
    }

    public SchemaLog schemas() {
        return schemas;
    }

    public RecoveryReport recovery() {
        return recovery;
    }

    public long size() {
        health.requireOpen();
        if (index.isPending()) {
            lock.lock();
            try {
                health.requireOpen();
                index.flush(scans);
            } finally {
                lock.unlock();
            }
        }
        return index.size();
    }

    /** The log as it is now, with everything that is written in the index; also while the map is being closed. */
    public LogExtent extent() {
        lock.lock();
        try {
            index.flush(scans);
            return log.extent();
        } finally {
            lock.unlock();
        }
    }

    /** Takes pending puts into the index, if no writer is at work. */
    void flushUnlessBusy() {
        if (lock.tryLock()) {
            try {
                health.requireOpen();
                index.flush(scans);
            } finally {
                lock.unlock();
            }
        }
    }

    public CompletableFuture<Void> force() {
        Throwable reason = health.failure();
        if (reason != null) {
            return CompletableFuture.failedFuture(health.readOnly(reason));
        }
        return forcer.force().exceptionally(refused -> {
            throw refused instanceof StoreException known ? known : health.readOnly(refused);
        });
    }

    /** A scan of all records as they are now; the caller closes it. */
    public ShardScan scan(byte[] prefix) {
        return new ShardScan(this, pin(true), prefix, options.clock().millis());
    }

    /** As {@link #scan}, of those too that have expired and that nobody removed. */
    public ShardScan scanWithExpired() {
        return new ShardScan(this, pin(true), new byte[0], 0);
    }

    /** The log as it is now, held on to until the caller closes it. */
    public PinnedLog pin() {
        return pin(false);
    }

    /** The same; one that is bounded may be cut off, where it holds much that the log does without. */
    private PinnedLog pin(boolean bounded) {
        Replacements replaced = new Replacements(options.limits().scanReplacements());
        lock.lock();
        try {
            health.requireOpen();
            index.flush(scans);
            scans.add(replaced);
            LogExtent extent = log.extent();
            extent.segments().forEach(LogSegment::pin);
            PinnedLog pinned = new PinnedLog(extent, replaced, this::unpin);
            if (bounded) {
                retention.add(pinned);
            }
            return pinned;
        } finally {
            lock.unlock();
        }
    }

    private void unpin(PinnedLog pinned) {
        scans.remove(pinned.replaced());
        retention.remove(pinned);
        for (LogSegment segment : pinned.extent().segments()) {
            if (segment.unpin()) {
                exchange.free(segment);
            }
        }
    }

    /** Who reads the log behind the writer. */
    public LogFollowers followers() {
        return followers;
    }

    /** Gives back the space of all dead records; begins anew if an interrupt ends it. */
    public void compact() {
        health.requireWritable();
        try {
            Uninterrupted.run(compactor::compactAll);
        } catch (IOException e) {
            if (compactor.isStopping()) {
                throw ShardHealth.closedException();
            }
            health.requireNoFailure();
            throw new StoreIoException(
                    "store: directory=" + directory + ", compaction failed, reason=" + StoreIoException.reason(e)
                            + "; no record is lost, if it is for want of room free disk space or clear the map",
                    e);
        }
    }

    /** Runs of segments that were rewritten since opening. */
    long compactions() {
        return compactor.runs();
    }

    /**
     * On a full disk: gives back the segments in which nothing lives; returns whether any were given back since there were so many {@link
     * #compactions}.
     */
    boolean dropLifeless(long since) {
        compactor.wake();
        try {
            return Uninterrupted.get(() -> compactor.dropLifeless(since));
        } catch (IOException | StoreException e) {
            LOGGER.log(Level.DEBUG, () -> "store: directory=" + directory + " is full, and nothing is given back", e);
            return false;
        }
    }

    /** Lets the segment that is written to be sealed, if a good part of it is dead, and returns when full segments are. */
    void sealIfWorthwhile() throws IOException {
        lock.lock();
        try {
            health.requireWritable();
            index.flush(scans);
            if (log.rollIfDead(DEAD_PART, options.clock().millis())) {
                followers.logGrew();
            }
        } finally {
            lock.unlock();
        }
        sealFull();
    }

    /** Returns when full segments are sealed. */
    void sealFull() throws IOException {
        try {
            force().join();
        } catch (CompletionException e) {
            throw new IOException("the log cannot be forced", e);
        }
    }

    /** The files of the log change only while nobody holds this. */
    ReentrantLock filesLock() {
        return compactor.working();
    }

    /** Tells that segments were rewritten. */
    void segmentsChanged() {
        retention.enforce();
        forcer.want();
    }

    /** Tells that a segment was sealed, or that much of the log is dead at once. */
    void spaceDied() {
        compactor.wake();
    }

    public StoreStatistics statistics() {
        lock.lock();
        try {
            health.requireOpen();
            index.flush(scans);
            return counted();
        } finally {
            lock.unlock();
        }
    }

    private StoreStatistics counted() {
        List<LogSegment> segments = log.segments();
        long live = 0;
        long inert = 0;
        long written = 0;
        long allocated = 0;
        for (LogSegment segment : segments) {
            live += segment.liveBytes();
            inert += segment.inertBytes;
            written += segment.end - SegmentLayout.HEADER;
            allocated += segment.capacity();
        }
        return new StoreStatistics(
                index.size(),
                log.nextSequence() - 1,
                live,
                inert,
                written,
                allocated,
                segments.size(),
                index.slots(),
                forcing.forces(),
                compactor.runs(),
                compactor.freedBytes(),
                log.damages().met(),
                forcer.unforcedMillis(),
                health.failure() != null);
    }

    /** Forces, writes the index checkpoint, and lets go of everything. Calling it again does nothing. */
    public void close() {
        compactor.stop();
        boolean first = true;
        lock.lock();
        try {
            if (health.isClosed()) {
                first = false;
            } else {
                health.close();
            }
        } finally {
            lock.unlock();
        }
        if (first) {
            closer = Thread.currentThread();
            closeFiles();
        } else if (closer != Thread.currentThread()) {
            closed.join(); // who opens the directory next finds it free
        }
    }

    private void closeFiles() {
        try {
            forcer.stop();
            if (health.failure() == null) {
                forcing.force();
                forcing.close(extent(), writeCheckpoint());
            }
        } catch (IOException e) {
            throw new StoreIoException(
                    "store: directory=" + directory + ", closing failed, reason=" + StoreIoException.reason(e)
                            + "; what was forced before is safe",
                    e);
        } catch (InternalError e) {
            throw health.unreadable(e);
        } finally {
            try {
                release();
            } finally {
                closed.complete(null);
            }
        }
    }

    /** Without a checkpoint, for want of room on the disk for example, the next open reads more of the log: no reason to fail. */
    private long writeCheckpoint() {
        try {
            IndexTable table = index.settle();
            if (!index.isComplete()) {
                throw new IOException("a record is damaged; see 'tellask store check'");
            }
            Checkpoint.Content content = new Checkpoint.Content(log, table, index.size(), schemas);
            return Uninterrupted.get(() -> Checkpoint.write(directory, identity, options.files(), content));
        } catch (IOException e) {
            LOGGER.log(
                    Level.WARNING,
                    "store: directory=" + directory + ", no checkpoint, reason=" + StoreIoException.reason(e)
                            + "; the next start is slower");
            return LogEnd.NO_CHECKPOINT;
        }
    }

    private void release() {
        lock.lock();
        try {
            index.close();
            log.close();
            mark.close();
        } finally {
            lock.unlock();
        }
        try {
            directoryLock.close();
        } catch (IOException e) {
            throw new StoreIoException("store: directory=" + directory + ", the lock file cannot be closed", e);
        }
    }
}
