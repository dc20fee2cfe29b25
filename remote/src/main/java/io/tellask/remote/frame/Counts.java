package io.tellask.remote.frame;

import io.tellask.codec.ByteReader;
import io.tellask.remote.ProtocolException;

/** Counts within frames, of calls, items, bytes or times: varints of at most 2^31 - 1. Stateless. */
public final class Counts {
    private Counts() {}

    /** Reads a count; throws {@link ProtocolException} where it is larger, or below {@code least}. */
    public static int read(ByteReader in, String frame, String name, int least) {
        int count = in.readVarInt();
        if (count < 0) {
            throw new ProtocolException(frame + ": " + name + "=" + Integer.toUnsignedString(count) + " > "
                    + Integer.MAX_VALUE + "; the peer is damaged or hostile");
        }
        if (count < least) {
            throw new ProtocolException(
                    frame + ": " + name + "=" + count + " < " + least + "; the peer is damaged or hostile");
        }
        return count;
    }
}
