package io.tellask.store;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Walks the records that were live when it began, in the order they were written. Each is verified. Not thread-safe; the shard may change
 * meanwhile.
 */
final class ShardScan implements AutoCloseable {
    private final Shard shard;
    private final PinnedLog log;
    private final List<LogSegment> segments;
    private final AtomicInteger nextSegment;
    private final byte[] prefix;
    private final long nowMillis;
    private final RecordReader reader = new RecordReader();

    private @Nullable LogSegment current;
    private boolean closed;
    private boolean atRecord;

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
    }

    /** Another scan of the same records: each segment is walked by one of the two. */
    ShardScan split() {
        return new ShardScan(shard, log.share(), nextSegment, prefix, nowMillis);
    }

    /** The current record; throws {@link IllegalStateException} where there is none. */
    RecordReader record() {
        if (!atRecord) {
            throw new IllegalStateException("scan: there is no current record; ask only after next() returned true");
        }
        return reader;
    }

    /** Moves to the next record; false at the end. */
    boolean next() {
        atRecord = !closed && advance();
        return atRecord;
    }

    private boolean advance() {
        try {
            while (true) {
                RecordReader.Step step = reader.next();
                if (step == RecordReader.Step.DAMAGE) {
                    LogSegment segment = Objects.requireNonNull(current);
                    throw new StoreDamagedException(
                            segment.file.toString(), segment.number, reader.offset, reader.damage);
                }
                if (step == RecordReader.Step.END) {
                    if (!nextSegment()) {
                        close();
                        return false;
                    }
                } else if (reader.kind() == RecordLayout.PUT && startsWithPrefix() && isLive()) {
                    return true;
                }
            }
        } catch (IllegalStateException e) {
            shard.requireOpen();
            throw e;
        } catch (InternalError e) {
            throw shard.unreadable(e);
        }
    }

    private boolean nextSegment() {
        int next = nextSegment.getAndIncrement();
        if (next >= segments.size()) {
            return false;
        }
        LogSegment segment = segments.get(next);
        current = segment;
        reader.start(segment.bytes, SegmentLayout.HEADER, log.extent().endOf(segment));
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

    private boolean isLive() {
        long expiry = reader.expiryMillis();
        return (expiry == 0 || expiry > nowMillis) && log.wasLive(Objects.requireNonNull(current), reader.offset);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            atRecord = false;
            log.close();
        }
    }
}
