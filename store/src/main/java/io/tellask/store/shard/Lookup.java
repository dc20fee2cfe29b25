package io.tellask.store.shard;

import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreException;
import io.tellask.store.ValueReader;
import io.tellask.store.ValueTarget;
import io.tellask.store.Versioned;
import io.tellask.store.file.StoreOptions;
import io.tellask.store.index.Checkpoint;
import io.tellask.store.index.HashIndex;
import io.tellask.store.index.IndexTable;
import io.tellask.store.segment.CallersFailure;
import io.tellask.store.segment.KeyBuffer;
import io.tellask.store.segment.RecordCopies;
import io.tellask.store.segment.Records;
import io.tellask.store.segment.SegmentLog;
import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads of single keys, without a lock. One that is overtaken, because the index moved on or compaction freed the segment that it was reading,
 * looks again; one that is overtaken by {@link Shard#close} gets {@link io.tellask.store.StoreClosedException}; one that meets damage gets
 * {@link io.tellask.store.StoreDamagedException}, never the answer for an absent key. Thread-safe.
 */
public final class Lookup {
    private final Shard shard;
    private final Records records;
    private final RecordCopies copies;
    private final HashIndex index;
    private final InstantSource clock;
    private final long seed;
    private final boolean verifyReads;

    Lookup(Shard shard, SegmentLog log, HashIndex index, long seed, StoreOptions options) {
        this.shard = shard;
        this.index = index;
        this.seed = seed;
        records = log.records();
        copies = records.copies();
        clock = options.clock();
        verifyReads = options.verifyReads();
    }

    /** What is done with a record that was found and has the key; it may be done again. */
    private interface Use<R> {
        @Nullable
        R of(MemorySegment[] views, long word, KeyBuffer key);
    }

    /** A copy of a key's value, or null; verified if that is demanded here or for all reads. */
    public byte @Nullable [] value(KeyBuffer key, boolean verified) {
        return value(key.hash(seed), key, verified);
    }

    /** Copies of the values of several keys, null for absent ones, into an array from an index on, as long as there is room for them. */
    public void values(KeyGroup group, boolean verified, byte[] @Nullable [] into, int from, AnswerBudget room) {
        group.hash(seed);
        try {
            group.fetched = index.fetch(records.views(), group.hashes, group.count());
        } catch (IllegalStateException | IndexOutOfBoundsException e) {
            group.fetched = 0;
        } catch (InternalError e) {
            throw shard.health().unreadable(e);
        }
        for (int i = 0; i < group.count(); i++) {
            byte[] value = value(group.hashes[i], group.key(i), verified);
            room.take(value);
            into[from + i] = value;
        }
    }

    private byte @Nullable [] value(long hash, KeyBuffer key, boolean verified) {
        while (true) {
            int generation = generation();
            try {
                MemorySegment[] views = records.views();
                long word = find(views, hash, key, generation);
                if (word == IndexTable.EMPTY) {
                    return null;
                }
                return verified || verifyReads ? verifiedValue(views, word, key) : plainValue(views, word, key);
            } catch (IllegalStateException | IndexOutOfBoundsException e) {
                rethrowUnlessOvertaken(e, generation);
            } catch (StoreDamagedException e) {
                throw damagedOrGone(e);
            } catch (InternalError e) {
                throw shard.health().unreadable(e);
            }
        }
    }

    private byte @Nullable [] verifiedValue(MemorySegment[] views, long word, KeyBuffer key) {
        byte[] value = copies.verifiedValue(views, word, key);
        return isExpired(key) ? null : value;
    }

    private byte @Nullable [] plainValue(MemorySegment[] views, long word, KeyBuffer key) {
        int valueBytes = presentValueBytes(views, word, key, false);
        byte[] value = valueBytes < 0 ? null : RecordCopies.value(views, word, key, valueBytes);
        PageFaults.surface();
        return value;
    }

    /** The length of a record's value, or -1 if it has expired, which is never said of a record that is not verified. */
    private int presentValueBytes(MemorySegment[] views, long word, KeyBuffer key, boolean verified) {
        int valueBytes = verified ? copies.verifyHead(views, word, key) : copies.readHead(views, word, key);
        if (!isExpired(key)) {
            return valueBytes;
        }
        return verified ? -1 : presentValueBytes(views, word, key, true);
    }

    /** Copies a key's value, verified, to where it is wanted; false if the key is absent. */
    public boolean copyTo(KeyBuffer key, ValueTarget target) {
        try {
            return use(key.hash(seed), key, (views, word, found) -> {
                        copies.verifiedValue(views, word, found, target);
                        return isExpired(found) ? null : Boolean.TRUE;
                    })
                    != null;
        } catch (CallersFailure failure) {
            throw failure.thrown();
        }
    }

    /**
     * What a reader makes of a key's value where it lies, or null where there is none. A reader that fails where the value is not mapped any more gets a
     * copy, so that it runs twice at most, and what it throws then is its own.
     */
    public <R> @Nullable R view(KeyBuffer key, ValueReader<R> reader) {
        key.keep(true);
        try {
            return viewMapped(key, reader);
        } catch (CallersFailure failure) {
            if (!failure.moved()) {
                throw failure.thrown();
            }
            byte[] copy = value(key, verifyReads);
            return copy == null ? null : reader.read(MemorySegment.ofArray(copy).asReadOnly());
        } finally {
            key.keep(false);
        }
    }

    private <R> @Nullable R viewMapped(KeyBuffer key, ValueReader<R> reader) {
        return use(key.hash(seed), key, (views, word, found) -> {
            int valueBytes = presentValueBytes(views, word, found, verifyReads);
            if (valueBytes < 0) {
                return null;
            }
            R result = read(reader, RecordCopies.valueSlice(views, word, found, valueBytes));
            PageFaults.surface();
            return result;
        });
    }

    private static <R> @Nullable R read(ValueReader<R> reader, MemorySegment value) {
        try {
            return reader.read(value.asReadOnly());
        } catch (IllegalStateException e) {
            throw new CallersFailure(e, !value.scope().isAlive());
        } catch (IndexOutOfBoundsException e) {
            throw new CallersFailure(e, false);
        }
    }

    /** Whether a key has a value; verified if that is demanded here or for all reads. */
    public boolean contains(KeyBuffer key, boolean verified) {
        return use(
                        key.hash(seed),
                        key,
                        (views, word, found) -> presentValueBytes(views, word, found, verified || verifyReads) < 0
                                ? null
                                : Boolean.TRUE)
                != null;
    }

    /** A key's value, undecoded and verified, with its sequence number and expiry, or null. */
    public @Nullable Versioned<byte[]> versioned(KeyBuffer key) {
        return use(key.hash(seed), key, (views, word, found) -> {
            byte[] value = verifiedValue(views, word, found);
            return value == null ? null : new Versioned<>(value, found.recordSequence(), expiry(found));
        });
    }

    private static @Nullable Instant expiry(KeyBuffer key) {
        long millis = key.recordExpiryMillis();
        return millis == 0 ? null : Instant.ofEpochMilli(millis);
    }

    private <R> @Nullable R use(long hash, KeyBuffer key, Use<R> function) {
        while (true) {
            int generation = generation();
            try {
                MemorySegment[] views = records.views();
                long word = find(views, hash, key, generation);
                return word == IndexTable.EMPTY ? null : function.of(views, word, key);
            } catch (IllegalStateException | IndexOutOfBoundsException e) {
                rethrowUnlessOvertaken(e, generation);
            } catch (StoreDamagedException e) {
                throw damagedOrGone(e);
            } catch (InternalError e) {
                throw shard.health().unreadable(e);
            }
        }
    }

    /** The slot word of a key, or 0. For the writer, under its lock. */
    long find(long hash, KeyBuffer key) {
        try {
            return index.find(records.views(), hash, key);
        } catch (IllegalStateException | IndexOutOfBoundsException e) {
            throw leadsNowhere();
        }
    }

    /** The sequence number of the key's record that a slot word points at, verified; 0 if there is none or it has expired. For the writer. */
    long sequenceAt(long word, KeyBuffer key) {
        try {
            return word == IndexTable.EMPTY || presentValueBytes(records.views(), word, key, true) < 0
                    ? Versioned.ABSENT
                    : key.recordSequence();
        } catch (StoreDamagedException e) {
            throw damagedOrGone(e);
        }
    }

    /** Of the record whose head the key's buffer has. */
    private boolean isExpired(KeyBuffer key) {
        long millis = key.recordExpiryMillis();
        return millis != 0 && millis <= clock.millis();
    }

    /** Looks a key up, and now and then relieves later lookups of pending puts that no writer has taken care of. */
    private long find(MemorySegment[] views, long hash, KeyBuffer key, int generation) {
        if ((hash & 0xFF) == 0 && index.isPending()) {
            shard.flushUnlessBusy();
        }
        try {
            return index.find(views, hash, key);
        } catch (IllegalStateException | IndexOutOfBoundsException e) {
            shard.health().requireOpen();
            if (generation != generation()) {
                throw e;
            }
            throw leadsNowhere();
        }
    }

    private StoreDamagedException leadsNowhere() {
        String file = shard.directory().resolve(Checkpoint.FILE).toString();
        String reason = "the index leads to a record that is not there";
        return shard.damages().note(StoreDamagedException.ofIndex(file, -1, -1, reason));
    }

    /** A record that cannot be read is not the one that was written either: what was met may be a page that is gone. */
    private StoreException damagedOrGone(StoreDamagedException damaged) {
        try {
            PageFaults.surface();
            return damaged;
        } catch (InternalError e) {
            return shard.health().unreadable(e);
        }
    }

    /** Changes whenever a reader may have been overtaken. */
    private int generation() {
        return index.generation() + records.generation();
    }

    private void rethrowUnlessOvertaken(RuntimeException e, int generation) {
        shard.health().requireOpen();
        if (generation == generation()) {
            throw e;
        }
    }
}
