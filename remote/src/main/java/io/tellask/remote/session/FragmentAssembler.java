package io.tellask.remote.session;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.ProtocolException;
import java.util.HashMap;
import java.util.Map;

/** Puts fragmented messages together; at most twice {@code messageBytes} over all that are under way. The loop's own. */
final class FragmentAssembler {
    private static final int MESSAGES_UNDER_WAY = 64;

    private final int messageBytes;
    private final Map<Integer, ByteWriter> parts = new HashMap<>();
    private long heldBytes;

    FragmentAssembler(int messageBytes) {
        this.messageBytes = messageBytes;
    }

    /** Adds a fragment; returns what there is of its message. */
    ByteWriter add(int id, ByteReader in) {
        ByteWriter part = parts.get(id);
        if (part == null) {
            if (parts.size() >= MESSAGES_UNDER_WAY) {
                throw new ProtocolException("fragments: messages under way=" + parts.size() + " >= limit="
                        + MESSAGES_UNDER_WAY + "; the peer must finish messages it began");
            }
            part = new ByteWriter(in.remaining());
            parts.put(id, part);
        }
        int count = in.remaining();
        heldBytes += count;
        if ((long) part.position() + count > messageBytes || heldBytes > 2L * messageBytes) {
            throw new ProtocolException("fragments: message bytes=" + (part.position() + (long) count) + ", held="
                    + heldBytes + " > messageBytes=" + messageBytes + "; the peer must send smaller messages");
        }
        part.writeBytes(in.array(), in.position(), count);
        return part;
    }

    /** The whole message, which this forgets. */
    ByteWriter finish(int id, ByteReader last) {
        ByteWriter whole = add(id, last);
        parts.remove(id);
        heldBytes -= whole.position();
        return whole;
    }
}
