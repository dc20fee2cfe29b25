package io.tellask.struct.view;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Constants of generated code for memory segments: layouts for plain access, which need no alignment, and handles for atomic access, which
 * do; and handles for byte arrays. Stateless.
 */
public final class Scalars {
    private Scalars() {}

    /**
     * A constant by its name, {@code INT_LITTLE} or {@code LONG_BIG}: a layout, or a handle of segment and offset, or if {@code ARRAY_} comes
     * first a handle of byte array and index. Called when generated code first uses it, as what makes a constant of a class file.
     */
    public static Object constant(MethodHandles.Lookup lookup, String name, Class<?> type) {
        boolean array = name.startsWith("ARRAY_");
        String kind = name.substring(array ? 6 : 0, name.lastIndexOf('_'));
        ByteOrder order = name.endsWith("_BIG") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        ValueLayout aligned = aligned(kind).withOrder(order);
        if (array) {
            return MethodHandles.byteArrayViewVarHandle(aligned.carrier().arrayType(), order);
        }
        return type == VarHandle.class ? aligned.varHandle() : aligned.withByteAlignment(1);
    }

    private static ValueLayout aligned(String kind) {
        return switch (kind) {
            case "BOOLEAN" -> ValueLayout.JAVA_BOOLEAN;
            case "BYTE" -> ValueLayout.JAVA_BYTE;
            case "SHORT" -> ValueLayout.JAVA_SHORT;
            case "CHAR" -> ValueLayout.JAVA_CHAR;
            case "INT" -> ValueLayout.JAVA_INT;
            case "LONG" -> ValueLayout.JAVA_LONG;
            case "FLOAT" -> ValueLayout.JAVA_FLOAT;
            case "DOUBLE" -> ValueLayout.JAVA_DOUBLE;
            default -> throw new IllegalArgumentException(kind);
        };
    }
}
