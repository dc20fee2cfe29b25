package io.tellask.struct;

import java.util.List;

/** Alignment that atomic methods of a struct, and those of structs in it, need. Stateless. */
final class AtomicAlignment {
    private AtomicAlignment() {}

    /** 1 without atomic methods; refuses a layout that does not keep them aligned. */
    static int of(Class<?> type, StructLayout layout, List<Accessor> accessors, List<StructType<?>> nested) {
        int required = 1;
        for (Accessor accessor : accessors) {
            StructField field = accessor.field();
            if (accessor.mode().isAtomic()) {
                required = Math.max(required, require(type, layout, field, field.sizeBytes()));
            }
        }
        List<StructField> structs = ViewCode.nested(layout);
        for (int i = 0; i < structs.size(); i++) {
            int ofNested = nested.get(i).requiredAlignmentBytes();
            required = Math.max(required, require(type, layout, structs.get(i), ofNested));
        }
        return required;
    }

    private static int require(Class<?> type, StructLayout layout, StructField field, int alignment) {
        if (field.offsetBytes() % alignment != 0 || layout.sizeBytes() % alignment != 0) {
            throw new StructTypeException("struct: type=" + type.getName() + ", field=" + field.name() + ", offset="
                    + field.offsetBytes() + ", struct of " + layout.sizeBytes()
                    + " bytes; atomic methods need both to be"
                    + " multiples of limit=" + alignment + ": raise maxAlignmentBytes of @Struct");
        }
        return alignment;
    }
}
