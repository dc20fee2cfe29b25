package io.tellask.remote.frame;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.ProtocolException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts fragmented messages together; at most twice {@code messageBytes} over all that are under way. The loop's own.
 *
 * <p>Room for a fragment is asked for in the connection's account before it is taken, the copy that makes an array larger included.
 */
public final class FragmentAssembler {
    private static final int MESSAGES_UNDER_WAY = 64;

    private final int messageBytes;
    private final MemoryHolder memory;
    private final Map<Integer, Part> parts = new HashMap<>();
    private long heldBytes;

    /** A message of which some bytes are there. */
    public static final class Part {
        private byte[] array;
        private int length;

        private boolean kept;

        private Part(int bytes) {
            array = new byte[bytes];
        }

        public byte[] array() {
            return array;
        }

        /** The array, which from now on is the caller's, who gives it to {@link LargeArrays} in the end. */
        public byte[] keep() {
            kept = true;
            return array;
        }

        public int length() {
            return length;
        }
    }

    public FragmentAssembler(int messageBytes, MemoryHolder memory) {
        this.messageBytes = messageBytes;
        this.memory = memory;
    }

    /** Adds a fragment; returns what there is of its message, or null where there is no memory for it, and the connection is about to end. */
    @Nullable
    public Part add(int id, ByteReader in) {
        int count = in.remaining();
        Part part = parts.get(id);
        if (part == null) {
            if (parts.size() >= MESSAGES_UNDER_WAY) {
                throw new ProtocolException("fragments: messages under way=" + parts.size() + " >= limit="
                        + MESSAGES_UNDER_WAY + "; the peer must finish messages it began");
            }
            if (!memory.reserve(count)) {
                return null;
            }
            part = new Part(count);
            parts.put(id, part);
        }
        heldBytes += count;
        if ((long) part.length + count > messageBytes || heldBytes > 2L * messageBytes) {
            throw new ProtocolException("fragments: message bytes=" + (part.length + (long) count) + ", held="
                    + heldBytes + " > messageBytes=" + messageBytes + "; the peer must send smaller messages");
        }
        if (part.array.length - part.length < count && !grow(part, count)) {
            return null;
        }
        System.arraycopy(in.array(), in.position(), part.array, part.length, count);
        part.length += count;
        return part;
    }

    private boolean grow(Part part, int count) {
        byte[] before = part.array;
        long least = (long) part.length + count;
        int bytes = ByteWriter.arrayLength(least, Math.min(messageBytes, Math.max(least, 2L * before.length)));
        if (!memory.reserve(bytes)) {
            return false;
        }
        byte[] longer = LargeArrays.shared().take(bytes);
        System.arraycopy(before, 0, longer, 0, part.length);
        part.array = longer;
        memory.add(longer.length - bytes - before.length);
        LargeArrays.shared().giveBack(before);
        return true;
    }

    /** The whole message, which this forgets: {@link #release} it when it has been handled. Null as with {@link #add}. */
    @Nullable
    public Part finish(int id, ByteReader last) {
        Part whole = add(id, last);
        if (whole != null) {
            parts.remove(id);
            heldBytes -= whole.length;
        }
        return whole;
    }

    /** A whole message is not held here any more. */
    public void release(Part whole) {
        memory.add(-whole.array.length);
        if (!whole.kept) {
            LargeArrays.shared().giveBack(whole.array);
        }
    }

    /** Forgets everything: the connection has ended. */
    public void clear() {
        parts.values().forEach(this::release);
        parts.clear();
    }
}
