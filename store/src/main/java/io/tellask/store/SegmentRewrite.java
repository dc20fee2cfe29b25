package io.tellask.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Copies what is still needed of a run of segments into one file, in the same order and with the same sequence numbers, and forces it. Used by
 * one thread; writers go on meanwhile.
 */
final class SegmentRewrite {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int BUFFER_BYTES = 1 << 20;

    /** What the copying asks while it goes on. */
    interface Course {
        /** Waits as long as the bound on input and output demands; throws to give up. */
        void moved(long bytes) throws IOException;

        /** Takes a key whose record has expired out of the index; returns false if the record was dead already. */
        boolean expire(LogSegment segment, long offset);
    }

    private final List<LogSegment> run;
    private final Course course;
    private final long dropBelow;
    private final long cleanAsOf;
    private final long nowMillis;
    private final Relocation relocation;
    private final RecordReader reader = new RecordReader();
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long[] removals = new long[64];
    private int removalCount;

    private long end = SegmentLayout.HEADER;
    private long drained;
    private long records;
    private final Expiries expiries = new Expiries();

    /**
     * A rewrite of neighbouring sealed segments. Removals with a lower sequence number than {@code dropBelow} are left out;
     * {@code cleanAsOf} is the next sequence number of now.
     */
    SegmentRewrite(List<LogSegment> run, Course course, long dropBelow, long cleanAsOf, long nowMillis) {
        this.run = run;
        this.course = course;
        this.dropBelow = dropBelow;
        this.cleanAsOf = cleanAsOf;
        this.nowMillis = nowMillis;
        relocation = new Relocation(run);
    }

    Relocation relocation() {
        return relocation;
    }

    /** Writes and forces the file; returns the header that it got. */
    SegmentLayout.Header write(StoreFiles files, Path target, UUID store) throws IOException {
        try (FileChannel out = files.create(target)) {
            buffer.position(SegmentLayout.HEADER);
            for (int i = 0; i < run.size(); i++) {
                copy(i, out);
            }
            LogSegment first = run.getFirst();
            int covers = run.getLast().through() - first.number;
            long pages = end + SegmentLayout.FOOTER + SegmentLayout.PAGE_BYTES - 1;
            SegmentLayout.Header header = new SegmentLayout.Header(
                    store,
                    first.number,
                    covers,
                    pages & -SegmentLayout.PAGE_BYTES,
                    first.baseSequence,
                    SegmentLayout.REWRITTEN);
            finish(out, header);
            files.force(out);
            return header;
        }
    }

    private void copy(int index, FileChannel out) throws IOException {
        LogSegment segment = run.get(index);
        reader.start(segment.bytes, SegmentLayout.HEADER, segment.end);
        long read = SegmentLayout.HEADER;
        RecordReader.Step step = reader.next();
        for (; step == RecordReader.Step.RECORD; step = reader.next()) {
            copyRecord(index, segment, out);
            if (reader.offset - read >= BUFFER_BYTES) {
                course.moved(reader.offset - read);
                read = reader.offset;
            }
        }
        if (step == RecordReader.Step.DAMAGE || reader.offset != segment.end) {
            throw new StoreDamagedException(
                    segment.file.toString(), segment.number, reader.offset, "records end early, " + reader.damage);
        }
    }

    private void copyRecord(int index, LogSegment segment, FileChannel out) throws IOException {
        switch (reader.kind()) {
            case RecordLayout.PUT -> {
                if (!segment.isDead(reader.offset)) {
                    copyPut(index, segment, out);
                }
            }
            case RecordLayout.REMOVE -> copyRemoval(out);
            case RecordLayout.SCHEMA -> emit(out);
            default -> {
                /* The head of a batch: its records stand alone from now on. */
            }
        }
    }

    private void copyPut(int index, LogSegment segment, FileChannel out) throws IOException {
        long expiry = reader.expiryMillis();
        if (expiry != 0 && expiry <= nowMillis) {
            if (course.expire(segment, reader.offset)) {
                becomeRemoval();
                copyRemoval(out);
            }
            return;
        }
        if (expiry != 0) {
            expiries.add(expiry, reader.footprint());
        }
        relocation.add(index, reader.offset, end);
        emit(out);
    }

