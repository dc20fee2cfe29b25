package io.tellask.aeron;

import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * Puts the messages of one publisher together. Each frame is a part of a message; its reserved value is the message's length, times 4, plus 1
 * for a first part, plus 2 for a last one. A message of one part is handed on where it is. Of others memory grows with what has come, not
 * with what a length promises, and counts in a {@link ReassemblyMemory}. Belongs to the client's thread.
 */
final class TopicParts implements FragmentHandler {
    static final long FIRST = 1;
    static final long LAST = 2;
    static final int LENGTH_SHIFT = 2;

    private static final long WHOLE = FIRST | LAST;
    private static final byte[] NOTHING = new byte[0];
    private static final int PREFIX_BYTES = MessageQueue.LENGTH_BYTES;

    /** What becomes of messages. */
    interface Sink {
        /** A message that is valid until this returns. */
        void whole(DirectBuffer buffer, int offset, int length);

        /** A message, as a batch of a {@link MessageQueue}. */
        void joined(byte[] batch);

        /** A message is too long, its parts do not fit, or there is no memory for it. */
        void refused(String reason);
    }

    private final int mostBytes;
    private final ReassemblyMemory memory;
    private final Sink sink;
    private byte[] bytes = NOTHING; // the message is behind its length
    private int length;
    private long expected = -1; // none is under way

    TopicParts(int mostBytes, ReassemblyMemory memory, Sink sink) {
        this.mostBytes = mostBytes;
        this.memory = memory;
        this.sink = sink;
    }

    @Override
    public void onFragment(DirectBuffer buffer, int offset, int count, Header header) {
        long value = header.reservedValue();
        if ((value & WHOLE) == WHOLE && expected < 0 && value >>> LENGTH_SHIFT == count && count <= mostBytes) {
            sink.whole(buffer, offset, count);
            return;
        }
        if ((value & FIRST) != 0) {
            begin(value >>> LENGTH_SHIFT);
        }
        if (expected < 0) {
            return; // from before this side joined, or of a message that was refused
        }
        if (length + (long) count > expected) {
            refuse("its parts are longer than announced=" + expected);
            return;
        }
        if (hasRoom(count)) {
            buffer.getBytes(offset, bytes, PREFIX_BYTES + length, count);
            length += count;
            if ((value & LAST) != 0) {
                end();
            }
        }
    }

    /** Gives up what is under way, if something is. */
    void clear() {
        memory.release(bytes.length);
        bytes = NOTHING;
        length = 0;
        expected = -1;
    }

    private void begin(long announced) {
        if (expected >= 0) {
            refuse("it has no end: its publisher gave up");
        }
        if (announced > mostBytes) {
            refuse("bytes=" + announced + " > messageBytes=" + mostBytes + "; publish less, or set messageBytes");
        } else if (announced + PREFIX_BYTES > memory.limitBytes()) {
            refuse("bytes=" + announced + " > reassemblyBytes=" + memory.limitBytes() + ", an eighth of the heap"
                    + "; publish less, or give the process a larger heap");
        } else {
            expected = announced;
        }
    }

    private void end() {
        if (length != expected) {
            refuse("its parts are shorter than announced=" + expected);
            return;
        }
        byte[] batch = bytes; // has its whole length: the last growth was to what is expected, or to what was needed
        clear();
        MessageQueue.putLength(batch, 0, batch.length - PREFIX_BYTES);
        sink.joined(batch);
    }

    private void refuse(String reason) {
        clear();
        sink.refused(reason);
    }

    /** False if the message was refused, since there is no memory. */
    private boolean hasRoom(int count) {
        int needed = PREFIX_BYTES + length + count;
        if (needed <= bytes.length) {
            return true;
        }
        int wished = (int) Math.min(PREFIX_BYTES + expected, Math.max(needed, 2L * bytes.length));
        int more = wished - bytes.length;
        if (!memory.reserve(more)) {
            refuse("unfinished messages of all publishers, bytes=" + memory.heldBytes() + " and " + more
                    + " > reassemblyBytes=" + memory.limitBytes() + ", an eighth of the heap"
                    + "; publish less at once, or give the process a larger heap");
            return false;
        }
        try {
            bytes = Arrays.copyOf(bytes, wished);
            return true;
        } catch (OutOfMemoryError full) {
            memory.release(more);
            refuse("bytes=" + expected + ", the heap has no room for it; give the process a larger heap");
            return false;
        }
    }
}
