package io.tellask.store.shard;

import io.tellask.store.StoreDamagedException;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.ExpirySummary;
import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.RecordAddress;
import io.tellask.store.segment.RecordReader;
import io.tellask.store.segment.RelocationTable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.UUID;

/**
 * Copies what is still needed of a run of segments into one file, in the same order and with the same sequence numbers, and forces it. Used by
 * one thread; writers go on meanwhile.
 */
final class SegmentRewrite {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int STEP_BYTES = 1 << 20;

    /** Told how much was read and written, it waits as long as the bound on that demands; throws to give up. */
    interface Pace {
        void moved(long bytes) throws IOException;
    }

    private final List<LogSegment> run;
    private final Pace pace;
    private final long dropBelow;
    private final long cleanAsOf;
    private final long nowMillis;
    private final boolean schemas;
    private final RelocationTable relocation;
    private final RecordReader reader = new RecordReader();
    private final LongList removals = new LongList();
    private final LongList expired = new LongList();

    private long end;
    private long records;
    private final ExpirySummary expiries = new ExpirySummary();

    /**
     * A rewrite of neighbouring sealed segments. Removals with a lower sequence number than {@code dropBelow} are left out;
     * {@code cleanAsOf} is the next sequence number of now. Where there may be {@code schemas}, segments are read for them although nothing else
     * in them counts.
     */
    SegmentRewrite(List<LogSegment> run, Pace pace, long dropBelow, long cleanAsOf, long nowMillis, boolean schemas) {
        this.run = run;
        this.pace = pace;
        this.dropBelow = dropBelow;
        this.cleanAsOf = cleanAsOf;
        this.nowMillis = nowMillis;
        this.schemas = schemas;
        relocation = new RelocationTable(run);
    }

    RelocationTable relocation() {
        return relocation;
    }

    /** Where the records are that were live and had expired: the index still points at them. */
    LongList expired() {
        return expired;
    }

    /** Writes and forces the file of a channel, which it closes; returns the header that it got. What lay behind its end is cut off. */
    SegmentLayout.Header write(StoreFiles files, FileChannel channel, UUID store) throws IOException {
        try (SegmentRewriter out = new SegmentRewriter(channel)) {
            for (int i = 0; i < run.size(); i++) {
                copy(i, out);
            }
            relocation.end();
            LogSegment first = run.getFirst();
            LogSegment last = run.getLast();
            end = out.end();
            records = out.records();
            int covers = last.through() - first.number;
            SegmentLayout.Header header =
                    out.finish(store, first.number, covers, first.baseSequence, last.lastSequence, cleanAsOf);
            channel.truncate(header.capacity());
            files.force(channel);
            return header;
        }
    }

    private void copy(int index, SegmentRewriter out) throws IOException {
        LogSegment segment = run.get(index);
        if (!schemas && (segment.isCleared() || segment.hadPutsOnly() && segment.liveBytes() == 0)) {
            return;
        }
        reader.start(segment.bytes, SegmentLayout.HEADER, segment.end);
        long read = SegmentLayout.HEADER;
        long written = out.end();
        RecordReader.Step step = reader.next();
        for (; step == RecordReader.Step.RECORD; step = reader.next()) {
            copyRecord(index, segment, out);
            if (reader.offset - read >= STEP_BYTES) {
                pace.moved(reader.offset - read + out.end() - written);
                read = reader.offset;
                written = out.end();
            }
        }
        if (step == RecordReader.Step.DAMAGE || reader.offset != segment.end) {
            throw new StoreDamagedException(
                    segment.file.toString(), segment.number, reader.offset, "records end early, " + reader.damage);
        }
    }

    private void copyRecord(int index, LogSegment segment, SegmentRewriter out) throws IOException {
        switch (reader.kind()) {
            case RecordLayout.PUT -> {
                if (!segment.isDead(reader.offset)) {
                    copyPut(index, segment, out);
                }
            }
            case RecordLayout.REMOVE, RecordLayout.CLEAR -> copyRemoval(out);
            case RecordLayout.SCHEMA -> out.add(reader);
            default -> {
                /* The head of a batch: its records stand alone from now on. */
            }
        }
    }

    private void copyPut(int index, LogSegment segment, SegmentRewriter out) throws IOException {
        long expiry = reader.expiryMillis();
        if (expiry != 0 && expiry <= nowMillis) {
            expired.add(RecordAddress.of(segment.slot, reader.offset));
            becomeRemoval();
            copyRemoval(out);
            return;
        }
        if (expiry != 0) {
            expiries.add(expiry, reader.footprint());
        }
        relocation.add(index, reader.offset, out.end());
        out.add(reader);
    }

    /** What an expired record hid must stay hidden: it goes on as a removal of the same sequence number. */
    private void becomeRemoval() {
        int at = reader.at;
        reader.recordBytes = RecordLayout.HEADER + reader.keyLength;
        reader.flags = RecordLayout.REMOVE | RecordLayout.IN_BATCH;
        INT.set(reader.array, at + RecordLayout.LENGTH, reader.recordBytes);
    }

    private void copyRemoval(SegmentRewriter out) throws IOException {
        if (reader.sequence >= dropBelow) {
            removals.add(out.end());
            out.add(reader);
        }
    }

    /** Brings the segment of the written file into the state that its records are in. */
    void describe(LogSegment fresh) {
        fresh.end = end;
        fresh.records = records;
        fresh.forcedTo = end;
        fresh.nameForced = true;
        fresh.seal();
        fresh.cleanAsOf = cleanAsOf;
        fresh.lastSequence = run.getLast().lastSequence;
        fresh.expiries.addAll(expiries);
        for (int i = 0; i < removals.count(); i++) {
            fresh.markInert(removals.at(i), fresh.recordBytes(removals.at(i)));
        }
    }
}