    /** What an expired record hid must stay hidden: it goes on as a removal of the same sequence number. */
    private void becomeRemoval() {
        int at = reader.at;
        reader.recordBytes = RecordLayout.HEADER + reader.keyLength;
        reader.flags = RecordLayout.REMOVE | RecordLayout.IN_BATCH;
        INT.set(reader.array, at + RecordLayout.LENGTH, reader.recordBytes);
    }

    private void copyRemoval(FileChannel out) throws IOException {
        if (reader.sequence >= dropBelow) {
            if (removalCount == removals.length) {
                removals = Arrays.copyOf(removals, 2 * removalCount);
            }
            removals[removalCount++] = end;
            emit(out);
        }
    }

    private void emit(FileChannel out) throws IOException {
        if ((reader.flags & RecordLayout.IN_BATCH) != 0) {
            standAlone();
        }
        write(out, reader.array, reader.at, reader.recordBytes);
        int padding = (int) (RecordLayout.alignedBytes(reader.recordBytes) - reader.recordBytes);
        if (buffer.remaining() < padding) {
            drain(out);
        }
        for (int i = 0; i < padding; i++) {
            buffer.put((byte) 0);
        }
        end += RecordLayout.alignedBytes(reader.recordBytes);
        records++;
    }

    private void standAlone() {
        int flags = reader.flags & ~RecordLayout.IN_BATCH;
        KeyHash.BYTES.set(
                reader.array,
                reader.at + RecordLayout.SEQUENCE_AND_FLAGS,
                RecordLayout.sequenceAndFlags(reader.sequence, flags));
        crc.reset();
        crc.update(reader.array, reader.at + RecordLayout.LENGTH, reader.recordBytes - RecordLayout.LENGTH);
        INT.set(reader.array, reader.at + RecordLayout.CRC, (int) crc.getValue());
    }

    private void write(FileChannel out, byte[] array, int from, int length) throws IOException {
        for (int at = from; at < from + length; ) {
            if (!buffer.hasRemaining()) {
                drain(out);
            }
            int count = Math.min(buffer.remaining(), from + length - at);
            buffer.put(array, at, count);
            at += count;
        }
    }

    private void drain(FileChannel out) throws IOException {
        int bytes = buffer.flip().limit();
        while (buffer.hasRemaining()) {
            out.write(buffer, drained + buffer.position());
        }
        drained += bytes;
        buffer.clear();
        course.moved(bytes);
    }

    private void finish(FileChannel out, SegmentLayout.Header header) throws IOException {
        drain(out);
        byte[] tail = new byte[(int) (header.capacity() - end)];
        long last = run.getLast().lastSequence;
        SegmentLayout.writeFooter(
                MemorySegment.ofArray(tail), header.number(), new SegmentLayout.Footer(end, records, last, cleanAsOf));
        writeAt(out, ByteBuffer.wrap(tail), end);
        byte[] head = new byte[SegmentLayout.HEADER];
        SegmentLayout.writeHeader(MemorySegment.ofArray(head), header);
        writeAt(out, ByteBuffer.wrap(head), 0);
    }

    private static void writeAt(FileChannel out, ByteBuffer bytes, long at) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes, at + bytes.position());
        }
    }

    /** Brings the segment of the written file into the state that its records are in. */
    void describe(LogSegment fresh) {
        fresh.end = end;
        fresh.records = records;
        fresh.forcedTo = end;
        fresh.nameForced = true;
        fresh.sealed = true;
        fresh.cleanAsOf = cleanAsOf;
        fresh.lastSequence = run.getLast().lastSequence;
        fresh.expiries.addAll(expiries);
        for (int i = 0; i < removalCount; i++) {
            fresh.markInert(removals[i], fresh.recordBytes(removals[i]));
        }
    }
}
