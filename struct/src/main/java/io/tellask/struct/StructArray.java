package io.tellask.struct;

import io.tellask.struct.view.StructView;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * An array of structs off the heap, in a mapped file, or in any memory segment.
 *
 * <p>A file begins with {@value #HEADER_BYTES} bytes that {@link ArrayHeader} describes, and is refused by programs whose layout is another one. What the
 * operating system keeps of a mapped file when it crashes is only what {@link #force} has returned for.
 *
 * <p>Views, each for one thread, may be moved over the array by many threads at once. Closing frees memory that this class has made; access fails from then on.
 *
 * @param <T> interface of the structs
 */
public final class StructArray<T> implements AutoCloseable {
    /** Bytes in a file before the first struct: {@value}. */
    public static final int HEADER_BYTES = ArrayHeader.BYTES;

    private static final long ALIGNMENT_BYTES = 64; // a cache line
    private static final int FILL_BYTES = 1 << 20;

    private final StructType<T> type;
    private final MemorySegment memory;
    private final long length;
    private final int sizeBytes;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final @Nullable Arena arena; // null: the memory is somebody else's

    private StructArray(StructType<T> type, MemorySegment memory, @Nullable Arena arena) {
        this.type = type;
        this.memory = memory;
        this.arena = arena;
        sizeBytes = type.layout().sizeBytes();
        length = memory.byteSize() / sizeBytes;
    }

    /**
     * An array off the heap, all zero, until it is closed.
     *
     * @throws StructBoundsException if the length is negative, or more bytes than a {@code long} counts
     */
    public static <T> StructArray<T> allocate(StructType<T> type, long length) {
        long bytes = bytesOf(Objects.requireNonNull(type, "type"), length);
        Arena arena = Arena.ofShared();
        try {
            return new StructArray<>(type, arena.allocate(bytes, ALIGNMENT_BYTES), arena);
        } catch (Throwable e) {
            arena.close();
            throw e;
        }
    }

    /**
     * The structs in a memory segment, whose size must be a multiple of theirs.
     *
     * @throws StructBoundsException if it is not, or memory is not aligned as atomic methods need it
     */
    public static <T> StructArray<T> over(StructType<T> type, MemorySegment memory) {
        int size = Objects.requireNonNull(type, "type").layout().sizeBytes();
        Objects.requireNonNull(memory, "memory");
        if (memory.byteSize() % size != 0) {
            throw new StructBoundsException("struct array: memory=" + memory.byteSize() + " bytes, limit=multiple of "
                    + size + ", the size of " + type.layout().name() + "; use a slice of the memory");
        }
        StructArray<T> array = new StructArray<>(type, memory, null);
        if (array.length > 0) {
            type.view(memory, 0); // checks the alignment
        }
        return array;
    }

    /**
     * Makes a file of that many structs, all zero. It takes its room on the disk now: a mapped file that the disk has no room for later ends
     * in errors of the JVM.
     *
     * @throws IOException if it exists already, or cannot be written, as when the disk is full; no file is left then
     * @throws StructBoundsException if the length is negative, or more bytes than a {@code long} counts
     */
    public static <T> StructArray<T> create(StructType<T> type, Path file, long length) throws IOException {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(file, "file");
        long bytes = bytesOf(type, length);
        FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try (channel) {
            requireRoom(file, HEADER_BYTES + bytes);
            fill(channel, HEADER_BYTES + bytes);
            return map(type, channel, FileChannel.MapMode.READ_WRITE, bytes, true);
        } catch (Throwable e) {
            Files.delete(file);
            throw e;
        }
    }

    private static void requireRoom(Path file, long bytes) throws IOException {
        long usable = Files.getFileStore(file).getUsableSpace();
        if (bytes > usable) {
            throw new FileSystemException(
                    file.toString(),
                    null,
                    "struct array: bytes=" + bytes + ", room on the disk=" + usable + "; make it shorter");
        }
    }

    private static void fill(FileChannel channel, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(bytes, FILL_BYTES));
        for (long at = 0; at < bytes; ) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - at));
            at += channel.write(zeros, at);
        }
    }

    /**
     * Opens a file for reading and writing.
     *
     * @throws IOException if it cannot be read and written
     * @throws StructLayoutException if it has structs of another layout, or is no array of structs
     */
    public static <T> StructArray<T> open(StructType<T> type, Path file) throws IOException {
        Objects.requireNonNull(type, "type");
        try (FileChannel channel = FileChannel.open(
                Objects.requireNonNull(file, "file"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return map(type, channel, FileChannel.MapMode.READ_WRITE, ArrayHeader.require(type, file, channel), false);
        }
    }

    /** The same for reading alone: setters fail as those of read-only memory do. */
    public static <T> StructArray<T> openReadOnly(StructType<T> type, Path file) throws IOException {
        Objects.requireNonNull(type, "type");
        try (FileChannel channel = FileChannel.open(Objects.requireNonNull(file, "file"), StandardOpenOption.READ)) {
            return map(type, channel, FileChannel.MapMode.READ_ONLY, ArrayHeader.require(type, file, channel), false);
        }
    }

    private static <T> StructArray<T> map(
            StructType<T> type, FileChannel channel, FileChannel.MapMode mode, long bytes, boolean isNew)
            throws IOException {
        Arena arena = Arena.ofShared();
        try {
            MemorySegment all = channel.map(mode, 0, HEADER_BYTES + bytes, arena);
            if (isNew) {
                ArrayHeader.write(type, all, bytes / type.layout().sizeBytes());
            }
            return new StructArray<>(type, all.asSlice(HEADER_BYTES), arena);
        } catch (Throwable e) {
            arena.close();
            throw e;
        }
    }

    private static long bytesOf(StructType<?> type, long length) {
        int size = type.layout().sizeBytes();
        long limit = (Long.MAX_VALUE - HEADER_BYTES) / size;
        if (length < 0 || length > limit) {
            throw new StructBoundsException("struct array: length=" + length + ", limit=" + limit + " of "
                    + type.layout().name() + "; use a length from 0 to the limit");
        }
        return length * size;
    }

    /** Number of structs. */
    public long length() {
        return length;
    }

    /** The structs' type. */
    public StructType<T> type() {
        return type;
    }

    /** The bytes of all structs, which share this array's memory. */
    public MemorySegment memory() {
        return memory;
    }

    /** A new view of a struct. */
    public T view(long index) {
        return type.view(memory, offset(index));
    }

    /**
     * Moves a view to a struct. Nothing is allocated.
     *
     * @throws StructBoundsException if there is no such index; the view stays
     */
    public void move(T view, long index) {
        StructView cursor = type.cast(view);
        long offset = offset(index);
        // a branch of its own: where all views stay in their arrays, the compiler leaves out the other one, and loops
        // keep what they checked
        if (cursor.isIn(memory)) {
            StructView.moveTo(cursor, offset);
        } else {
            cursor.enter(memory, offset);
        }
    }

    private long offset(long index) {
        if (index < 0 || index >= length) {
            throw new StructBoundsException(
                    "struct array: index=" + index + ", limit=" + (length - 1) + "; use an index from 0 to the limit");
        }
        return index * sizeBytes;
    }

    /**
     * Finds a struct by its key in an array that is sorted by it, in as many steps as the length has bits. Of equal ones any is found.
     *
     * @param view is moved, and shows the struct if it is found
     * @param key of the struct that the view shows
     * @param wanted the key to find
     * @return its index; if there is none, {@code -1 - index} of the first greater one
     */
    public long binarySearch(T view, ToLongFunction<? super T> key, long wanted) {
        Objects.requireNonNull(key, "key");
        type.cast(view);
        long low = 0;
        long high = length - 1;
        // not by the other search, whose comparison would be one more call that the compiler may not see through
        while (low <= high) {
            long middle = (low + high) >>> 1;
            move(view, middle);
            long found = key.applyAsLong(view);
            if (found < wanted) {
                low = middle + 1;
            } else if (found > wanted) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -1 - low;
    }

    /**
     * The same by a comparison of any kind.
     *
     * @param view is moved, and shows the struct if it is found
     * @param comparison negative if the struct that the view shows is before the wanted one, 0 if it is that, positive if it is behind it
     * @return its index; if there is none, {@code -1 - index} of the first that is behind it
     */
    public long binarySearch(T view, ToIntFunction<? super T> comparison) {
        Objects.requireNonNull(comparison, "comparison");
        type.cast(view);
        long low = 0;
        long high = length - 1;
        while (low <= high) {
            long middle = (low + high) >>> 1;
            move(view, middle);
            int order = comparison.applyAsInt(view);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1 - low;
    }

    /** Writes what was changed in a mapped file to the disk, and returns when it is there; other memory is left as it is. */
    public void force() {
        if (memory.isMapped()) {
            memory.force();
        }
    }

    /** Frees memory or unmaps the file; memory that was handed in stays. Does nothing the second time. */
    @Override
    public void close() {
        if (arena != null && closing.compareAndSet(false, true)) {
            try {
                arena.close();
            } catch (IllegalStateException inUse) { // by force(), or another call of the JDK at this moment
                closing.set(false);
                throw inUse;
            }
        }
    }
}
