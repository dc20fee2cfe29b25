package io.tellask.netty;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;

/**
 * Bytes that a channel has brought and the session has not taken yet, oldest first. Belongs to the connection's loop.
 *
 * <p>What bounds it is the channel, which reads nothing while there are any.
 */
final class HeldBytes {
    private final ArrayDeque<ByteBuf> buffers = new ArrayDeque<>();
    private int bytes;

    boolean isEmpty() {
        return bytes == 0;
    }

    int bytes() {
        return bytes;
    }

    /** Takes the buffer over. */
    void add(ByteBuf buffer) {
        int more = buffer.readableBytes();
        if (more == 0) {
            buffer.release();
            return;
        }
        buffers.add(buffer);
        bytes += more;
    }

    /** Copies the oldest bytes, of which there are as many, and forgets them. */
    void take(byte[] target, int offset, int count) {
        int at = offset;
        for (int left = count; left > 0; ) {
            ByteBuf first = buffers.element();
            int part = Math.min(left, first.readableBytes());
            first.readBytes(target, at, part);
            at += part;
            left -= part;
            if (!first.isReadable()) {
                buffers.remove().release();
            }
        }
        bytes -= count;
    }

    /** Hands over what there is but the oldest bytes, which are forgotten. */
    void moveTo(HeldBytes other, int skipBytes) {
        int skip = skipBytes;
        for (ByteBuf buffer = buffers.poll(); buffer != null; buffer = buffers.poll()) {
            int part = Math.min(skip, buffer.readableBytes());
            skip -= part;
            other.add(buffer.skipBytes(part));
        }
        bytes = 0;
    }

    /** Forgets everything. */
    void clear() {
        bytes = 0;
        for (ByteBuf buffer = buffers.poll(); buffer != null; buffer = buffers.poll()) {
            buffer.release();
        }
    }
}
