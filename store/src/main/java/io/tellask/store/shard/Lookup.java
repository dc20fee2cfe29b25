package io.tellask.store.shard;

import io.tellask.store.Versioned;
import io.tellask.store.index.HashIndex;
import io.tellask.store.index.IndexTable;
import io.tellask.store.segment.KeyBuffer;
import io.tellask.store.segment.RecordLayout;
import io.tellask.store.segment.Records;
import io.tellask.store.segment.SegmentLog;
import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads of single keys, without a lock. One that is overtaken, because the index moved on or compaction freed the segment that it was reading,
 * looks again; one that is overtaken by {@link Shard#close} gets {@link io.tellask.store.StoreClosedException}. Thread-safe.
 */
public final class Lookup {
    private final Shard shard;
    private final SegmentLog log;
    private final Records records;
    private final HashIndex index;
    private final InstantSource clock;
    private final long seed;
    private final boolean verifyAlways;

    Lookup(Shard shard, SegmentLog log, HashIndex index, long seed, StoreOptions options) {
        this.shard = shard;
        this.log = log;
        this.index = index;
        this.seed = seed;
        records = log.records();
        clock = options.clock();
        verifyAlways = options.verifyReads();
    }

    /** What is done with a record that was found; it may be done again. */
    public interface Use<R> {
        @Nullable
        R of(MemorySegment[] views, long word, int flags);
    }

    /** A copy of a key's value, or null. */
    public byte @Nullable [] value(KeyBuffer key, boolean verified) {
        return value(key.hash(seed), key, verified);
    }

    /** Copies of the values of several keys, null for absent ones, into an array from an index on. */
    public void values(KeyGroup group, boolean verified, byte[] @Nullable [] into, int from) {
        group.hash(seed);
        try {
            group.fetched = index.fetch(records.views(), group.hashes, group.count());
        } catch (IllegalStateException | IndexOutOfBoundsException e) {
            group.fetched = 0;
        }
        for (int i = 0; i < group.count(); i++) {
            into[from + i] = value(group.hashes[i], group.key(i), verified);
        }
    }

    private byte @Nullable [] value(long hash, KeyBuffer key, boolean verified) {
        while (true) {
            int generation = generation();
            try {
                MemorySegment[] views = records.views();
                long word = find(views, hash, key);
                if (word == IndexTable.EMPTY) {
                    return null;
                }
                int flags = (int) Records.sequenceAndFlags(views, word) & 0xFF;
                if ((flags & RecordLayout.EXPIRES) != 0 && isExpired(views, word)) {
                    return null;
                }
                return verified || verifyAlways ? log.verifiedValue(views, word) : Records.value(views, word, flags);
            } catch (IllegalStateException | IndexOutOfBoundsException e) {
                rethrowUnlessOvertaken(e, generation);
            } catch (InternalError e) {
                throw shard.health().unreadable(e);
            }
        }
    }

    /** What a function makes of a key's record, or null where there is none. */
    public <R> @Nullable R use(KeyBuffer key, Use<R> function) {
        long hash = key.hash(seed);
        while (true) {
            int generation = generation();
            try {
                MemorySegment[] views = records.views();
                long word = find(views, hash, key);
                if (word == IndexTable.EMPTY) {
                    return null;
                }
                int flags = (int) Records.sequenceAndFlags(views, word) & 0xFF;
                if ((flags & RecordLayout.EXPIRES) != 0 && isExpired(views, word)) {
                    return null;
                }
                return function.of(views, word, flags);
            } catch (IllegalStateException | IndexOutOfBoundsException e) {
                rethrowUnlessOvertaken(e, generation);
            } catch (InternalError e) {
                throw shard.health().unreadable(e);
            }
        }
    }

    public boolean contains(KeyBuffer key) {
        return use(key, (views, word, flags) -> Boolean.TRUE) != null;
    }

    /** A key's value, undecoded, with its sequence number and expiry, or null. */
    public @Nullable Versioned<byte[]> versioned(KeyBuffer key) {
        return use(key, (views, word, flags) -> {
            byte[] value = verifyAlways ? log.verifiedValue(views, word) : Records.value(views, word, flags);
            return new Versioned<>(value, Records.sequenceAndFlags(views, word) >>> 8, expiry(views, word));
        });
    }

    private static @Nullable Instant expiry(MemorySegment[] views, long word) {
        long millis = Records.expiryMillis(views, word);
        return millis == 0 ? null : Instant.ofEpochMilli(millis);
    }

    /** The slot word of a key, or 0. For the writer, under its lock. */
    long find(long hash, KeyBuffer key) {
        return index.find(records.views(), hash, key.array, KeyBuffer.START, key.length());
    }

    /** The sequence number of the record that a slot word points at, 0 if there is none or it has expired. For the writer. */
    long sequenceAt(long word) {
        MemorySegment[] views = records.views();
        return word == IndexTable.EMPTY || isExpired(views, word)
                ? Versioned.ABSENT
                : Records.sequenceAndFlags(views, word) >>> 8;
    }

    private boolean isExpired(MemorySegment[] views, long word) {
        long millis = Records.expiryMillis(views, word);
        return millis != 0 && millis <= clock.millis();
    }

    /** Looks a key up, and now and then relieves later lookups of pending puts that no writer has taken care of. */
    private long find(MemorySegment[] views, long hash, KeyBuffer key) {
        if ((hash & 0xFF) == 0 && index.isPending()) {
            shard.flushUnlessBusy();
        }
        return index.find(views, hash, key.array, KeyBuffer.START, key.length());
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
