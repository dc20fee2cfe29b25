package io.tellask.store.shard;

import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.RecordReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Writes a segment that takes the place of others: records with their own sequence numbers, ascending with gaps. Members of a batch become
 * records of their own; its head is left out. Not thread-safe.
 */
public final class SegmentRewriter implements AutoCloseable {
    private static final int BUFFER_BYTES = 256 << 10;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();
    private long end = SegmentLayout.HEADER;
    private long records;

    /** Writes to an empty file, and closes it with itself. */
    public SegmentRewriter(FileChannel channel) throws IOException {
        this.channel = channel;
        channel.position(end);
    }

    public long records() {
        return records;
    }

    /** Where the next record goes. */
    long end() {
        return end;
    }

    /** Adds the current record of a reader, unless it is the head of a batch. */
    public void add(RecordReader record) throws IOException {
        if (record.kind() == RecordLayout.BATCH) {
            return;
        }
        int padded = (int) RecordLayout.alignedBytes(record.recordBytes);
        ByteBuffer target =
                padded > BUFFER_BYTES ? ByteBuffer.allocate(padded).order(ByteOrder.LITTLE_ENDIAN) : room(padded);
        int start = target.position();
        target.put(record.array, record.at, record.recordBytes);
        if ((record.flags & RecordLayout.IN_BATCH) != 0) {
            target.put(start + RecordLayout.SEQUENCE_AND_FLAGS, (byte) (record.flags & ~RecordLayout.IN_BATCH));
            crc.reset();
            crc.update(target.array(), start + RecordLayout.LENGTH, record.recordBytes - RecordLayout.LENGTH);
            target.putInt(start + RecordLayout.CRC, (int) crc.getValue());
        }
        while (target.position() < start + padded) {
            target.put((byte) 0);
        }
        if (target != buffer) {
            drain(buffer);
            drain(target);
        }
        end += padded;
        records++;
    }

    private ByteBuffer room(int bytes) throws IOException {
        if (buffer.remaining() < bytes) {
            drain(buffer);
        }
        return buffer;
    }

    private void drain(ByteBuffer source) throws IOException {
        source.flip();
        while (source.hasRemaining()) {
            channel.write(source);
        }
        source.clear();
    }

    /**
     * Completes the file, which the caller then forces; returns its header.
     *
     * @param covers numbers behind {@code number} that it stands for too
     * @param lastSequence the last sequence number that it stands for
     */
    public SegmentLayout.Header finish(
            UUID store, int number, int covers, long baseSequence, long lastSequence, long cleanAsOf)
            throws IOException {
        drain(buffer);
        long pages = end + SegmentLayout.FOOTER + SegmentLayout.PAGE_BYTES - 1;
        SegmentLayout.Header header = new SegmentLayout.Header(
                store, number, covers, pages & -SegmentLayout.PAGE_BYTES, baseSequence, SegmentLayout.REWRITTEN);
        byte[] foot = new byte[(int) (header.capacity() - end)];
        SegmentLayout.writeFooter(
                MemorySegment.ofArray(foot), number, new SegmentLayout.Footer(end, records, lastSequence, cleanAsOf));
        write(foot, end);
        byte[] head = new byte[SegmentLayout.HEADER];
        SegmentLayout.writeHeader(MemorySegment.ofArray(head), header);
        write(head, 0);
        return header;
    }

    private void write(byte[] bytes, long at) throws IOException {
        for (ByteBuffer rest = ByteBuffer.wrap(bytes); rest.hasRemaining(); ) {
            channel.write(rest, at + rest.position());
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
