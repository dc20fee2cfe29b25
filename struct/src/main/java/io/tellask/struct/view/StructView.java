package io.tellask.struct.view;

import io.tellask.struct.StructBoundsException;
import io.tellask.struct.StructException;
import io.tellask.struct.StructValueException;
import io.tellask.text.PassedByValue;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What all generated views extend: memory, as an array or a segment, and the position of the struct in it. For one thread; the memory may be
 * shared.
 *
 * <p>Each generated class reads and writes by code of its own, with branches for segments off the heap, for arrays, and for other segments: a shared
 * method here would see segments of all kinds, and the compiler, which inlines at most two, would make calls of each access. Memory is only stored by
 * {@link #enter}, which a loop must not contain: else it checks the segment for each struct again. ADR 60 has what both cost.
 */
@PassedByValue
public abstract class StructView {
    private static final byte[] NONE = {};

    /** The array, if the memory is one; then the segment is not looked at. */
    protected byte @Nullable [] bytes = NONE;

    /** Whether the memory is a segment off the heap, mapped ones included. */
    protected boolean isNative;

    /** The segment; null if the memory was given as an array. */
    protected @Nullable MemorySegment segment;

    /** Index in the array, else offset in the segment. */
    protected long position;

    private long base; // position of the memory's first byte: not 0 where a segment begins inside its array

    private final Object type;
    private final StructView[] nested;

    /** Made by generated code, for a type, with the views that its getters return; {@link #enter} follows at once. */
    protected StructView(Object type, StructView[] nested) {
        this.type = type;
        this.nested = nested;
    }

    /** The byte at a position. */
    protected abstract byte byteAt(long at);

    /** Writes the byte at a position. */
    protected abstract void byteAt(long at, byte value);

    /** The eight bytes at a position as a little-endian number. */
    protected abstract long longAtLittle(long at);

    /** Writes the eight bytes at a position as a little-endian number. */
    protected abstract void longAtLittle(long at, long value);

    /** Whether this type made the view. */
    public final boolean isOf(Object other) {
        return type == other;
    }

    /** Memory of the struct, also if it was given as an array. */
    public final MemorySegment segment() {
        MemorySegment given = segment;
        return given == null ? MemorySegment.ofArray(Objects.requireNonNull(bytes)) : given;
    }

    /** The struct's name, where it lies, and in how many bytes of memory. */
    @Override
    public final String toString() {
        return type + " at offset " + offset(this) + " of " + memoryBytes(this) + " bytes";
    }

    /** Offset of the struct in {@link #segment}. Static as others here, since a struct may have a field of that name. */
    public static long offset(StructView view) {
        return view.position - view.base;
    }

    /** Size of the memory. */
    public static long memoryBytes(StructView view) {
        MemorySegment given = view.segment;
        return given == null ? Objects.requireNonNull(view.bytes).length : given.byteSize();
    }

    /** Whether this view is in that memory, given as a segment. */
    @SuppressWarnings("MemorySegmentReferenceEquality") // another one that is equal is only a detour
    public final boolean isIn(MemorySegment memory) {
        return segment == memory;
    }

    /** Moves a view within its memory, unchecked. */
    public static void moveTo(StructView view, long offset) {
        view.position = view.base + offset;
    }

    /** Moves this view, checked by the caller. */
    public final void place(byte[] array, long index) {
        if (bytes == array && segment == null) { // spares the garbage collector's barrier
            position = index;
        } else {
            enter(array, index);
        }
    }

    /** Moves this view, checked by the caller. */
    public final void place(MemorySegment memory, long offset) {
        if (isIn(memory)) {
            moveTo(this, offset);
        } else {
            enter(memory, offset);
        }
    }

    /** Moves this view and its nested ones into an array, checked by the caller. */
    public final void enter(byte[] array, long index) {
        enter(array, null, 0, index);
    }

    /** Moves this view and its nested ones into a segment, checked by the caller. */
    public final void enter(MemorySegment memory, long offset) {
        // read-only segments do not show their array
        byte[] array = memory.heapBase().orElse(null) instanceof byte[] base ? base : null;
        enter(array, memory, array == null ? 0 : memory.address(), offset);
    }

    private void enter(byte @Nullable [] array, @Nullable MemorySegment memory, long start, long offset) {
        bytes = array;
        segment = memory;
        isNative = memory != null && memory.isNative();
        base = start;
        position = start + offset;
        for (StructView each : nested) {
            each.enter(array, memory, start, offset);
        }
    }

    /** Moves this nested view to its place in another, in whose memory it is unless somebody moved it out of there. */
    @SuppressWarnings("MemorySegmentReferenceEquality") // another one that is equal is only a detour
    public final StructView place(StructView outer, long at) {
        if (segment != outer.segment || bytes != outer.bytes) {
            enter(outer.bytes, outer.segment, outer.base, at - outer.base);
        }
        position = at;
        return this;
    }

    /** Sets bytes to zero. */
    protected final void clear(long from, int count) {
        int i = 0;
        for (; i <= count - Long.BYTES; i += Long.BYTES) {
            longAtLittle(from + i, 0);
        }
        for (; i < count; i++) {
            byteAt(from + i, (byte) 0);
        }
    }

    /** The index, if an array has it. */
    protected static int checkIndex(int index, int count, String field) {
        if (index < 0 || index >= count) {
            throw new StructBoundsException("struct: field=" + field + ", index=" + index + ", limit=" + (count - 1)
                    + "; use an index from 0 to the limit");
        }
        return index;
    }

    /** The constant of that number, if the enum has it. */
    protected static Object constant(Object[] constants, int ordinal, String field) {
        if (ordinal >= constants.length) {
            throw new StructValueException("struct: field=" + field + ", ordinal=" + ordinal + ", limit="
                    + (constants.length - 1) + "; write a constant first, or read with the layout of the writer");
        }
        return constants[ordinal];
    }

    /** What is thrown when the tag of a union says that another of its fields is there. */
    protected static StructException wrongVariant(int ordinal, int wanted, Object[] constants, String field) {
        Object actual = ordinal < constants.length ? constants[ordinal] : ordinal;
        return new StructValueException("struct: field=" + field + ", tag=" + actual + ", limit=" + constants[wanted]
                + "; ask for the tag first, or set it before this field");
    }
}
