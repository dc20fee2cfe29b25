package io.tellask.codec;

import io.tellask.codec.Descriptor.FieldSpec;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Slots that a message makes the reader allocate without a byte of its own for each: tables that a hook of the JDK makes
 * by a count, the places of an enum map for constants that it does not hold, large objects of which the message has few
 * fields, and parts of objects that leave garbage. Asks a
 * {@link HeapBudget}, where there is one, for these slots, for all references and for all objects. Not thread-safe.
 */
final class Unbacked {
    /** Slots for each byte of the message. */
    static final int SLOTS_PER_BYTE = 16;

    /** Slots that any message may have. */
    static final int FREE_SLOTS = 1 << 14;

    /**
     * Slots that a part of an object counts which a hook reads or whose fields are set by name, for what that leaves
     * behind: as many as a byte may have, so that each such part has a byte.
     */
    static final int PART_SLOTS = SLOTS_PER_BYTE;

    private static final int BYTES_PER_SLOT = 4;

    /** Slots of objects count twice: they come on top of what the bytes of the object may take anyway. */
    private static final int OBJECT_WEIGHT = 2;

    /** What an element takes that is a reference: its place, and a small object. */
    private static final int REFERENCE_BYTES = 32;

    /** What a collection or array takes beside its elements. */
    private static final int COLLECTION_BYTES = 64;

    /** What any object takes: a string with its array, or what a class has beside its {@link #heapOf fields}. */
    static final int OBJECT_BYTES = 40;

    /** So much heap of fields is counted before the budget is asked for it. */
    static final int STEP_BYTES = 16 << 10;

    private static final int HEADER_BYTES = 16;

    private long slots;
    private long heapBytes;
    private long takenBytes;
    private long askAtBytes = Long.MAX_VALUE;
    private @Nullable HeapBudget budget;

    /** Sets what grants the heap of the next messages; null: nothing but the limits bounds it. */
    void budget(@Nullable HeapBudget newBudget) {
        budget = newBudget;
        askAtBytes = newBudget == null ? Long.MAX_VALUE : STEP_BYTES;
    }

    /**
     * What an object of a class counts that is written with these fields: where its fields here, transient ones too,
     * take no more than its bytes may at least, nothing.
     */
    static int ofObject(Class<?> type, List<FieldSpec> written) {
        int bytes = fieldBytes(type);
        int leastWritten = 1;
        int flags = 0;
        for (FieldSpec field : written) {
            flags += field.kind() == 'Z' ? 1 : 0;
            leastWritten += field.kind() == 'Z' ? 0 : field.kind() == 'D' ? Double.BYTES : 1;
        }
        leastWritten += (flags + Byte.SIZE - 1) / Byte.SIZE;
        return OBJECT_WEIGHT * Math.max(0, bytes / BYTES_PER_SLOT - SLOTS_PER_BYTE * leastWritten);
    }

    /** What the fields of an object take, inherited and transient ones too. */
    private static int fieldBytes(Class<?> type) {
        int bytes = 0;
        for (Class<?> level = type; level != null; level = level.getSuperclass()) {
            for (Field field : level.getDeclaredFields()) {
                bytes += Modifier.isStatic(field.getModifiers()) ? 0 : bytesOf(field.getType());
            }
        }
        return bytes;
    }

    /** What an object of a class takes beyond {@link #OBJECT_BYTES}; something for each, so that none goes uncounted for long. */
    static int heapOf(Class<?> type) {
        return Math.max(Long.BYTES, HEADER_BYTES + fieldBytes(type) - OBJECT_BYTES);
    }

    private static int bytesOf(Class<?> type) {
        return type == long.class || type == double.class
                ? Long.BYTES
                : type == boolean.class || type == byte.class
                        ? 1
                        : type == short.class || type == char.class ? Short.BYTES : BYTES_PER_SLOT;
    }

    /** Counts an object, where it counts anything. */
    void takeObject(int unbackedSlots, GraphReader in) {
        if (unbackedSlots > 0) {
            take(unbackedSlots, in);
        }
    }

    void take(int more, GraphReader in) {
        slots += more;
        long limit = FREE_SLOTS + (long) SLOTS_PER_BYTE * in.messageBytes();
        if (slots > limit) {
            throw new DecodeException("decode: unbacked slots=" + slots + " > limit=" + limit + ", offset="
                    + in.in.position() + "; the message claims tables or objects that it does not fill");
        }
        takeHeap((long) BYTES_PER_SLOT * more, in);
    }

    /** Asks the budget for an array or collection of so many references, before it is allocated; gives {@code count}. */
    int takeReferences(int count, GraphReader in) {
        if (budget != null) {
            takeHeap(COLLECTION_BYTES + (long) REFERENCE_BYTES * count, in);
        }
        return count;
    }

    /** Counts the fields of an object, as {@link #heapOf} has them, before it is allocated; generated code calls it. */
    void countHeap(int bytes, GraphReader in) {
        heapBytes += bytes;
        if (heapBytes >= askAtBytes) {
            askAtBytes = heapBytes + STEP_BYTES;
            takeObjects(in);
        }
    }

    /** Asks for what was not asked for yet. */
    void endMessage(GraphReader in) {
        if (budget != null) {
            takeObjects(in);
            askAtBytes = STEP_BYTES;
        }
    }

    private void takeObjects(GraphReader in) {
        long bytes = (long) OBJECT_BYTES * in.objects + heapBytes;
        long missing = bytes - takenBytes;
        takenBytes = bytes;
        takeHeap(missing, in);
    }

    void takeHeap(long bytes, GraphReader in) {
        if (budget != null && !budget.take(bytes)) {
            throw new DecodeException("decode: heap bytes=" + bytes + " are more than the budget has left, offset="
                    + in.in.position() + " of message bytes=" + in.messageBytes() + "; send fewer elements at once");
        }
    }

    void clear() {
        slots = 0;
        heapBytes = 0;
        takenBytes = 0;
    }
}
