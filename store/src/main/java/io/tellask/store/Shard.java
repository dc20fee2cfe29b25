package io.tellask.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The map in bytes: log, index and forcing thread behind one lock for writers. Readers take no lock; one that is overtaken by
 * {@link #close} gets {@link StoreClosedException}. Thread-safe.
 */
final class Shard {
    private final Path directory;
    private final StoreIdentity identity;
    private final StoreOptions options;
    private final StoreLock directoryLock;
    private final SegmentLog log;
    private final HashIndex index;
    private final SchemaLog schemas;
    private final RecoveryReport recovery;
    private final Forcer forcer;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Replacements> scans = new CopyOnWriteArrayList<>();

    private final LongConsumer retirement = this::retire;

    private volatile boolean closed;
    private volatile @Nullable Throwable failure;
    private final AtomicLong forces = new AtomicLong();

    /** The first segment whose footer is not written. Belongs to the forcing thread. */
    private int firstUnsealed;

    Shard(
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
        forcer = new Forcer(new ForceLog(), options.durability(), options.period());
    }

    static StoreClosedException closedException() {
        return new StoreClosedException("store: the map is closed; open it again");
    }

    StoreLimits limits() {
        return options.limits();
    }

    SchemaLog schemas() {
        return schemas;
    }

    RecoveryReport recovery() {
        return recovery;
    }

    long size() {
        requireOpen();
        if (index.isPending()) {
            lock.lock();
            try {
                requireOpen();
                index.flush(retirement);
            } finally {
                lock.unlock();
            }
        }
        return index.size();
    }

    /** A copy of a key's value, or null. */
    byte @Nullable [] value(KeyBuffer key, boolean verified) {
        long hash = key.hash(identity.seed());
        while (true) {
            int generation = index.generation();
            try {
                long word = find(hash, key);
                if (word == IndexTable.EMPTY) {
                    return null;
                }
                return verified || options.verifyReads() ? log.verifiedValue(word) : log.value(word);
            } catch (IllegalStateException e) {
                rethrowUnlessOvertaken(e, generation);
            } catch (InternalError e) {
                throw unreadable(e);
            }
        }
    }

    boolean contains(KeyBuffer key) {
        long hash = key.hash(identity.seed());
        while (true) {
            int generation = index.generation();
            try {
                return find(hash, key) != IndexTable.EMPTY;
            } catch (IllegalStateException e) {
                rethrowUnlessOvertaken(e, generation);
            } catch (InternalError e) {
                throw unreadable(e);
            }
        }
    }

    /** Looks a key up, and now and then relieves later lookups of pending puts that no writer has taken care of. */
    private long find(long hash, KeyBuffer key) {
        if ((hash & 0xFF) == 0 && index.isPending() && lock.tryLock()) {
            try {
                requireOpen();
                index.flush(retirement);
            } finally {
                lock.unlock();
            }
        }
        return index.find(hash, key.array, KeyBuffer.START, key.length());
    }

    private void rethrowUnlessOvertaken(IllegalStateException e, int generation) {
        requireOpen();
        if (generation == index.generation()) {
            throw e;
        }
    }

    StoreIoException unreadable(InternalError e) {
        return new StoreIoException(
                "store: directory=" + directory + ", a mapped page cannot be read; was a segment file shortened?", e);
    }

    void put(KeyBuffer key, byte[] value, int offset, int length) {
        if (length > options.limits().valueBytes()) {
            throw new StoreLimitException("store: value bytes=" + length + ", valueBytes="
                    + options.limits().valueBytes() + "; split the value or raise the limit");
        }
        long hash = key.hash(identity.seed());
        lock.lock();
        try {
            prepareChange(key.length() + length);
            index.put(hash, log.append(RecordLayout.PUT, key, value, offset, length));
        } catch (InternalError e) {
            throw unwritable(e);
        } finally {
            lock.unlock();
        }
        settleChange();
    }

    /** Returns whether the key was there. */
    boolean remove(KeyBuffer key) {
        long hash = key.hash(identity.seed());
        lock.lock();
        try {
            requireWritable();
            if (index.find(hash, key.array, KeyBuffer.START, key.length()) == IndexTable.EMPTY) {
                return false;
            }
            prepareChange(key.length());
            long address = log.append(RecordLayout.REMOVE, key, key.array, 0, 0);
            log.markDead(address);
            retire(index.remove(hash, address, retirement));
        } catch (InternalError e) {
            throw unwritable(e);
        } finally {
            lock.unlock();
        }
        settleChange();
        return true;
    }

    /** Writes the descriptor of a schema, before the first value that needs it; once a store. */
    void appendSchema(long fingerprint, byte[] descriptor) {
        if (schemas.descriptor(fingerprint) != null) {
            return;
        }
        KeyBuffer key = new KeyBuffer(Long.BYTES);
        key.writeBigEndian(fingerprint);
        lock.lock();
        try {
            prepareChange(Long.BYTES + descriptor.length);
            log.append(RecordLayout.SCHEMA, key, descriptor, 0, descriptor.length);
            schemas.add(fingerprint, descriptor);
        } catch (InternalError e) {
            throw unwritable(e);
        } finally {
            lock.unlock();
        }
    }

    private void prepareChange(int keyAndValueBytes) {
        requireWritable();
        if (log.makeRoom(RecordLayout.HEADER + (long) keyAndValueBytes)) {
            forcer.want();
        }
        index.makeRoom(retirement);
    }

    /** The order matters to scans: they ask for the dead bit first and for the replacements second. */
    private void retire(long address) {
        for (Replacements scan : scans) {
            scan.add(address);
        }
        log.markDead(address);
    }

    private void settleChange() {
        if (options.durability() != Durability.FORCED) {
            forcer.changed();
            return;
        }
        try {
            force().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StoreException known
                    ? known
                    : readOnly(Objects.requireNonNullElse(e.getCause(), e));
        }
    }

    CompletableFuture<Void> force() {
        Throwable reason = failure;
        if (reason != null) {
            return CompletableFuture.failedFuture(readOnly(reason));
        }
        return forcer.force().copy();
    }

    /** A scan of all records as they are now; the caller closes it. */
    ShardScan scan(byte[] prefix) {
        Replacements replaced = new Replacements(options.limits().scanReplacements());
        lock.lock();
        try {
            requireOpen();
            index.flush(retirement);
            scans.add(replaced);
            List<LogSegment> segments = log.segments();
            return new ShardScan(this, segments, log.activeEnd(), replaced, prefix);
        } finally {
            lock.unlock();
        }
    }

    void endScan(Replacements replaced) {
        scans.remove(replaced);
    }

    StoreStatistics statistics() {
        lock.lock();
        try {
            requireOpen();
            index.flush(retirement);
            List<LogSegment> segments = log.segments();
            long live = segments.stream().mapToLong(LogSegment::liveBytes).sum();
            long written = segments.stream()
                    .mapToLong(s -> s.end - SegmentLayout.HEADER)
                    .sum();
            long allocated = segments.stream().mapToLong(LogSegment::capacity).sum();
            return new StoreStatistics(
                    index.size(), live, written, allocated, segments.size(), index.slots(), forces.get());
        } finally {
            lock.unlock();
        }
    }

    void requireOpen() {
        if (closed) {
            throw closedException();
        }
    }

    private void requireWritable() {
        requireOpen();
        Throwable reason = failure;
        if (reason != null) {
            throw readOnly(reason);
        }
    }

    private StoreReadOnlyException readOnly(Throwable reason) {
        return new StoreReadOnlyException(
                "store: directory=" + directory + " is read-only since a write to disk failed, reason="
                        + reason.getMessage() + "; close the map, mend the disk and open it again",
                reason);
    }

    private StoreReadOnlyException unwritable(InternalError e) {
        failure = e;
        return readOnly(e);
    }

    /** Forces, writes the index checkpoint, and lets go of everything. Calling it again does nothing. */
    void close() {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
        } finally {
            lock.unlock();
        }
        forcer.stop();
        try {
            if (failure == null) {
                new ForceLog().force();
                writeCheckpoint();
            }
        } catch (IOException e) {
            throw new StoreIoException(
                    "store: directory=" + directory + ", closing failed, reason=" + e.getMessage()
                            + "; what was forced before is safe",
                    e);
        } finally {
            release();
        }
    }

    /** Without a checkpoint, for want of room on the disk for example, the next open reads more of the log: no reason to fail. */
    private void writeCheckpoint() {
        try {
            IndexTable table = index.settle();
            Checkpoint.write(
                    directory, identity, options.files(), new Checkpoint.Content(log, table, index.size(), schemas));
        } catch (IOException e) {
            System.getLogger(Shard.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "store: directory=" + directory + ", no checkpoint, reason=" + e.getMessage()
                                    + "; the next start is slower");
        }
    }

    private void release() {
        index.close();
        log.close();
        try {
            directoryLock.close();
        } catch (IOException e) {
            throw new StoreIoException("store: directory=" + directory + ", the lock file cannot be closed", e);
        }
    }

    /** Forces what is written so far, and seals full segments. Runs on the forcing thread, or in {@link #close} after that has ended. */
    private final class ForceLog implements Forcer.Work {
        @Override
        public void force() throws IOException {
            Throwable earlier = failure;
            if (earlier != null) {
                throw readOnly(earlier);
            }
            List<LogSegment> segments;
            long activeEnd;
            lock.lock();
            try {
                index.flush(retirement);
                segments = log.segments();
                activeEnd = log.activeEnd();
            } finally {
                lock.unlock();
            }
            for (int i = firstUnsealed; i < segments.size(); i++) {
                boolean full = i < segments.size() - 1;
                forceSegment(segments.get(i), full ? segments.get(i).end : activeEnd, full);
                firstUnsealed = full ? i + 1 : i;
            }
            forces.incrementAndGet();
        }

        private void forceSegment(LogSegment segment, long end, boolean full) throws IOException {
            if (segment.sealed) {
                return;
            }
            if (end > segment.forcedTo) {
                options.files().force(segment.bytes.asSlice(segment.forcedTo, end - segment.forcedTo));
                segment.forcedTo = end;
            }
            if (!segment.nameForced) {
                options.files().forceDirectory(directory);
                segment.nameForced = true;
            }
            if (full) {
                long last = segment.baseSequence + segment.records - 1;
                SegmentLayout.writeFooter(
                        segment.bytes, segment.number, new SegmentLayout.Footer(end, segment.records, last));
                long footer = segment.capacity() - SegmentLayout.FOOTER;
                options.files().force(segment.bytes.asSlice(footer, SegmentLayout.FOOTER));
                segment.sealed = true;
            }
        }

        @Override
        public void failed(Throwable reason) {
            if (failure != null) {
                return;
            }
            failure = reason;
            System.getLogger(Shard.class.getName())
                    .log(
                            System.Logger.Level.ERROR,
                            "store: directory=" + directory + " is read-only from now on, reason=" + reason);
        }
    }
}
