package io.tellask.kv.resp;

import io.tellask.codec.ByteWriter;
import io.tellask.kv.resp.client.Engine;
import io.tellask.kv.resp.message.RequestParser;
import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * Where a connection's received bytes lie. They go into an array that all connections of the loop share; only the beginning of a request that has
 * not arrived completely, or what waits for the connection's turn, is kept in an array of its own. Belongs to the connection's loop.
 */
final class ReceivedRequests {
    private static final byte[] NONE = {};

    private final Engine engine;
    private final RequestParser parser;
    private final LongPredicate room;

    private byte[] kept = NONE;
    private int keptLength;
    private byte[] received = NONE;

    /** @param room asks for room for so many bytes more, false if the connection must end for want of it */
    ReceivedRequests(Engine engine, RequestParser parser, LongPredicate room) {
        this.engine = engine;
        this.parser = parser;
        this.room = room;
    }

    /** What is kept, from offset 0 on. */
    byte[] kept() {
        return kept;
    }

    int keptLength() {
        return keptLength;
    }

    /** What the array takes that belongs to this connection alone. */
    int heldBytes() {
        return kept.length;
    }

    /** Chooses the array for the next read and puts what is kept at its beginning; false if there is no room, and then nothing is kept. */
    boolean prepare(int bytes, int mostBytes) {
        byte[] shared = engine.input();
        if (keptLength <= bytes && keptLength + bytes <= shared.length) {
            System.arraycopy(kept, 0, shared, 0, keptLength);
            received = shared;
            return true;
        }
        if (kept.length - keptLength < bytes) {
            int larger = largerLength(bytes, mostBytes);
            if (!room.test(larger)) {
                drop();
                received = shared;
                return false;
            }
            kept = Arrays.copyOf(kept, larger);
        }
        received = kept;
        return true;
    }

    /** Room for so many bytes more: twice as much as there is, but what the request needs where that is little more or less. */
    private int largerLength(int bytes, int mostBytes) {
        long needed = keptLength + (long) bytes;
        long larger = Math.min(2L * keptLength, mostBytes);
        long least = parser.leastBytes();
        if (least > 0 && larger > least * 3 / 4) {
            needed = Math.max(needed, least);
            larger = least;
        }
        return ByteWriter.arrayLength(needed, Math.max(needed, larger));
    }

    /** The array that {@link #prepare} chose. */
    byte[] array() {
        return received;
    }

    /** The same, once: between two reads this refers to no array of others. */
    byte[] takeArray() {
        byte[] array = received;
        received = NONE;
        return array;
    }

    /** Keeps a part of an array that was read into, or of what was kept. */
    void keep(byte[] array, int from, int to) {
        if (array != kept || from > 0) {
            kept = from == to ? NONE : Arrays.copyOfRange(array, from, to);
        }
        keptLength = to - from;
    }

    /** Lets go of everything. */
    void drop() {
        kept = NONE;
        keptLength = 0;
        received = NONE;
    }
}
