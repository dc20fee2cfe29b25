package io.tellask.store;

import java.util.List;

/**
 * Walks the records that were live when it began, in the order they were written. Each is verified. Not thread-safe; the shard may change
 * meanwhile.
 */
final class ShardScan implements AutoCloseable {
    private final Shard shard;
    private final List<LogSegment> segments;
    private final long lastEnd;
    private final Replacements replaced;
    private final byte[] prefix;
    private final RecordReader reader = new RecordReader();

    private int current = -1;
    private boolean closed;

    ShardScan(Shard shard, List<LogSegment> segments, long lastEnd, Replacements replaced, byte[] prefix) {
        this.shard = shard;
        this.segments = segments;
        this.lastEnd = lastEnd;
        this.replaced = replaced;
        this.prefix = prefix;
    }

    /** The current record. */
    RecordReader record() {
        return reader;
    }

    /** Moves to the next record; false at the end. */
    boolean next() {
        if (closed) {
            return false;
        }
        try {
            while (true) {
                RecordReader.Step step = reader.next();
                if (step == RecordReader.Step.DAMAGE) {
                    LogSegment segment = segments.get(current);
                    throw new StoreDamagedException(
                            segment.file.toString(), segment.number, reader.offset, reader.damage);
                }
                if (step == RecordReader.Step.END) {
                    if (!nextSegment()) {
                        close();
                        return false;
                    }
                } else if (reader.flags == RecordLayout.PUT && startsWithPrefix() && isLive()) {
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
        if (current + 1 >= segments.size()) {
            return false;
        }
        LogSegment segment = segments.get(++current);
        boolean last = current == segments.size() - 1;
        reader.start(segment.bytes, SegmentLayout.HEADER, last ? lastEnd : segment.recordLimit());
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
        LogSegment segment = segments.get(current);
        return !segment.isDead(reader.offset) || replaced.contains(RecordAddress.of(segment.number, reader.offset));
    }

    @Override
    public void close() {
        closed = true;
        shard.endScan(replaced);
    }
}
