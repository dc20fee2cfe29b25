package io.tellask.remote.frame;

import io.tellask.actor.runtime.TraceScope;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * The trace in front of a call that carries one. Stateless; thread-safe.
 *
 * <pre>
 *  +----------------------+----------------------+-------+--------------------+
 *  | trace id, 16 bytes   | parent id, 8 bytes   | flags | text tracestate    |    ids big-endian, as traceparent has them
 *  +----------------------+----------------------+-------+--------------------+
 * </pre>
 */
public final class TraceFrames {
    private static final int FIXED_BYTES = 25;
    private static final int HEAP_BYTES = 48;
    private static final int STATE_HEAP_BYTES = 48;

    private TraceFrames() {}

    /** The trace that a call made now by the calling thread carries; null: none. */
    public static @Nullable TraceContext current() {
        return (TraceContext) TraceScope.current();
    }

    /** How many bytes a trace takes; 0 where there is none. */
    public static int bytes(@Nullable TraceContext trace) {
        if (trace == null) {
            return 0;
        }
        int chars = trace.tracestate().length();
        return FIXED_BYTES + (chars == 0 ? 1 : chars < 0x7F ? 1 + chars : 2 + chars);
    }

    /** What a trace takes of the heap while its call waits; 0 where there is none. */
    public static int heapBytes(@Nullable TraceContext trace) {
        return trace == null
                ? 0
                : HEAP_BYTES
                        + (trace.tracestate().isEmpty()
                                ? 0
                                : STATE_HEAP_BYTES + trace.tracestate().length());
    }

    /** Writes {@link #bytes} bytes. */
    public static void write(ByteWriter out, TraceContext trace) {
        out.writeInt64(Long.reverseBytes(trace.traceIdHigh()));
        out.writeInt64(Long.reverseBytes(trace.traceIdLow()));
        out.writeInt64(Long.reverseBytes(trace.parentIdBits()));
        out.writeByte(trace.flags());
        out.writeUtf8(trace.tracestate().isEmpty() ? null : trace.tracestate());
    }

    public static TraceContext read(ByteReader in) {
        long traceIdHigh = Long.reverseBytes(in.readInt64());
        long traceIdLow = Long.reverseBytes(in.readInt64());
        long parentId = Long.reverseBytes(in.readInt64());
        int flags = in.readByte();
        String tracestate = in.readUtf8();
        try {
            return TraceContext.of(traceIdHigh, traceIdLow, parentId, flags, tracestate == null ? "" : tracestate);
        } catch (IllegalArgumentException malformed) {
            throw new ProtocolException(malformed.getMessage() + "; the peer is damaged or hostile");
        }
    }
}
