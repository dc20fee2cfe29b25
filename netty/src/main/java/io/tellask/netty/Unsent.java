package io.tellask.netty;

import java.nio.ByteBuffer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a socket has not taken yet, oldest first; holds an array only while there are any. Belongs to the connection's loop.
 *
 * <p>What bounds it is the session, which sends no further batch while the connection is not writable.
 */
final class Unsent {
    private final NettyLoop loop;
    private final IntConsumer counter;
    private final boolean lends;
    private byte @Nullable [] bytes;
    private int from;
    private int to;

    /** {@code counter} is told by how much the array that is held has grown or shrunk. */
    Unsent(NettyLoop loop, IntConsumer counter) {
        this(loop, counter, true);
    }

    /** {@code lends}: whether it takes the loop's spare array, which is large, since bytes leave soon as a rule. */
    Unsent(NettyLoop loop, IntConsumer counter, boolean lends) {
        this.loop = loop;
        this.counter = counter;
        this.lends = lends;
    }

    /** How long the array is that is held. */
    int heldBytes() {
        byte[] array = bytes;
        return array == null ? 0 : array.length;
    }

    boolean isEmpty() {
        return from == to;
    }

    /** Copies bytes behind the others. */
    void add(byte[] source, int offset, int length) {
        byte[] target = room(length);
        System.arraycopy(source, offset, target, to, length);
        to += length;
    }

    private byte[] room(int length) {
        byte[] array = bytes;
        if (array != null && array.length - to >= length) {
            return array;
        }
        int waiting = to - from;
        int wanted = Math.addExact(waiting, Math.max(length, waiting));
        byte[] larger = lends ? loop.takeSpare(wanted) : new byte[wanted];
        counter.accept(larger.length - heldBytes());
        if (array != null) {
            System.arraycopy(array, from, larger, 0, waiting);
            loop.giveSpare(array);
        }
        bytes = larger;
        from = 0;
        to = waiting;
        return larger;
    }

    /** Copies as many of the oldest bytes as the buffer takes, without removing them. */
    void peek(ByteBuffer buffer) {
        byte[] array = bytes;
        if (array != null) {
            buffer.put(array, from, Math.min(buffer.remaining(), to - from));
        }
    }

    /** Removes bytes that have left. */
    void remove(int count) {
        from += count;
        if (from == to) {
            clear();
        }
    }

    /** Forgets everything. */
    void clear() {
        byte[] array = bytes;
        if (array != null) {
            loop.giveSpare(array);
            counter.accept(-array.length);
        }
        bytes = null;
        from = 0;
        to = 0;
    }
}
