package io.tellask.remote.resume;

import io.tellask.remote.MemoryHolder;
import io.tellask.remote.ProtocolException;

/**
 * What a session has sent and its peer has not acknowledged, by position: a ring that grows up to a window, and a little beyond where what must
 * leave is added all the same.
 *
 * <p>Position 0 is the first byte behind this side's introduction. Thread-safe.
 */
public final class SentBytes {
    private static final byte[] NONE = {};
    /** No window is smaller. */
    public static final int LEAST_WINDOW_BYTES = 64 * 1024;

    private static final int LEAST_BYTES = 256;
    private static final int KEPT_BYTES = 64 * 1024;

    private final MemoryHolder memory;
    private final int windowBytes;
    private byte[] ring = NONE; // its length is a power of 2
    private volatile long start;
    private volatile long end;
    private boolean dropped;

    public SentBytes(MemoryHolder memory, int windowBytes) {
        this.memory = memory;
        this.windowBytes = windowBytes;
    }

    /** What gets a part of the bytes; the array is valid until it returns. */
    public interface Part {
        void take(byte[] bytes, int offset, int length);
    }

    /** The position behind the last byte. */
    public long end() {
        return end;
    }

    /** The position of the first byte that is kept. */
    public long start() {
        return start;
    }

    /** Whether nothing more should be sent until some is acknowledged. */
    public boolean isFull() {
        return end - start >= (memory.isTight() ? LEAST_WINDOW_BYTES : windowBytes);
    }

    /** Makes room for so many bytes, at most a GiB; false where there is no memory for it, or nothing is kept any more. */
    public synchronized boolean makeRoom(int length) {
        long needed = end - start + length;
        if (needed <= ring.length) {
            return !dropped;
        }
        return !dropped && needed <= 1 << 30 && resize(Math.max(LEAST_BYTES, ceilingPowerOf2((int) needed)));
    }

    private static int ceilingPowerOf2(int value) {
        return value <= 1 ? 1 : Integer.highestOneBit(value - 1) << 1;
    }

    private boolean resize(int bytes) {
        if (!memory.reserve(bytes)) {
            return false;
        }
        byte[] before = ring;
        byte[] after = new byte[bytes];
        forEach(
                start,
                (array, offset, length) ->
                        put(after, offset == index(before, start) ? start : end - length, array, offset, length));
        ring = after;
        memory.add(-before.length);
        return true;
    }

    private static int index(byte[] ring, long position) {
        return (int) position & ring.length - 1;
    }

    private static void put(byte[] ring, long position, byte[] bytes, int offset, int length) {
        int at = index(ring, position);
        int first = Math.min(length, ring.length - at);
        System.arraycopy(bytes, offset, ring, at, first);
        System.arraycopy(bytes, offset + first, ring, 0, length - first);
    }

    /** Adds what was sent; there is {@linkplain #makeRoom room}. */
    public synchronized void add(byte[] bytes, int offset, int length) {
        if (!dropped) {
            put(ring, end, bytes, offset, length);
            end += length;
        }
    }

    /** The peer has taken all before a position. */
    public synchronized void acknowledge(long position) {
        if (dropped) {
            return;
        }
        if (position < start || position > end) {
            throw new ProtocolException("acknowledgement: position=" + position + " is not within " + start + " to "
                    + end + "; the peer is damaged or hostile");
        }
        start = position;
        if (start == end && ring.length > KEPT_BYTES && memory.isTight()) {
            shrink();
        }
    }

    /** Whether the bytes from a position on are kept. */
    public synchronized boolean has(long position) {
        return !dropped && position >= start && position <= end;
    }

    /** All bytes from a position on, in one part or two. */
    public synchronized void forEach(long from, Part part) {
        int length = (int) (end - from);
        if (length > 0) {
            int at = index(ring, from);
            int first = Math.min(length, ring.length - at);
            part.take(ring, at, first);
            if (first < length) {
                part.take(ring, 0, length - first);
            }
        }
    }

    /** Takes no more memory than the bytes need. */
    public synchronized void shrink() {
        int needed = (int) (end - start);
        if (needed == 0) {
            memory.add(-ring.length);
            ring = NONE;
        } else if (ring.length > LEAST_BYTES) {
            int fitting = Math.max(LEAST_BYTES, ceilingPowerOf2(needed));
            if (fitting < ring.length) {
                resize(fitting);
            }
        }
    }

    /** Nothing is kept any more. */
    public synchronized void drop() {
        dropped = true;
        memory.add(-ring.length);
        ring = NONE;
        start = end;
    }
}
