package io.tellask.codec.bytes;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Messages in memory segments: a segment over a byte array is read where it lies, any other from a copy. */
public final class Segments {
    private Segments() {}

    /** A reader of the whole segment. */
    public static ByteReader reader(MemorySegment source, CodecLimits limits) {
        if (source.heapBase().orElse(null) instanceof byte[] array) {
            ByteReader in = new ByteReader();
            in.wrap(array, Math.toIntExact(source.address()), Math.toIntExact(source.byteSize()));
            return in;
        }
        if (source.byteSize() > limits.bytes()) {
            throw new DecodeException(
                    "decode: bytes=" + source.byteSize() + " > limits.bytes=" + limits.bytes() + "; raise the limit");
        }
        return new ByteReader(source.toArray(ValueLayout.JAVA_BYTE));
    }

    /** Copies a message to the start of {@code target}, which has room for it. */
    public static void store(ByteWriter message, MemorySegment target) {
        MemorySegment.copy(MemorySegment.ofArray(message.array()), 0, target, 0, message.position());
    }
}
