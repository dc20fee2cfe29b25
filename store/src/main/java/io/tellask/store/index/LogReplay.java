package io.tellask.store.index;

import io.tellask.store.StoreDamagedException;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.KeyHash;
import io.tellask.store.segment.KeyInput;
import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.RecordAddress;
import io.tellask.store.segment.RecordReader;
import io.tellask.store.segment.SegmentLog;
import org.jspecify.annotations.Nullable;

/** Reads segments in order, verifies every record, and applies them to an index. Not thread-safe. */
final class LogReplay {
    private final SegmentLog log;
    private final HashIndex index;
    private final SchemaLog schemas;
    private final long seed;
    private final RecordReader reader = new RecordReader();

    private long replayed;
    private long expectedSequence = 1;

    LogReplay(SegmentLog log, HashIndex index, SchemaLog schemas, long seed) {
        this.log = log;
        this.index = index;
        this.schemas = schemas;
        this.seed = seed;
    }

    /** Sets the sequence number that the next record must have. */
    void expect(long sequence) {
        expectedSequence = sequence;
    }

    long expectedSequence() {
        return expectedSequence;
    }

    /** Records applied so far. */
    long replayed() {
        return replayed;
    }

    /** Why {@link #run} returned false. */
    String damage() {
        return reader.damage;
    }

    /**
     * Reads a segment from its start, applies its records from an offset on, and sets its end; returns false where a cut is due.
     *
     * @throws StoreDamagedException if the segment is sealed and not as its footer says
     */
    boolean run(LogSegment segment, long applyFrom, boolean sealed) {
        segment.records = 0;
        SegmentLayout.Footer footer = sealed ? SegmentLayout.readFooter(segment.bytes, segment.number) : null;
        long limit = SegmentLayout.recordLimit(segment.capacity(), footer);
        reader.start(segment.bytes, SegmentLayout.HEADER, limit, expectedSequence, segment.isRewritten());
        RecordReader.Step step = reader.next();
        for (; step == RecordReader.Step.RECORD; step = reader.next()) {
            if (reader.offset >= applyFrom) {
                apply(segment);
            }
            expectedSequence = reader.sequence + 1;
            segment.records++;
        }
        index.flush(log::markDead);
        segment.end = reader.offset;
        if (sealed) {
            requireWhole(segment, footer, step);
            return true;
        }
        if (step == RecordReader.Step.END && segment.lastByte() > segment.end) {
            reader.damage = "record was not written, later bytes were";
            return false;
        }
        return step == RecordReader.Step.END;
    }

    private void requireWhole(LogSegment segment, SegmentLayout.@Nullable Footer footer, RecordReader.Step step) {
        if (step == RecordReader.Step.DAMAGE) {
            throw new StoreDamagedException(segment.file.toString(), segment.number, reader.offset, reader.damage);
        }
        boolean toTheLast = footer != null
                && (segment.isRewritten()
                        ? expectedSequence <= footer.lastSequence() + 1
                        : expectedSequence == footer.lastSequence() + 1);
        if (footer == null || segment.end != footer.end() || segment.records != footer.records() || !toTheLast) {
            throw new StoreDamagedException(
                    segment.file.toString(),
                    segment.number,
                    segment.end,
                    "records=" + segment.records + " are not what the footer says");
        }
        segment.forcedTo = segment.end;
        expectedSequence = footer.lastSequence() + 1;
    }

    private void apply(LogSegment segment) {
        replayed++;
        long address = RecordAddress.of(segment.slot, reader.offset);
        switch (reader.kind()) {
            case RecordLayout.PUT -> {
                index.makeRoom(log::markDead);
                index.put(hash(), address);
                if (reader.expiryMillis() != 0) {
                    segment.expiries.add(reader.expiryMillis(), reader.footprint());
                }
            }
            case RecordLayout.REMOVE -> {
                long before = index.remove(hash(), address, log::markDead);
                if (before != 0) {
                    log.markDead(before);
                }
                log.markInert(address);
            }
            case RecordLayout.CLEAR -> {
                index.flush(log::markDead);
                index.clear(IndexTable.empty());
                log.clear(reader.sequence, segment, reader.offset);
            }
            case RecordLayout.BATCH -> segment.markInert(reader.offset, reader.footprint());
            default ->
                schemas.add(
                        new KeyInput(reader.array, reader.keyOffset(), reader.keyLength).readBigEndian(8),
                        reader.value());
        }
    }

    private long hash() {
        return KeyHash.of(reader.array, reader.keyOffset(), reader.keyLength, seed);
    }
}
