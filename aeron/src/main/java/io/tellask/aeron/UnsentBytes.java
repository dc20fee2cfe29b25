package io.tellask.aeron;

import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a publication has not taken yet, oldest first; holds an array only while there are any. Belongs to the connection's loop.
 *
 * <p>What bounds it is the session, which sends no further batch while the connection is not writable.
 */
final class UnsentBytes {
    /** Takes the first of some bytes: how many, 0 if none, negative if it is broken. */
    interface Target {
        int write(byte[] bytes, int offset, int length);
    }

    private static final int LEAST_BYTES = 64 * 1024;

    private final IntConsumer counter;
    private byte @Nullable [] bytes;
    private int from;
    private int to;

    /** {@code counter} is told by how much the array that is held has grown or shrunk. */
    UnsentBytes(IntConsumer counter) {
        this.counter = counter;
    }

    boolean isEmpty() {
        return from == to;
    }

    int heldBytes() {
        byte[] array = bytes;
        return array == null ? 0 : array.length;
    }

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
        byte[] larger = new byte[Math.max(LEAST_BYTES, Math.addExact(waiting, Math.max(length, waiting)))];
        counter.accept(larger.length - heldBytes());
        if (array != null) {
            System.arraycopy(array, from, larger, 0, waiting);
        }
        bytes = larger;
        from = 0;
        to = waiting;
        return larger;
    }

    /** Gives away as many as the target takes; false if it is broken. */
    boolean flush(Target target) {
        byte[] array = bytes;
        if (array == null) {
            return true;
        }
        int taken = target.write(array, from, to - from);
        if (taken > 0) {
            from += taken;
        }
        if (from == to) {
            clear();
        }
        return taken >= 0;
    }

    void clear() {
        counter.accept(-heldBytes());
        bytes = null;
        from = 0;
        to = 0;
    }
}
