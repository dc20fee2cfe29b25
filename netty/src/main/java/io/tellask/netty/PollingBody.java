package io.tellask.netty;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** The bytes that a request brings, as they come: those of one read wait here until somebody asks for them. Belongs to the socket's loop. */
final class PollingBody {
    private final HeldBytes waiting = new HeldBytes();
    private boolean asked;
    private boolean complete;
    private long position; // of those that wait
    private int mostBytes;
    private int bytes;

    /** Bytes that follow each other; the last ones of their request, or not. */
    record Part(HeldBytes bytes, long position, boolean last) {}

    /** Of another request, whose bytes begin at the position. */
    void begin(long newPosition, int newMostBytes) {
        waiting.clear();
        asked = false;
        complete = false;
        position = newPosition;
        mostBytes = newMostBytes;
        bytes = 0;
    }

    /** Takes some over; false if there are too many. */
    boolean add(ByteBuf part, boolean last) {
        bytes += part.readableBytes();
        if (bytes > mostBytes) {
            part.release();
            return false;
        }
        waiting.add(part);
        complete = last;
        return true;
    }

    boolean isComplete() {
        return complete;
    }

    /** Whether bytes wait for somebody to ask for them. */
    boolean waits() {
        return !waiting.isEmpty();
    }

    /** Somebody asks for the next bytes. */
    void ask() {
        asked = true;
    }

    /** The next bytes, for the one who has asked for them; null if there are none, or nobody has. */
    @Nullable
    Part next() {
        if (!asked || waiting.isEmpty() && !complete) {
            return null;
        }
        asked = false;
        HeldBytes taken = new HeldBytes();
        long at = position;
        position += waiting.bytes();
        waiting.moveTo(taken, 0);
        return new Part(taken, at, complete);
    }

    void clear() {
        waiting.clear();
    }
}
