package io.tellask.remote.frame;

import io.tellask.remote.MemoryHolder;
import java.util.Arrays;

/**
 * What a connection has brought and the session has not handled yet.
 *
 * <p>Bytes are read into an array that all connections of a loop share. What is left of them at the end of a turn is kept in an array of
 * this connection's own, which counts as memory that the peer makes this process hold: the beginning of a frame, or frames for which the
 * turn was too short.
 *
 * <pre>
 *   array   | handled | start  to be handled  end |  room for a read  |
 * </pre>
 *
 * <p>Belongs to the loop.
 */
public final class ReceivedBytes {
    private static final int SHARED_BYTES = 128 * 1024;
    private static final int SMALL_BYTES = 4 * 1024;
    private static final byte[] NONE = {};
    private static final ThreadLocal<byte[]> SHARED = ThreadLocal.withInitial(() -> new byte[SHARED_BYTES]);

    private final MemoryHolder memory;
    private final int mostBytes;
    private byte[] array = NONE;
    private int start;
    private int end;
    private byte[] kept = NONE;
    private int keptStart;
    private int keptBytes;

    /** {@code frameBytes} is the length of the longest frame. */
    public ReceivedBytes(MemoryHolder memory, int frameBytes) {
        this.memory = memory;
        mostBytes = frameBytes + SHARED_BYTES;
    }

    public byte[] array() {
        return array;
    }

    public int start() {
        return start;
    }

    public int end() {
        return end;
    }

    /** The bytes that are to be handled. */
    public int available() {
        return end - start;
    }

    /** Bytes from the start on have been handled. */
    public void skip(int bytes) {
        start += bytes;
    }

    /** Bytes were put at the end. */
    public void add(int bytes) {
        end += bytes;
    }

    /** Makes room for so many bytes behind those that are kept; false where there is no memory for it. */
    public boolean makeRoom(int bytes) {
        if (keptBytes + bytes <= SHARED_BYTES) {
            array = SHARED.get();
            System.arraycopy(kept, keptStart, array, 0, keptBytes);
            start = 0;
        } else {
            if (kept.length - keptStart - keptBytes < bytes) {
                System.arraycopy(kept, keptStart, kept, 0, keptBytes);
                keptStart = 0;
            }
            if (kept.length - keptStart - keptBytes < bytes && !grow(keptBytes + bytes)) {
                return false;
            }
            array = kept;
            start = keptStart;
        }
        end = start + keptBytes;
        return true;
    }

    /** Room for bytes that nobody will handle. */
    public void makeRoomForNothing(int bytes) {
        array = bytes <= SHARED_BYTES ? SHARED.get() : new byte[bytes];
        start = 0;
        end = 0;
    }

    /** Goes on with what was kept. */
    public void takeKept() {
        array = kept;
        start = keptStart;
        end = keptStart + keptBytes;
    }

    /** Makes the kept array longer, if there is memory for it; what is kept begins at 0. */
    private boolean grow(int least) {
        int bytes = Math.max(least, Math.min(2 * kept.length, mostBytes));
        if (!memory.reserve(bytes)) {
            return false;
        }
        byte[] before = kept;
        kept = Arrays.copyOf(before, bytes);
        memory.add(-before.length);
        return true;
    }

    /** Keeps what was not handled; false where there is no memory for it. */
    public boolean keep() {
        int rest = end - start;
        if (array == kept) {
            keptStart = rest == 0 ? 0 : start;
        } else {
            keptBytes = 0; // it is in the other array
            keptStart = 0;
            if (rest > kept.length && !grow(rest)) {
                return false;
            }
            System.arraycopy(array, start, kept, 0, rest);
        }
        keptBytes = rest;
        array = NONE; // what the loop's connections share is another's from here on
        start = 0;
        end = 0;
        if (kept.length > SMALL_BYTES) {
            shrink();
        }
        return true;
    }

    /** Gives the kept array back while it is empty. */
    public void shrink() {
        if (keptBytes == 0 && kept.length > 0) {
            memory.add(-kept.length);
            kept = NONE;
            keptStart = 0;
        }
    }

    /** Forgets what was kept. */
    public void clear() {
        keptBytes = 0;
        shrink();
    }
}
