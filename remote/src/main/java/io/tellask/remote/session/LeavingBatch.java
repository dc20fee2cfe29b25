package io.tellask.remote.session;

import io.tellask.codec.ByteWriter;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.Wire;
import io.tellask.remote.frame.FrameType;
import io.tellask.remote.frame.LargeArrays;
import io.tellask.remote.resume.TellCounter;
import org.jspecify.annotations.Nullable;

/**
 * A batch of an {@link Outbound} of which the wire has taken a part: it gets the rest a part at a time, so that it need not copy all that it does
 * not take. Belongs to the loop; {@link #bytes} may be read by anyone, as an estimate.
 */
final class LeavingBatch {
    private final Wire wire;
    private final MemoryHolder memory;
    private @Nullable ByteWriter batch;
    private int sentBytes;
    private int bytes;
    private int restBytes;

    LeavingBatch(Wire wire, MemoryHolder memory) {
        this.wire = wire;
        this.memory = memory;
    }

    /** How much is left of it. */
    int bytes() {
        return bytes;
    }

    boolean isEmpty() {
        return batch == null;
    }

    /** Takes a batch whose first {@code sent} bytes have left; {@code rest} bytes at its front are the rest of a frame. */
    void begin(ByteWriter newBatch, int sent, int rest) {
        batch = newBatch;
        sentBytes = sent;
        bytes = newBatch.position() - sent;
        restBytes = rest;
    }

    /** Sends what the wire takes; false if some is left. */
    boolean send() {
        ByteWriter from = batch;
        while (from != null && bytes > 0) {
            if (!wire.isWritable()) {
                return false;
            }
            int part = Math.min(bytes, Outbound.BATCH_BYTES);
            wire.send(from.array(), sentBytes, part);
            sentBytes += part;
            bytes -= part;
        }
        drop();
        return true;
    }

    /** Sends the rest of the frame of which a part has left, writable or not. */
    void endFrame() {
        ByteWriter from = batch;
        if (from != null) {
            int part = FrameType.endOfFrame(from.array(), restBytes, sentBytes) - sentBytes;
            if (part > 0) {
                wire.send(from.array(), sentBytes, part);
            }
            sentBytes += part;
            bytes -= part;
            if (bytes == 0) {
                drop();
            }
        }
    }

    /** Hands all to the wire, writable or not. */
    void sendAll() {
        if (batch != null) {
            wire.send(batch.array(), sentBytes, bytes);
            drop();
        }
    }

    /** Forgets what has not left if it is more than so many bytes, but for the end of the frame whose beginning has left. */
    void dropOver(int most) {
        if (batch != null && bytes > most) {
            bytes = FrameType.endOfFrame(batch.array(), restBytes, sentBytes) - sentBytes;
        }
    }

    /** Has the frames counted that are left. */
    void count(TellCounter counter) {
        if (batch != null) {
            counter.take(batch.array(), sentBytes, bytes);
        }
    }

    void drop() {
        ByteWriter dropped = batch;
        if (dropped != null) {
            batch = null;
            bytes = 0;
            memory.add(-dropped.array().length);
            LargeArrays.shared().giveBack(dropped.array());
        }
    }
}
