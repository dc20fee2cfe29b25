package io.tellask.store.shard;

import io.tellask.store.Durability;
import io.tellask.store.StoreException;
import io.tellask.store.StoreFullException;
import io.tellask.store.StoreLimitException;
import io.tellask.store.Versioned;
import io.tellask.store.index.BatchEntries;
import io.tellask.store.index.HashIndex;
import io.tellask.store.index.IndexTable;
import io.tellask.store.index.SchemaLog;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.segment.BatchRecord;
import io.tellask.store.segment.KeyBuffer;
import io.tellask.store.segment.SegmentLog;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Changes of a map in bytes: each is appended to the log and entered into the index under the writers' lock, and lasts as its durability says when
 * its call returns. Thread-safe.
 */
public final class ShardWriter {
    /** The expected sequence number of a put that does not care. */
    public static final long ANY = -1;

    private static final byte[] NOTHING = new byte[0];

    private final Shard shard;
    private final ShardHealth health;
    private final ReentrantLock lock;
    private final SegmentLog log;
    private final HashIndex index;
    private final Lookup lookup;
    private final SchemaLog schemas;
    private final LogFollowers followers;
    private final OpenScans retirement;
    private final Forcer forcer;
    private final long seed;
    private final int valueBytes;
    private final boolean forced;

    /** Writes to the log and index of a shard that has everything else. */
    ShardWriter(Shard shard, ReentrantLock lock, SegmentLog log, HashIndex index, OpenScans retirement, Forcer forcer) {
        this.shard = shard;
        this.lock = lock;
        this.log = log;
        this.index = index;
        this.retirement = retirement;
        this.forcer = forcer;
        health = shard.health();
        lookup = shard.lookup();
        schemas = shard.schemas();
        followers = shard.followers();
        seed = shard.identity().seed();
        valueBytes = shard.limits().valueBytes();
        forced = shard.durability() == Durability.FORCED;
    }

    /** Puts a value, with an expiry unless that is 0; returns false, changing nothing, if the key's sequence number is not the expected one. */
    public boolean put(KeyBuffer key, long expected, long expiryMillis, byte[] value, int offset, int length) {
        requireValueFits(length);
        while (true) {
            long compactions = shard.compactions();
            try {
                return putOnce(key, expected, expiryMillis, value, offset, length);
            } catch (StoreFullException full) {
                requireRoomSince(compactions, full);
            }
        }
    }

    /** What nothing lives in is given back before a change is refused for want of room: after a clear, say. */
    private void requireRoomSince(long compactions, StoreFullException full) {
        if (!shard.dropLifeless(compactions)) {
            throw full;
        }
    }

    private boolean putOnce(KeyBuffer key, long expected, long expiryMillis, byte[] value, int offset, int length) {
        long hash = key.hash(seed);
        int flags = expiryMillis == 0 ? RecordLayout.PUT : RecordLayout.PUT | RecordLayout.EXPIRES;
        lock.lock();
        try {
            if (expected != ANY && !isAt(hash, key, expected)) {
                return false;
            }
            prepareChange((long) RecordLayout.expiryBytes(flags) + key.length() + length, false);
            long address = log.append(flags, key, expiryMillis, value, offset, length);
            PageFaults.surface(); // of the append: the index must not lead to what was not written
            index.put(hash, address);
            PageFaults.surface();
        } catch (InternalError e) {
            throw health.unwritable(e);
        } finally {
            lock.unlock();
        }
        settleChange();
        return true;
    }

    public void requireValueFits(int length) {
        if (length > valueBytes) {
            throw new StoreLimitException("store: value bytes=" + length + " > StoreLimits.valueBytes=" + valueBytes
                    + "; split the value or raise the limit");
        }
    }

    private boolean isAt(long hash, KeyBuffer key, long expected) {
        health.requireWritable();
        return lookup.sequenceAt(lookup.find(hash, key), key) == expected;
    }

