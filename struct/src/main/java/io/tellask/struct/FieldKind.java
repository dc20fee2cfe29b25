package io.tellask.struct;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import org.jspecify.annotations.Nullable;

/** What a field of a struct holds. */
public enum FieldKind {
    /** One byte, 0 or 1. */
    BOOLEAN(1, boolean.class),
    /** One byte. */
    BYTE(1, byte.class),
    /** Two bytes. */
    SHORT(2, short.class),
    /** Two bytes, a unit of UTF-16. */
    CHAR(2, char.class),
    /** Four bytes. */
    INT(4, int.class),
    /** Eight bytes. */
    LONG(8, long.class),
    /** Four bytes of IEEE 754. */
    FLOAT(4, float.class),
    /** Eight bytes of IEEE 754. */
    DOUBLE(8, double.class),
    /** Number of a constant of an enum: one byte, or two where there are more than 256 constants. */
    ENUM(0, null),
    /** UTF-8, filled up with zeros. */
    FIXED_TEXT(0, null),
    /** Length in two bytes, then UTF-8. */
    BOUNDED_TEXT(0, null),
    /** Another struct. */
    STRUCT(0, null);

    private final int sizeBytes; // 0: depends on the field
    private final @Nullable Class<?> primitive;

    FieldKind(int sizeBytes, @Nullable Class<?> primitive) {
        this.sizeBytes = sizeBytes;
        this.primitive = primitive;
    }

    /** Whether this is one of Java's primitive types. */
    public boolean isPrimitive() {
        return primitive != null;
    }

    int sizeBytes() {
        return sizeBytes;
    }

    /** Whether memory can be compared and set: numbers of four and eight bytes. */
    boolean isComparable() {
        return this == INT || this == LONG || this == FLOAT || this == DOUBLE;
    }

    boolean isText() {
        return this == FIXED_TEXT || this == BOUNDED_TEXT;
    }

    ClassDesc primitiveDesc() {
        return primitive == null
                ? ConstantDescs.CD_Object
                : primitive.describeConstable().orElseThrow();
    }

    static @Nullable FieldKind ofPrimitive(Class<?> type) {
        for (FieldKind kind : values()) {
            if (kind.primitive == type) {
                return kind;
            }
        }
        return null;
    }
}
