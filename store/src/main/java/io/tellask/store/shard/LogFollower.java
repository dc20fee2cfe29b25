package io.tellask.store.shard;

import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreHistoryException;
import io.tellask.store.StoreLimitException;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.RecordReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the log behind its writer, record by record. The segments from its position on stay mapped, whatever compaction puts in their place, and
 * each record is verified.
 *
 * <p>{@link #next} belongs to one thread, and refuses a second one; {@link #close} may be called by any, and the others by whoever holds the writers'
 * lock.
 */
public final class LogFollower implements AutoCloseable {
    /** The shard, as a follower sees it. */
    interface Log {
        /** Calls {@link #advance} under the writers' lock. */
        boolean advance(LogFollower follower);

        /** Forgets a follower, and lets go of segments that nobody else holds. */
        void leave(LogFollower follower);

        /** Throws {@link io.tellask.store.StoreClosedException} if the map is closed. */
        void requireOpen();
    }

    private final Log log;
    private final long from;
    private final long mostBehindBytes;
    private final RecordReader reader = new RecordReader();

    /** Segments that are not read to their end, the oldest first. Under the lock, as the next three. */
    private final Deque<LogSegment> held = new ArrayDeque<>();

    private long allowedBytes;
    private boolean tooFarBehind;
    private @Nullable LogSegment dropped;

    /** Of the first segment held: everything before is read. */
    private volatile long offset;

    private @Nullable LogSegment current;
    private long end;
    private int restOfBatch;
    private final SoleUse use = new SoleUse("changes");
    private boolean atRecord;

    /** Reads records from a sequence number on, while no more than so many bytes of the log wait to be read beyond those of the beginning. */
    LogFollower(Log log, long from, long mostBehindBytes) {
        this.log = log;
        this.from = from;
        this.mostBehindBytes = mostBehindBytes;
    }

    /** Takes hold of the segments that are to be read; throws {@link StoreHistoryException} if records are missing in them. */
    void begin(List<LogSegment> row, long nextSequence) {
        long oldest = oldestSequence(row);
        if (from < oldest || from > nextSequence) {
            throw new StoreHistoryException(from, oldest, nextSequence);
        }
        for (int i = 0; i < row.size(); i++) {
            if (i + 1 == row.size() || row.get(i + 1).baseSequence > from) {
                hold(row.get(i));
            }
        }
        LogSegment first = held.peek();
        offset = first != null && from == nextSequence ? first.end : SegmentLayout.HEADER;
        allowedBytes = mostBehindBytes + behindBytes();
    }

    /** From this sequence number on, a log has every record that was ever written. */
    static long oldestSequence(List<LogSegment> row) {
        long oldest = row.isEmpty() ? 1 : row.getFirst().baseSequence;
        for (LogSegment segment : row) {
            if (segment.isRewritten()) {
                oldest = segment.lastSequence + 1;
            }
        }
        return oldest;
    }

    private void hold(LogSegment segment) {
        segment.pin();
        held.add(segment);
    }

    /** The log goes on in another segment. */
    void goesOn(LogSegment segment) {
        if (keepsUp() && held.peekLast() != segment) {
            if (held.isEmpty()) {
                offset = SegmentLayout.HEADER;
            }
            hold(segment);
        }
    }

    /** Whether no more waits to be read than may; false once is false for ever. */
    boolean keepsUp() {
        tooFarBehind |= behindBytes() > allowedBytes;
        return !tooFarBehind;
    }

    private long behindBytes() {
        long bytes = 0;
        long start = offset;
        for (LogSegment segment : held) {
            bytes += segment.end - start;
            start = SegmentLayout.HEADER;
        }
        return bytes;
    }

    /** Looks for more to read: in the segment at hand first, in the next one then. Returns whether there may be some. */
    boolean advance() {
        if (!keepsUp()) {
            throw new StoreLimitException("store: bytes of changes not read > mostBehindBytes=" + mostBehindBytes
                    + "; read faster, or raise the limit");
        }
        LogSegment first = held.peek();
        if (first == null) {
            return false;
        }
        if (first == current && end == first.end) {
            if (held.size() == 1) {
                allowedBytes = mostBehindBytes;
                return false;
            }
            held.remove();
            dropped = first;
            first = held.element();
            offset = SegmentLayout.HEADER;
        }
        current = first;
        end = first.end;
        reader.start(first.bytes, offset, end);
        return true;
    }

    /** The segment that was read to its end by the last step, to be let go of; null the next time. */
    @Nullable
    LogSegment takeDropped() {
        LogSegment taken = dropped;
        dropped = null;
        return taken;
    }

    /** Gives all segments back. */
    List<LogSegment> leave() {
        List<LogSegment> all = List.copyOf(held);
        held.clear();
        return all;
    }

    /** The current record; throws {@link IllegalStateException} where there is none. */
    public RecordReader record() {
        if (!atRecord) {
            throw new IllegalStateException("changes: there is no current one; ask only after next() returned true");
        }
        return reader;
    }

    /** Whether the records that follow belong to the batch of the current one. */
    public boolean batchGoesOn() {
        return restOfBatch > 0;
    }

    /** Moves to the next put, removal or clear; false if none is written yet. Throws {@link IllegalStateException} once it is closed. */
    public boolean next() {
        if (!use.begin()) {
            log.requireOpen();
            throw closed();
        }
        try {
            atRecord = false;
            atRecord = moved();
            return atRecord;
        } finally {
            use.end();
        }
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("changes: they were closed; follow them with another feed");
    }

    private boolean moved() {
        log.requireOpen();
        try {
            while (!use.isClosed()) {
                RecordReader.Step step = current == null ? RecordReader.Step.END : reader.next();
                if (step == RecordReader.Step.RECORD) {
                    offset = reader.offset + reader.footprint();
                    if (isWanted()) {
                        return true;
                    }
                } else if (step == RecordReader.Step.DAMAGE || current != null && offset < end) {
                    throw damage(step);
                } else if (!log.advance(this)) {
                    reader.rest(); // perhaps for long
                    return false;
                }
            }
            throw closed();
        } catch (IllegalStateException | InternalError e) {
            log.requireOpen();
            throw e;
        }
    }

    private boolean isWanted() {
        if (reader.kind() == RecordLayout.BATCH) {
            restOfBatch = reader.batchRecords();
            return false;
        }
        restOfBatch = Math.max(0, restOfBatch - 1);
        return reader.kind() != RecordLayout.SCHEMA && reader.sequence >= from;
    }

    private StoreDamagedException damage(RecordReader.Step step) {
        LogSegment segment = Objects.requireNonNull(current);
        String reason = step == RecordReader.Step.DAMAGE ? reader.damage : "record is missing";
        return new StoreDamagedException(segment.file.toString(), segment.number, reader.offset, reason);
    }

    @Override
    public void close() {
        if (use.close()) {
            log.leave(this);
        }
    }
}
