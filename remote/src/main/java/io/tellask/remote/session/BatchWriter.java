package io.tellask.remote.session;

import io.tellask.codec.ByteWriter;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.TraceContext;
import io.tellask.remote.frame.FrameType;
import io.tellask.remote.frame.LargeArrays;
import io.tellask.remote.frame.TraceFrames;
import org.jspecify.annotations.Nullable;

/**
 * The half of an {@link Outbound} that writes frames into the batch that is filled, and counts the memory of that batch.
 *
 * <p>Thread-safety: all of it by the thread that holds the lock, but for {@link #mayBeAboveHighWater}, which anyone may ask.
 */
abstract class BatchWriter extends OutboundFields {
    final MemoryHolder memory;
    private volatile boolean aboveHighWater; // read for each ask, written when it changes

    BatchWriter(MemoryHolder memory) {
        this.memory = memory;
    }

    /** Drops the frame that was begun; the lock stays. */
    final void dropFrame() {
        frameBegun = false;
        filling.endInPlace();
        filling.position(frameStart);
    }

    /** Begins a frame; its header is filled in by {@link #endFrame}. */
    final ByteWriter beginFrame(int reserveBytes) {
        ByteWriter out = filling;
        if (out.array().length - ByteWriter.SLACK - out.position() < reserveBytes + FrameType.HEADER_BYTES) {
            out = grow(reserveBytes + FrameType.HEADER_BYTES);
        }
        frameStart = out.position();
        frameBegun = true;
        out.position(frameStart + FrameType.HEADER_BYTES);
        return out;
    }

    /** Begins the frame of a call with the flags of its kind, and writes the trace that it carries in front; {@link #endCall} ends it. */
    final ByteWriter beginCall(int reserveBytes, int flags, @Nullable TraceContext trace) {
        flagsBegun = flags;
        traceBytesBegun = 0;
        return trace == null ? beginFrame(reserveBytes) : beginTraced(reserveBytes, trace);
    }

    private ByteWriter beginTraced(int reserveBytes, TraceContext trace) {
        int bytes = TraceFrames.bytes(trace);
        ByteWriter out = beginFrame(bytes + reserveBytes);
        flagsBegun |= FrameType.TRACE_FLAG;
        traceBytesBegun = bytes;
        TraceFrames.write(out, trace);
        return out;
    }

    /** Ends the frame of a call, with a list of references for which there is room; the number of bytes that credit counts. */
    final int endCall(int kind, byte[] list) {
        prefixFrame(list);
        return endFrame(PassedReferences.flagged(kind | flagsBegun, list)) - list.length - traceBytesBegun;
    }

    /** Makes room in the batch; where there is no memory for it, the session ends, and what waits is forgotten at once. */
    private ByteWriter grow(int bytes) {
        ByteWriter out = filling;
        long least = (long) out.position() + bytes + ByteWriter.SLACK;
        long larger = Math.max(least, 2L * out.array().length);
        if (memory.reserve(larger)) {
            if (larger > LargeArrays.LEAST_BYTES && least <= ByteWriter.MAX_BYTES) {
                LargeArrays.shared()
                        .giveBack(out.moveTo(LargeArrays.shared().take(ByteWriter.arrayLength(least, larger))));
            } else {
                out.reserve(bytes);
            }
            memory.add(out.array().length - larger - fillingBytes);
        } else {
            closed = true;
            out = new ByteWriter(Math.max(bytes, Outbound.SMALL_BYTES));
            filling = out;
            memory.add(out.array().length - fillingBytes);
        }
        fillingBytes = out.array().length;
        return out;
    }

    /** Has frames written into another batch from now on, which is counted already. */
    final void fill(ByteWriter batch) {
        filling = batch;
        fillingBytes = batch.array().length;
    }

    /** Puts a list of references in front of what the frame that was begun has so far; there is room for it. */
    private void prefixFrame(byte[] list) {
        if (list.length > 0) {
            ByteWriter out = filling;
            int body = frameStart + FrameType.HEADER_BYTES;
            int end = out.position();
            out.position(end + list.length);
            System.arraycopy(out.array(), body, out.array(), body + list.length, end - body);
            System.arraycopy(list, 0, out.array(), body, list.length);
        }
    }

    /** Fills the header in; the number of body bytes. */
    final int endFrame(int kind) {
        if (filling.array().length != fillingBytes) {
            memory.add(filling.array().length - fillingBytes);
            fillingBytes = filling.array().length;
        }
        int body = filling.position() - frameStart - FrameType.HEADER_BYTES;
        filling.patchInt32(frameStart, FrameType.header(kind, body));
        frameBegun = false;
        if (filling.position() > AnswerRoom.TIGHT_HIGH_WATER_BYTES) {
            lookAtHighWater(filling.position());
        }
        return body;
    }

    /** So much waits to leave. */
    final void lookAtHighWater(int pendingBytes) {
        boolean above = pendingBytes > AnswerRoom.TIGHT_HIGH_WATER_BYTES;
        if (above != aboveHighWater) {
            aboveHighWater = above;
        }
    }

    /** Whether more may wait to leave than {@link AnswerRoom#TIGHT_HIGH_WATER_BYTES}: false is certain but for the frame that is written now. */
    final boolean mayBeAboveHighWater() {
        return aboveHighWater;
    }

    /** An empty batch in the place of the one that is filled; with the lock held. */
    final void renew(ByteWriter empty) {
        memory.add(empty.array().length - fillingBytes);
        fill(empty);
    }
}
