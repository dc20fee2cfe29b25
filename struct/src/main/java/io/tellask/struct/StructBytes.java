package io.tellask.struct;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Structs as bytes that are kept or sent: the digest of the layout, {@value #DIGEST_BYTES} bytes little-endian, then the struct. Whoever reads them with
 * another layout is told so. Immutable and thread-safe.
 *
 * @param <T> interface of the structs
 */
public final class StructBytes<T> {
    /** Bytes before the struct: {@value}. */
    public static final int DIGEST_BYTES = Long.BYTES;

    private static final ValueLayout.OfLong DIGEST = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final StructType<T> type;
    private final int totalBytes;

    private StructBytes(StructType<T> type) {
        this.type = type;
        totalBytes = DIGEST_BYTES + type.layout().sizeBytes();
    }

    /** The form of a struct. */
    public static <T> StructBytes<T> of(StructType<T> type) {
        return new StructBytes<>(Objects.requireNonNull(type, "type"));
    }

    /** Digest and struct. */
    public int totalBytes() {
        return totalBytes;
    }

    /** A copy of the struct that the view shows. */
    public byte[] copy(T view) {
        Objects.requireNonNull(view, "view");
        byte[] bytes = new byte[totalBytes];
        MemorySegment target = MemorySegment.ofArray(bytes);
        target.set(DIGEST, 0, type.layout().digest());
        MemorySegment.copy(
                type.bytes(view), 0, target, DIGEST_BYTES, type.layout().sizeBytes());
        return bytes;
    }

    /**
     * A new view over such bytes, which are not copied unless the struct has atomic methods, which an array has no room for.
     *
     * @throws StructLayoutException if they are of another layout, or not as many
     */
    public T view(byte[] bytes) {
        MemorySegment memory = MemorySegment.ofArray(Objects.requireNonNull(bytes, "bytes"));
        require(memory);
        if (type.requiredAlignmentBytes() == 1) {
            return type.view(bytes, DIGEST_BYTES);
        }
        T view = type.allocate();
        type.bytes(view).copyFrom(memory.asSlice(DIGEST_BYTES));
        return view;
    }

    /**
     * Moves a view to such bytes where they lie. Nothing is copied.
     *
     * @throws StructLayoutException if they are of another layout, or not as many; the view stays
     * @throws StructBoundsException if the struct has atomic methods, and the bytes are not aligned as these need it
     */
    public void move(T view, MemorySegment bytes) {
        Objects.requireNonNull(view, "view");
        require(Objects.requireNonNull(bytes, "bytes"));
        type.move(view, bytes, DIGEST_BYTES);
    }

    /** The digest comes first: another layout mostly has another size, too, and the error is to say that it is another layout. */
    private void require(MemorySegment bytes) {
        if (bytes.byteSize() >= DIGEST_BYTES) {
            type.layout().requireDigest(bytes.get(DIGEST, 0));
        }
        if (bytes.byteSize() != totalBytes) {
            throw new StructLayoutException("struct: type=" + type.layout().name() + ", bytes=" + bytes.byteSize()
                    + ", limit=" + totalBytes + "; read what StructBytes of the same interface has written");
        }
    }
}
