package io.tellask.store.shard;

import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreLimitException;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.RecordReader;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Walks the records that were live when it began, in the order they were written. Each is verified; dead ones are skipped by their length, and
 * the records of each segment are counted, so that a wrong length hides none. Not thread-safe, but for {@link #close}: what looks like damage after
 * several threads were seen says so. The shard may change meanwhile.
 */
public final class ShardScan implements AutoCloseable {
    private final Shard shard;
    private final PinnedLog log;
    private final List<LogSegment> segments;
    private final AtomicInteger nextSegment;
    private final byte[] prefix;
    private final long nowMillis;

    /** Records up to this sequence number were removed by a clear when it began. */
    private final long clearedSequence;

    private final RecordReader reader = new RecordReader();

    private @Nullable LogSegment current;
    private long end;

    /** Records of the current segment that were not met yet. */
    private long left;

    /** The dead bits around the last record that was looked at, and which word of the segment's they are. */
    private long deadWord;

    private long deadWordNumber;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicBoolean released = new AtomicBoolean();
    private @Nullable Thread user;
    private boolean shared; // several threads were seen: one after the other is fine
    private @Nullable IllegalStateException torn; // two threads left it in a state from which it cannot go on
    private boolean ended;
    private boolean atRecord;

    /** Bytes of the log that it went over, and where it pauses. */
    private long passedBytes;

    /** Owns its hold of the log, and closes it with itself. Records that expired by {@code nowMillis} are left out. */
    ShardScan(Shard shard, PinnedLog log, byte[] prefix, long nowMillis) {
        this(shard, log, new AtomicInteger(), prefix, nowMillis);
    }

    private ShardScan(Shard shard, PinnedLog log, AtomicInteger nextSegment, byte[] prefix, long nowMillis) {
        this.shard = shard;
        this.log = log;
        this.nextSegment = nextSegment;
        this.prefix = prefix;
        this.nowMillis = nowMillis;
        segments = log.extent().segments();
        clearedSequence = log.extent().clearedSequence();
    }

    /** Another scan of the same records: each segment is walked by one of the two. */
    public ShardScan split() {
        return new ShardScan(shard, log.share(), nextSegment, prefix, nowMillis);
    }

    /** The current record; throws {@link IllegalStateException} where there is none. */
    public RecordReader record() {
        if (!atRecord) {
            throw new IllegalStateException("scan: there is no current record; ask only after next() returned true");
        }
        return reader;
    }

    /** Gives its memory back until {@link #next}; there is no current record until then. */
    public void rest() {
        atRecord = false;
        reader.rest();
    }

    /** Moves to the next record; false at the end, and once it is closed. */
    public boolean next() {
        return next(Long.MAX_VALUE);
    }

    /**
     * As {@link #next()}, but goes over so many bytes of the log at most, and over one record at least; false also where it paused for that.
     *
     * @throws IllegalStateException from now on, if several threads at once left it in a state from which it cannot go on
     */
    public boolean next(long mostBytes) {
        Thread caller = Thread.currentThread();
        if (caller != user) {
            shared = user != null;
            user = caller;
        }
        atRecord = false;
        if (torn != null && !closed.get()) {
            throw torn;
        }
        long pauseBytes = mostBytes > Long.MAX_VALUE - passedBytes ? Long.MAX_VALUE : passedBytes + mostBytes;
        try {
            atRecord = !closed.get() && !ended && advance(pauseBytes);
        } catch (IndexOutOfBoundsException | NegativeArraySizeException | NullPointerException e) {
            if (closed.get()) {
                return false;
            }
            if (!shared) {
                throw e;
            }
            torn = new IllegalStateException(
                    "scan: several threads used it at once, it cannot go on; begin another, for one thread at a time",
                    e);
            throw torn;
        }
        return atRecord;
    }

    /** Whether there is nothing more to come. */
    public boolean hasEnded() {
        return ended || closed.get();
    }

    /** Bytes of the log that it went over so far. */
    public long passedBytes() {
        return passedBytes;
    }

    private boolean advance(long pauseBytes) {
        shard.health().requireOpen();
        log.requireHeld();
        try {
            while (!closed.get()) {
                boolean dead = wasDead(reader.nextOffset());
                RecordReader.Step step = dead ? reader.skip() : reader.next();
                if (step == RecordReader.Step.RECORD) {
                    left--;
                    passedBytes += reader.footprint();
                    if (!dead && reader.kind() == RecordLayout.PUT && startsWithPrefix() && lasts()) {
                        log.requireHeld();
                        return true;
                    }
                    if (passedBytes >= pauseBytes) {
                        return false;
                    }
                } else if (step == RecordReader.Step.DAMAGE) {
                    log.requireHeld();
                    throw damage(reader.damage);
                } else if (!nextSegment()) {
                    log.requireHeld();
                    end();
                    return false;
                }
            }
            return false;
        } catch (IllegalStateException e) {
            shard.health().requireOpen();
            if (closed.get()) {
                return false;
            }
            log.requireHeld();
            throw e;
        } catch (StoreLimitException e) {
            if (closed.get()) {
                return false; // what a closed scan knew of replaced records is given back
            }
            throw e;
        } catch (InternalError e) {
            throw shard.health().unreadable(e);
        }
    }

    /** Whether a record held no value any more when the scan began. What dies later, after a word of bits was read, was live then. */
    private boolean wasDead(long offset) {
        LogSegment segment = current;
        if (segment == null || offset >= end) {
            return false;
        }
        if (offset / LogSegment.DEAD_WORD_BYTES != deadWordNumber) {
            deadWordNumber = offset / LogSegment.DEAD_WORD_BYTES;
            deadWord = segment.deadWord(offset);
        }
        return (deadWord >>> (offset >>> 3) & 1) != 0 && !log.wasReplaced(segment, offset);
    }

    private StoreDamagedException damage(String reason) {
        LogSegment segment = Objects.requireNonNull(current);
        String told = shared ? reason + ", or several threads used this scan at once" : reason;
        return shard.damages()
                .note(new StoreDamagedException(segment.file.toString(), segment.number, reader.offset, told));
    }

    private boolean nextSegment() {
        if (left != 0) {
            log.requireHeld();
            throw damage("records that are missing=" + left);
        }
        int next = nextSegment.getAndIncrement();
        while (next + 1 < segments.size() && segments.get(next + 1).baseSequence <= clearedSequence) {
            next = nextSegment.getAndIncrement();
        }
        if (next >= segments.size()) {
            return false;
        }
        LogSegment segment = segments.get(next);
        current = segment;
        end = log.extent().endOf(segment);
        left = log.extent().recordsOf(segment);
        deadWordNumber = -1;
        reader.start(segment.bytes, SegmentLayout.HEADER, end);
        return true;
    }

    private boolean startsWithPrefix() {
        if (reader.keyLength < prefix.length) {
            return false;
        }
        int from = reader.keyOffset();
        for (int i = 0; i < prefix.length; i++) {
            if (reader.array[from + i] != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    private boolean lasts() {
        long expiry = reader.expiryMillis();
        return reader.sequence > clearedSequence && (expiry == 0 || expiry > nowMillis);
    }

    private void end() {
        ended = true;
        rest(); // whoever still refers to a closed scan keeps little
        release();
    }

    private void release() {
        if (released.compareAndSet(false, true)) {
            log.close();
        }
    }

    /** Closes it; another thread that is in {@link #next} gets false. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            if (user == null || user == Thread.currentThread()) {
                end();
            } else {
                release(); // the reader is the other thread's
            }
        }
    }
}