    /** Removes a key if its sequence number is the expected one, or any; returns whether it was there. A key that has expired was not. */
    public boolean remove(KeyBuffer key, long expected) {
        long hash = key.hash(seed);
        boolean present;
        lock.lock();
        try {
            health.requireWritable();
            long word = lookup.find(hash, key);
            long found = lookup.sequenceAt(word, key);
            if (word == IndexTable.EMPTY || expected != ANY && found != expected) {
                return false;
            }
            present = found != Versioned.ABSENT;
            prepareChange(key.length(), true);
            long address = log.append(RecordLayout.REMOVE, key, 0, NOTHING, 0, 0);
            PageFaults.surface();
            removeFrom(hash, address);
            PageFaults.surface();
        } catch (InternalError e) {
            throw health.unwritable(e);
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
            retirement.accept(before);
        }
    }

    /** Writes a batch and makes it visible as a whole; returns false, changing nothing, if a requirement does not hold. */
    public boolean commit(BatchRecord batch, BatchPreconditions requirements) {
        while (true) {
            long compactions = shard.compactions();
            try {
                return commitOnce(batch, requirements);
            } catch (StoreFullException full) {
                requireRoomSince(compactions, full);
            }
        }
    }

    private boolean commitOnce(BatchRecord batch, BatchPreconditions requirements) {
        lock.lock();
        try {
            health.requireWritable();
            if (!requirements.hold(key -> lookup.sequenceAt(lookup.find(key.hash(seed), key), key))) {
                return false;
            }
            if (batch.count() == 0) {
                return true;
            }
            prepareChange(batch.bytes() - RecordLayout.HEADER, false);
            index.flush(retirement);
            long address = log.append(batch);
            PageFaults.surface();
            BatchEntries entries = new BatchEntries(batch, address, seed);
            index.show(entries);
            enter(batch, entries, address);
            index.endBatch();
            PageFaults.surface();
        } catch (InternalError e) {
            throw health.unwritable(e);
        } finally {
            lock.unlock();
        }
        settleChange();
        return true;
    }

    private void enter(BatchRecord batch, BatchEntries entries, long start) {
        for (int i = 0; i < batch.count(); i++) {
            long hash = batch.hash(i, seed);
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
    public void clear() {
        lock.lock();
        try {
            health.requireWritable();
            index.flush(retirement);
            if (index.size() == 0) {
                return;
            }
            prepareChange(0, true);
            IndexTable empty = IndexTable.empty();
            log.appendClear();
            index.clear(empty);
            PageFaults.surface();
        } catch (InternalError e) {
            throw health.unwritable(e);
        } finally {
            lock.unlock();
        }
        settleChange();
        shard.spaceDied();
    }

    /** Writes the descriptor of a schema, before the first value that needs it; once a store. */
    public void appendSchema(long fingerprint, byte[] descriptor) {
        while (schemas.descriptor(fingerprint) == null) {
            long compactions = shard.compactions();
            try {
                appendSchemaOnce(fingerprint, descriptor);
            } catch (StoreFullException full) {
                requireRoomSince(compactions, full);
            }
        }
    }

    private void appendSchemaOnce(long fingerprint, byte[] descriptor) {
        KeyBuffer key = new KeyBuffer(Long.BYTES);
        key.writeBigEndian(fingerprint);
        lock.lock();
        try {
            prepareChange((long) Long.BYTES + descriptor.length, false);
            log.append(RecordLayout.SCHEMA, key, 0, descriptor, 0, descriptor.length);
            schemas.add(fingerprint, descriptor);
            PageFaults.surface();
        } catch (InternalError e) {
            throw health.unwritable(e);
        } finally {
            lock.unlock();
        }
    }

    private void prepareChange(long bytesBehindHeader, boolean frees) {
        health.requireWritable();
        if (log.makeRoom(RecordLayout.HEADER + bytesBehindHeader, frees)) {
            forcer.want();
            followers.logGrew();
        }
        index.makeRoom(retirement);
    }

    private void settleChange() {
        if (!forced) {
            forcer.changed();
            return;
        }
        try {
            shard.force().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StoreException known
                    ? known
                    : health.readOnly(Objects.requireNonNullElse(e.getCause(), e));
        }
    }
}
