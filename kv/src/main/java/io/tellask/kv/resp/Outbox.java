package io.tellask.kv.resp;

import io.tellask.remote.Wire;
import java.util.ArrayDeque;
import java.util.function.LongPredicate;

/**
 * What one client has not been sent yet, oldest first, in pieces. Bytes go to the wire at once while it takes them, and wait here while it
 * does not, or while they are held back until what they acknowledge is on disk. Belongs to the connection's loop.
 */
final class Outbox {
    private static final int PIECE_BYTES = 64 << 10;
    private static final int LEAST_BYTES = 512;
    private static final byte[] NONE = {};

    private final Wire wire;
    private final LongPredicate room;
    private final ArrayDeque<byte[]> pieces = new ArrayDeque<>();
    private byte[] last = NONE;
    private int lastEnd;
    private int sentOfFirst;
    private long waiting;
    private long held;

    /** Asks for room before it keeps much. */
    Outbox(Wire wire, LongPredicate room) {
        this.wire = wire;
        this.room = room;
    }

    /** Bytes that have not been given to the wire. */
    long waiting() {
        return waiting;
    }

    /** Whether some of them are held back. */
    boolean isHeld() {
        return held > 0;
    }

    /** Sends bytes, behind those that wait. */
    void send(byte[] bytes, int length) {
        int at = 0;
        while (at < length && waiting == 0 && wire.isWritable()) {
            int part = Math.min(length - at, PIECE_BYTES);
            wire.send(bytes, at, part);
            at += part;
        }
        add(bytes, at, length);
    }

    /** Lets bytes wait for {@link #flush}. */
    void add(byte[] bytes, int length) {
        add(bytes, 0, length);
    }

    private void add(byte[] bytes, int from, int length) {
        if (length - from > PIECE_BYTES && !room.test(length - from)) {
            return; // the connection is about to end
        }
        waiting += length - from;
        for (int at = from; at < length; ) {
            if (lastEnd == last.length) {
                addPiece(length - at);
            }
            int part = Math.min(length - at, last.length - lastEnd);
            System.arraycopy(bytes, at, last, lastEnd, part);
            lastEnd += part;
            at += part;
        }
    }

    private void addPiece(int bytes) {
        last = new byte[(int) Math.clamp(Math.max(bytes, waiting), LEAST_BYTES, PIECE_BYTES)];
        lastEnd = 0;
        pieces.add(last);
    }

    /** Lets bytes wait for as many to be released. */
    void hold(byte[] bytes, int length) {
        add(bytes, length);
        held += length;
    }

    /** Lets so many of the oldest bytes that are held back go. */
    void release(int length) {
        held -= length;
    }

    /** Gives the wire as much as it takes. */
    void flush() {
        while (waiting > held && wire.isWritable()) {
            byte[] first = pieces.getFirst();
            int end = first == last ? lastEnd : first.length;
            int part = (int) Math.min(end - sentOfFirst, waiting - held);
            wire.send(first, sentOfFirst, part);
            sentOfFirst += part;
            waiting -= part;
            if (sentOfFirst == first.length || waiting == 0) {
                removeFirst();
            }
        }
    }

    private void removeFirst() {
        pieces.removeFirst();
        sentOfFirst = 0;
        if (pieces.isEmpty()) {
            last = NONE;
            lastEnd = 0;
        }
    }

    /** Forgets everything. */
    void clear() {
        pieces.clear();
        last = NONE;
        lastEnd = 0;
        sentOfFirst = 0;
        waiting = 0;
        held = 0;
    }
}
