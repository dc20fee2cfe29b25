package io.tellask.aeron;

import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import java.util.Arrays;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;

/**
 * Puts the messages of one publisher together. Each frame is a part of a message; its reserved value is the message's length, times 4, plus 1
 * for a first part, plus 2 for a last one. Memory grows with what has come, not with what a length promises. Belongs to the client's thread.
 */
final class TopicParts implements FragmentHandler {
    static final long FIRST = 1;
    static final long LAST = 2;
    static final int LENGTH_SHIFT = 2;

    private final int mostBytes;
    private final Consumer<byte[]> complete;
    private final Runnable refused; // a message that is too long, or whose parts do not fit
    private byte[] bytes = new byte[0];
    private int length;
    private long expected = -1; // none is under way

    TopicParts(int mostBytes, Consumer<byte[]> complete, Runnable refused) {
        this.mostBytes = mostBytes;
        this.complete = complete;
        this.refused = refused;
    }

    @Override
    public void onFragment(DirectBuffer buffer, int offset, int count, Header header) {
        long value = header.reservedValue();
        if ((value & FIRST) != 0) {
            begin(value >>> LENGTH_SHIFT);
        }
        if (expected < 0) {
            return; // from before this side joined, or of a message that was refused
        }
        if (length + (long) count > expected) {
            refuse();
            return;
        }
        room(count);
        buffer.getBytes(offset, bytes, length, count);
        length += count;
        if ((value & LAST) != 0) {
            end();
        }
    }

    private void begin(long announced) {
        if (expected >= 0) {
            refuse(); // the one before has no end: its publisher gave up
        }
        if (announced > mostBytes) {
            refuse();
            return;
        }
        expected = announced;
        length = 0;
    }

    private void end() {
        if (length != expected) {
            refuse();
            return;
        }
        byte[] message = length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
        clear();
        complete.accept(message);
    }

    private void refuse() {
        clear();
        refused.run();
    }

    private void clear() {
        bytes = new byte[0];
        length = 0;
        expected = -1;
    }

    private void room(int count) {
        int needed = length + count;
        if (needed > bytes.length) {
            int wished = (int) Math.min(expected, Math.max(needed, 2L * bytes.length));
            bytes = Arrays.copyOf(bytes, wished);
        }
    }
}
