package io.tellask.codec.schema;

import io.tellask.codec.schema.Descriptor.FieldSpec;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;

/** Estimates the heap that objects of a class take, and how much of it their bytes in a message do not pay for. */
public final class HeapEstimate {
    /** Slots for each byte of the message. */
    public static final int SLOTS_PER_BYTE = 16;

    /** Heap bytes of a slot: a reference or a number of four bytes. */
    public static final int BYTES_PER_SLOT = 4;

    /** Slots of objects count twice: they come on top of what the bytes of the object may take anyway. */
    private static final int OBJECT_WEIGHT = 2;

    /** What any object takes: a string with its array, or what a class has beside its {@link #heapOf fields}. */
    public static final int OBJECT_BYTES = 40;

    private static final int HEADER_BYTES = 16;

    private HeapEstimate() {}

    /**
     * What an object of a class counts that is written with these fields: where its fields here, transient ones too,
     * take no more than its bytes may at least, nothing.
     */
    public static int ofObject(Class<?> type, List<FieldSpec> written) {
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
    public static int heapOf(Class<?> type) {
        return Math.max(Long.BYTES, HEADER_BYTES + fieldBytes(type) - OBJECT_BYTES);
    }

    private static int bytesOf(Class<?> type) {
        return type == long.class || type == double.class
                ? Long.BYTES
                : type == boolean.class || type == byte.class
                        ? 1
                        : type == short.class || type == char.class ? Short.BYTES : BYTES_PER_SLOT;
    }
}
