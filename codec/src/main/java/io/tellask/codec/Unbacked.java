package io.tellask.codec;

import io.tellask.codec.Descriptor.FieldSpec;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;

/**
 * Slots that a message makes the reader allocate without a byte of its own for each: tables that a hook of the JDK makes
 * by a count, the places of an enum map for constants that it does not hold, large objects of which the message has few
 * fields, and parts of objects that leave garbage. Not thread-safe.
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

    private long slots;

    /**
     * What an object of a class counts that is written with these fields: where its fields here, transient ones too,
     * take no more than its bytes may at least, nothing.
     */
    static int ofObject(Class<?> type, List<FieldSpec> written) {
        int bytes = 0;
        for (Class<?> level = type; level != null; level = level.getSuperclass()) {
            for (Field field : level.getDeclaredFields()) {
                bytes += Modifier.isStatic(field.getModifiers()) ? 0 : bytesOf(field.getType());
            }
        }
        int leastWritten = 1;
        int flags = 0;
        for (FieldSpec field : written) {
            flags += field.kind() == 'Z' ? 1 : 0;
            leastWritten += field.kind() == 'Z' ? 0 : field.kind() == 'D' ? Double.BYTES : 1;
        }
        leastWritten += (flags + Byte.SIZE - 1) / Byte.SIZE;
        return OBJECT_WEIGHT * Math.max(0, bytes / BYTES_PER_SLOT - SLOTS_PER_BYTE * leastWritten);
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
    }

    void clear() {
        slots = 0;
    }
}
