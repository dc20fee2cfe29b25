package io.tellask.kv.resp.message;

import io.tellask.remote.Wire;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.LongPredicate;

/**
 * What one client has not been sent yet, oldest first, in pieces. Bytes go to the wire at once while it takes them, and wait here while it
 * does not, or while they are held back until what they acknowledge is on disk. Belongs to the connection's loop.
 */
public final class Outbox {
    private static final int PIECE_BYTES = 64 << 10;
    private static final int LEAST_BYTES = 512;
    private static final ByteBuffer NONE = ByteBuffer.allocate(0);

    private final Wire wire;
    private final LongPredicate room;
    private final ArrayDeque<ByteBuffer> pieces =
            new ArrayDeque<>(); // what has not been sent of each is between its position and its limit
    private ByteBuffer last = NONE; // more is put behind its limit
    private long waiting;
    private long held;

    /** Asks for room before it keeps much. */
    public Outbox(Wire wire, LongPredicate room) {
        this.wire = wire;
        this.room = room;
    }

    /** Bytes that have not been given to the wire. */
    public long waiting() {
        return waiting;
    }

    /** Whether some of them are held back. */
    public boolean isHeld() {
        return held > 0;
    }

    /** Sends bytes, behind those that wait. */
    public void send(byte[] bytes, int length) {
        int at = 0;
        while (at < length && waiting == 0 && wire.isWritable()) {
            int part = Math.min(length - at, PIECE_BYTES);
            wire.send(bytes, at, part);
            at += part;
        }
        add(bytes, at, length - at);
    }

    /** Sends bytes of an array that nobody else will change, behind those that wait: they are not copied. */
    public void hand(byte[] bytes, int offset, int length) {
        pieces.add(ByteBuffer.wrap(bytes, offset, length));
        last = NONE;
        waiting += length;
        flush();
    }

    /** Lets bytes wait for {@link #flush}. */
    public void add(byte[] bytes, int offset, int length) {
        if (length > PIECE_BYTES && !room.test(length)) {
            return; // the connection is about to end
        }
        waiting += length;
        int from = offset;
        int to = offset + length;
        for (int at = from; at < to; ) {
            if (last.limit() == last.capacity()) {
                addPiece(to - at);
            }
            int end = last.limit();
            int part = Math.min(to - at, last.capacity() - end);
            System.arraycopy(bytes, at, last.array(), end, part);
            last.limit(end + part);
            at += part;
        }
    }

    private void addPiece(int bytes) {
        last = ByteBuffer.allocate((int) Math.clamp(Math.max(bytes, waiting), LEAST_BYTES, PIECE_BYTES))
                .limit(0);
        pieces.add(last);
    }

    /** Lets bytes wait for as many to be released. */
    public void hold(byte[] bytes, int offset, int length) {
        add(bytes, offset, length);
        held += length;
    }

    /** Lets so many of the oldest bytes that are held back go. */
    public void release(int length) {
        held -= length;
    }

    /** Forgets what is held back. */
    public void forgetHeld() {
        waiting -= held;
        while (held > 0) {
            ByteBuffer newest = pieces.getLast();
            int part = (int) Math.min(held, newest.remaining());
            newest.limit(newest.limit() - part);
            held -= part;
            if (!newest.hasRemaining()) {
                pieces.removeLast();
            }
        }
        last = NONE;
    }

    /** Gives the wire as much as it takes. */
    public void flush() {
        while (waiting > held && wire.isWritable()) {
            ByteBuffer first = pieces.getFirst();
            int part = (int) Math.min(Math.min(first.remaining(), PIECE_BYTES), waiting - held);
            wire.send(first.array(), first.position(), part);
            first.position(first.position() + part);
            waiting -= part;
            if (!first.hasRemaining()) {
                removeFirst();
            }
        }
    }

    private void removeFirst() {
        pieces.removeFirst();
        if (pieces.isEmpty()) {
            last = NONE;
        }
    }

    /** Forgets everything. */
    public void clear() {
        pieces.clear();
        last = NONE;
        waiting = 0;
        held = 0;
    }
}
