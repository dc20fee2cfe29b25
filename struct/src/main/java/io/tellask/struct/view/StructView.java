package io.tellask.struct.view;

import io.tellask.struct.StructBoundsException;
import io.tellask.struct.StructException;
import io.tellask.struct.StructValueException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What all generated views extend: a segment and the offset of the struct in it. For one thread; the memory may be shared.
 *
 * <p>Segment and offset are plain fields, and generated code calls {@link MemorySegment} itself, so that each accessor has a type profile
 * of its own: a shared method here would see segments of all kinds, on the heap, off it and mapped, and the compiler would call where it
 * can inline.
 */
public abstract class StructView {
    /** Memory of the struct. */
    protected MemorySegment segment = MemorySegment.NULL;

    /** Offset of the struct in its memory. */
    protected long offset;

    /** Made by generated code; the first {@link #place} follows at once. */
    protected StructView() {}

    /** Memory of the struct. */
    public final MemorySegment segment() {
        return segment;
    }

    /** Offset of the struct in its memory. */
    public final long offset() {
        return offset;
    }

    /** Moves this view, unchecked: each access is checked by the segment. */
    public final StructView place(MemorySegment memory, long at) {
        if (segment != memory) { // spares the garbage collector's barrier
            segment = memory;
        }
        offset = at;
        return this;
    }

    /** The index, if an array has it. */
    public static int checkIndex(int index, int count, String field) {
        if (index < 0 || index >= count) {
            throw new StructBoundsException("struct: field=" + field + ", index=" + index + ", limit=" + (count - 1)
                    + "; use an index from 0 to the limit");
        }
        return index;
    }

    /** The constant of that number, if the enum has it. */
    public static Object constant(Object[] constants, int ordinal, String field) {
        if (ordinal >= constants.length) {
            throw new StructValueException("struct: field=" + field + ", ordinal=" + ordinal + ", limit="
                    + (constants.length - 1) + "; write a constant first, or read with the layout of the writer");
        }
        return constants[ordinal];
    }

    /** What is thrown when the tag of a union says that another of its fields is there. */
    public static StructException wrongVariant(int ordinal, int wanted, Object[] constants, String field) {
        Object actual = ordinal < constants.length ? constants[ordinal] : ordinal;
        return new StructValueException("struct: field=" + field + ", tag=" + actual + ", limit=" + constants[wanted]
                + "; ask for the tag first, or set it before this field");
    }

    /** Sets bytes of a union to zero. */
    public static void clear(MemorySegment memory, long from, int count) {
        for (int i = 0; i < count; i++) {
            memory.set(ValueLayout.JAVA_BYTE, from + i, (byte) 0);
        }
    }
}
