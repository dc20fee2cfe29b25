package io.tellask.store;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The map in bytes: log, index and forcing thread behind one lock for writers. {@link Lookup} reads without it. Thread-safe.
 */
final class Shard {
    /** The expected sequence number of a put that does not care. */
    static final long ANY = -1;

    /** Compacting on request seals the segment that is written to if this part of it is dead. */
    private static final int DEAD_PART = 8;

    private static final Logger LOGGER = System.getLogger(Shard.class.getName());
    private static final byte[] NOTHING = new byte[0];

    private final Path directory;
    private final StoreIdentity identity;
    private final StoreOptions options;
    private final StoreLock directoryLock;
    private final SegmentLog log;
    private final HashIndex index;
    private final Lookup lookup;
    private final SchemaLog schemas;
    private final RecoveryReport recovery;
    private final LogForcing forcing;
    private final Forcer forcer;
    private final SegmentExchange exchange;
    private final Compactor compactor;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Replacements> scans = new CopyOnWriteArrayList<>();
    private final LogFollowers followers;

    private final LongConsumer retirement = this::retire;

    private volatile boolean closed;
    private volatile @Nullable Throwable failure;

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
        lookup = new Lookup(this, log, index, identity.seed(), options);
        forcing = new LogForcing(this, directory, options.files());
        forcer = new Forcer(forcing, options.durability(), options.period());
        exchange = new SegmentExchange(lock, log, index, identity.seed(), retirement);
        followers = new LogFollowers(this, lock, log, exchange);
        compactor = new Compactor(this, directory, identity.id(), options, exchange);
        if (log.segments().size() > 1) {
            compactor.wake();
        }
    }

    static StoreClosedException closedException() {
        return new StoreClosedException("store: the map is closed; open it again");
    }

    StoreLimits limits() {
        return options.limits();
    }

    Path directory() {
        return directory;
    }

    StoreIdentity identity() {
        return identity;
    }

    Lookup lookup() {
        return lookup;
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

    /** The log as it is now, with everything that is written in the index; also while the map is being closed. */
    LogExtent extent() {
        lock.lock();
        try {
            index.flush(retirement);
            return log.extent();
        } finally {
            lock.unlock();
        }
    }

    /** Takes pending puts into the index, if no writer is at work. */
    void flushUnlessBusy() {
        if (lock.tryLock()) {
            try {
                requireOpen();
                index.flush(retirement);
            } finally {
                lock.unlock();
            }
        }
    }

    StoreIoException unreadable(InternalError e) {
        return new StoreIoException(
                "store: directory=" + directory + ", a mapped page cannot be read; was a segment file shortened?", e);
    }

    /** Puts a value, with an expiry unless that is 0; returns false, changing nothing, if the key's sequence number is not the expected one. */
    boolean put(KeyBuffer key, long expected, long expiryMillis, byte[] value, int offset, int length) {
        requireValueFits(length);
        long hash = key.hash(identity.seed());
        int flags = expiryMillis == 0 ? RecordLayout.PUT : RecordLayout.PUT | RecordLayout.EXPIRES;
        lock.lock();
        try {
            if (expected != ANY && !isAt(hash, key, expected)) {
                return false;
            }
            prepareChange((long) RecordLayout.expiryBytes(flags) + key.length() + length);
            index.put(hash, log.append(flags, key, expiryMillis, value, offset, length));
        } catch (InternalError e) {
            throw unwritable(e);
        } finally {
            lock.unlock();
        }
        settleChange();
        return true;
    }

    void requireValueFits(int length) {
        if (length > options.limits().valueBytes()) {
            throw new StoreLimitException("store: value bytes=" + length + ", valueBytes="
                    + options.limits().valueBytes() + "; split the value or raise the limit");
        }
    }

    private boolean isAt(long hash, KeyBuffer key, long expected) {
        requireWritable();
        return lookup.sequenceAt(lookup.find(hash, key)) == expected;
    }

    /** Removes a key if its sequence number is the expected one, or any; returns whether it was there. A key that has expired was not. */
    boolean remove(KeyBuffer key, long expected) {
        long hash = key.hash(identity.seed());
        boolean present;
        lock.lock();
        try {
            requireWritable();
            long word = lookup.find(hash, key);
            long found = lookup.sequenceAt(word);
            if (word == IndexTable.EMPTY || expected != ANY && found != expected) {
                return false;
            }
            present = found != Versioned.ABSENT;
            prepareChange(key.length());
            removeFrom(hash, log.append(RecordLayout.REMOVE, key, 0, NOTHING, 0, 0));
        } catch (InternalError e) {
            throw unwritable(e);
        } finally {
            lock.unlock();
        }
        settleChange();
        return present;
    }

    private void removeFrom(long hash, long address) {
        log.markInert(address);
        long before = index.remove(hash, address, retirement);
        if (before != 0) {
            retire(before);
        }
    }

    /** Writes a batch and makes it visible as a whole; returns false, changing nothing, if a requirement does not hold. */
    boolean commit(BatchRecord batch, Requirements requirements) {
        lock.lock();
        try {
            requireWritable();
            if (!requirements.hold(key -> lookup.sequenceAt(lookup.find(key.hash(identity.seed()), key)))) {
                return false;
            }
            if (batch.count() == 0) {
                return true;
            }
            prepareChange(batch.bytes() - RecordLayout.HEADER);
            index.flush(retirement);
            long address = log.append(batch);
            BatchEntries entries = new BatchEntries(batch, address, identity.seed());
            index.show(entries);
            enter(batch, entries, address);
            index.endBatch();
        } catch (InternalError e) {
            throw unwritable(e);
        } finally {
            lock.unlock();
        }
        settleChange();
        return true;
    }

    private void enter(BatchRecord batch, BatchEntries entries, long start) {
        for (int i = 0; i < batch.count(); i++) {
            long hash = batch.hash(i, identity.seed());
            long address = start + (batch.offset(i) >>> 3);
            boolean last = entries.find(
                            hash,
                            batch.array(),
                            batch.keyOffset(i),
                            batch.keyLength(i),
                            log.records().views())
                    == address;
            if (batch.isRemoval(i)) {
                if (last) {
                    removeFrom(hash, address);
                } else {
                    log.markInert(address);
                }
            } else if (last) {
                index.makeRoom(retirement);
                index.put(hash, address);
            } else {
                log.markDead(address);
            }
        }
        index.flush(retirement);
    }

    /** Removes every key at once. */
    void clear() {
        lock.lock();
        try {
            requireWritable();
            index.flush(retirement);
            if (index.size() == 0) {
                return;
            }
            prepareChange(0);
            IndexTable empty = IndexTable.empty();
            log.appendClear();
            index.clear(empty);
        } catch (InternalError e) {
            throw unwritable(e);
        } finally {
            lock.unlock();
        }
        settleChange();
        compactor.wake();
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
            prepareChange((long) Long.BYTES + descriptor.length);
            log.append(RecordLayout.SCHEMA, key, 0, descriptor, 0, descriptor.length);
            schemas.add(fingerprint, descriptor);
        } catch (InternalError e) {
            throw unwritable(e);
        } finally {
            lock.unlock();
        }
    }

    private void prepareChange(long bytesBehindHeader) {
        requireWritable();
        if (log.makeRoom(RecordLayout.HEADER + bytesBehindHeader)) {
            forcer.want();
            followers.logGrew();
        }
        index.makeRoom(retirement);
    }

    /** The order matters to scans: they ask for the dead bit first and for the replacements second. */
    private void retire(long address) {
        long current = log.current(address);
        for (Replacements scan : scans) {
            scan.add(current);
        }
        log.markDead(current);
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
        return new ShardScan(this, pin(), prefix, options.clock().millis());
    }

    /** The log as it is now, held on to until the caller closes it. */
    PinnedLog pin() {
        Replacements replaced = new Replacements(options.limits().scanReplacements());
        lock.lock();
        try {
            requireOpen();
            index.flush(retirement);
            scans.add(replaced);
            LogExtent extent = log.extent();
            extent.segments().forEach(LogSegment::pin);
            return new PinnedLog(extent, replaced, this::unpin);
        } finally {
            lock.unlock();
        }
    }

    private void unpin(PinnedLog pinned) {
        scans.remove(pinned.replaced());
        for (LogSegment segment : pinned.extent().segments()) {
            if (segment.unpin()) {
                exchange.free(segment);
            }
        }
    }

    /** Who reads the log behind the writer. */
    LogFollowers followers() {
        return followers;
    }

    /** Gives back the space of all dead records. */
    void compact() {
        requireWritable();
        try {
            compactor.compactAll();
        } catch (IOException e) {
            if (compactor.isStopping()) {
                throw closedException();
            }
            requireNoFailure();
            throw new StoreIoException(
                    "store: directory=" + directory + ", compaction failed, reason=" + StoreIoException.reason(e)
                            + "; the map is as it was",
                    e);
        }
    }

    /** Lets the segment that is written to be sealed, if a good part of it is dead, and returns when full segments are. */
    void sealIfWorthwhile() throws IOException {
        lock.lock();
        try {
            requireWritable();
            index.flush(retirement);
            log.rollIfDead(DEAD_PART, options.clock().millis());
            followers.logGrew();
        } finally {
            lock.unlock();
        }
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

    /** Tells that a segment was sealed. */
    void sealed() {
        compactor.wake();
    }

    StoreStatistics statistics() {
        lock.lock();
        try {
            requireOpen();
            index.flush(retirement);
            return StoreStatistics.of(log, index, forcing, compactor);
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
            LOGGER.log(Level.ERROR, "store: directory=" + directory + " is read-only from now on, reason=" + reason);
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
        compactor.stop();
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
                forcing.force();
                writeCheckpoint();
            }
        } catch (IOException e) {
            throw new StoreIoException(
                    "store: directory=" + directory + ", closing failed, reason=" + StoreIoException.reason(e)
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
            LOGGER.log(
                    Level.WARNING,
                    "store: directory=" + directory + ", no checkpoint, reason=" + StoreIoException.reason(e)
                            + "; the next start is slower");
        }
    }

    private void release() {
        lock.lock();
        try {
            index.close();
            log.close();
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
