package io.tellask.struct;

import io.tellask.struct.view.StructView;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A list of structs off the heap that grows. Its memory is made in chunks, so that structs never move and views stay right. Removed structs
 * keep their memory for others; {@link #close} frees all of it. For one thread, or under a lock.
 *
 * @param <T> interface of the structs
 */
public final class StructList<T> implements AutoCloseable {
    /** Least size of a chunk: {@value} bytes, or one struct. */
    public static final int CHUNK_BYTES = 1 << 16;

    private final StructType<T> type;
    private final int chunkShift; // a chunk has 1 << chunkShift structs
    private final Arena arena = Arena.ofShared();
    private final List<StructArray<T>> chunks = new ArrayList<>();
    private long length;

    /** An empty list. */
    public StructList(StructType<T> type) {
        this.type = Objects.requireNonNull(type, "type");
        int atLeast = CHUNK_BYTES / type.layout().sizeBytes();
        chunkShift = atLeast <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(atLeast - 1);
    }

    /** Number of structs. */
    public long length() {
        return length;
    }

    /** Adds a struct that is all zero, and moves the view to it. */
    public void append(T view) {
        requireOpen();
        int chunk = Math.toIntExact(length >>> chunkShift);
        type.cast(view);
        if (chunk == chunks.size()) {
            long bytes = (long) type.layout().sizeBytes() << chunkShift;
            chunks.add(StructArray.over(type, arena.allocate(bytes, Long.BYTES)));
        }
        length++;
        move(view, length - 1);
        type.bytes(view).fill((byte) 0);
    }

    /** Adds a copy of the struct that the view shows; the view stays. */
    public void appendCopy(T source) {
        T copy = type.duplicate(Objects.requireNonNull(source, "source"));
        append(copy);
        type.copy(source, copy);
    }

    /** A new view of a struct. */
    public T view(long index) {
        requireIndex(index);
        return chunks.get((int) (index >>> chunkShift)).view(inChunk(index));
    }

    /**
     * Moves a view to a struct. Nothing is allocated.
     *
     * @throws StructBoundsException if there is no such index; the view stays
     */
    public void move(T view, long index) {
        StructView cursor = type.cast(view);
        requireIndex(index);
        long offset = inChunk(index) * type.layout().sizeBytes();
        // by no branch that views of a StructArray take, which hardly ever change their memory
        cursor.place(chunks.get((int) (index >>> chunkShift)).memory(), offset);
    }

    /**
     * Removes all structs from an index on.
     *
     * @throws StructBoundsException if the list is shorter
     */
    public void truncate(long newLength) {
        if (newLength < 0 || newLength > length) {
            throw new StructBoundsException(
                    "struct list: length=" + newLength + ", limit=" + length + "; use a length from 0 to the limit");
        }
        length = newLength;
    }

    private void requireOpen() {
        if (!arena.scope().isAlive()) {
            throw new IllegalStateException("struct list is closed; make a new one");
        }
    }

    private void requireIndex(long index) {
        if (index < 0 || index >= length) {
            throw new StructBoundsException(
                    "struct list: index=" + index + ", limit=" + (length - 1) + "; use an index from 0 to the limit");
        }
    }

    private long inChunk(long index) {
        return index & ((1L << chunkShift) - 1);
    }

    /** Frees all memory; access by views fails from then on. Does nothing the second time. */
    @Override
    public void close() {
        length = 0;
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
