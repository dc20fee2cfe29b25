package io.tellask.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Messages in memory segments: a segment over a byte array is read where it lies, any other from a copy. */
final class Segments {
    private Segments() {}

    static <T> @Nullable T decode(Codec codec, MemorySegment source, Class<T> type) {
        if (source.heapBase().orElse(null) instanceof byte[] array) {
            return codec.decode(array, Math.toIntExact(source.address()), Math.toIntExact(source.byteSize()), type);
        }
        if (source.byteSize() > codec.limits().bytes()) {
            throw new DecodeException("decode: bytes=" + source.byteSize() + " > limits.bytes="
                    + codec.limits().bytes() + "; raise the limit");
        }
        return codec.decode(source.toArray(ValueLayout.JAVA_BYTE), type);
    }

    /** Copies a message to the start of {@code target}, or leaves it as it is. */
    static void store(ByteWriter message, MemorySegment target) {
        int length = message.position();
        if (length > target.byteSize()) {
            throw new TargetTooSmallException(length, target.byteSize());
        }
        MemorySegment.copy(MemorySegment.ofArray(message.array()), 0, target, 0, length);
    }
}
