package io.tellask.cluster.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Publication;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The form of a snapshot in the archive: a frame with the header, then the content in frames as long as they may be.
 *
 * <pre>
 * header  version: int, index: long, length: int, CRC32C of the content: int
 * </pre>
 *
 * Numbers are big endian.
 */
final class SnapshotStream {
    private static final int VERSION = 1;
    private static final int HEADER = 4 + 8 + 4 + 4;
    private static final int FRAMES = 10;

    private SnapshotStream() {}

    /** What was written as of an entry. */
    record Snapshot(long index, byte[] content) {}

    static void write(ExclusivePublication out, Snapshot snapshot, IdleStrategy idle) throws IOException {
        byte[] content = snapshot.content();
        ByteBuffer header = ByteBuffer.allocate(HEADER)
                .putInt(VERSION)
                .putLong(snapshot.index())
                .putInt(content.length)
                .putInt(check(content));
        offer(out, new UnsafeBuffer(header.array()), 0, HEADER, idle);
        UnsafeBuffer bytes = new UnsafeBuffer(content);
        int most = out.maxPayloadLength();
        for (int at = 0; at < content.length; at += most) {
            offer(out, bytes, at, Math.min(most, content.length - at), idle);
        }
    }

    private static void offer(ExclusivePublication out, DirectBuffer bytes, int at, int length, IdleStrategy idle)
            throws IOException {
        while (true) {
            long result = out.offer(bytes, at, length);
            if (result > 0) {
                return;
            }
            if (result == Publication.CLOSED
                    || result == Publication.NOT_CONNECTED
                    || result == Publication.MAX_POSITION_EXCEEDED) {
                throw new IOException("the archive takes no snapshot: result=" + result);
            }
            idle.idle();
        }
    }

    /** Reads what {@link #write} wrote. */
    static Snapshot read(Image in, IdleStrategy idle) throws IOException {
        Reading reading = new Reading();
        while (!reading.isWhole()) {
            int frames = in.poll((buffer, offset, length, header) -> reading.add(buffer, offset, length), FRAMES);
            if (frames == 0 && in.isClosed()) {
                throw new IOException("the snapshot ends early: length=" + reading.length);
            }
            idle.idle(frames);
        }
        return reading.snapshot();
    }

    private static int check(byte[] content) {
        CRC32C check = new CRC32C();
        check.update(content);
        return (int) check.getValue();
    }

    private static final class Reading {
        private byte[] content = {};
        private int length = -1; // read of it; no header yet
        private long index;
        private int check;

        boolean isWhole() {
            return length == content.length;
        }

        void add(DirectBuffer buffer, int offset, int bytes) {
            if (length < 0) {
                begin(buffer, offset, bytes);
                return;
            }
            buffer.getBytes(offset, content, length, bytes);
            length += bytes;
        }

        private void begin(DirectBuffer buffer, int offset, int bytes) {
            byte[] header = new byte[bytes];
            buffer.getBytes(offset, header);
            ByteBuffer fields = ByteBuffer.wrap(header);
            if (bytes != HEADER || fields.getInt() != VERSION) {
                throw new IllegalStateException("cluster: a snapshot of another version, or none: length=" + bytes);
            }
            index = fields.getLong();
            content = new byte[fields.getInt()];
            check = fields.getInt();
            length = 0;
        }

        Snapshot snapshot() throws IOException {
            if (check(content) != check) {
                throw new IOException("the snapshot is damaged: length=" + length);
            }
            return new Snapshot(index, content);
        }
    }
}
