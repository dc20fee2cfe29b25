package io.tellask.codec.schema;

import io.tellask.codec.DecodeException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Turns a value that was written for another version of a field into what the field takes: numbers become wider ones as
 * in Java's assignments, primitives their boxes and back, and references are checked.
 */
public final class FieldConversion {
    private static final String WIDENING_ORDER = "BSIJFD";

    /** Names of the kinds of {@code MessageNode}, which this package does not know. */
    private static final Pattern NODE = Pattern.compile("io\\.tellask\\.codec\\.(Object|Enum|Sequence|Map|Value)Node");

    private static final MethodHandle CHECKED;

    static {
        try {
            MethodType type = MethodType.methodType(Object.class, Class.class, String.class, Object.class);
            CHECKED = MethodHandles.lookup().findStatic(FieldConversion.class, "checked", type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private FieldConversion() {}

    /** Whether a written kind can, for at least some values, become a field of {@code type}. */
    static boolean exists(char written, Class<?> type) {
        if (written == 'L') {
            return true;
        }
        if (written == 'T') {
            return type.isAssignableFrom(String.class);
        }
        Class<?> primitive = MethodType.methodType(type).unwrap().returnType();
        return primitive.isPrimitive() ? widens(written, kindOf(primitive)) : type.isAssignableFrom(boxOf(written));
    }

    /**
     * The conversion as a handle, from the written kind's primitive or Object to the field's primitive or Object.
     *
     * @param name of the field, for errors
     */
    static MethodHandle of(char written, Class<?> type, String name) {
        Class<?> erased = ClassAccess.erased(type);
        if (written == 'L') {
            return type == Object.class
                    ? MethodHandles.identity(Object.class)
                    : MethodHandles.insertArguments(CHECKED, 0, type, name)
                            .asType(MethodType.methodType(erased, Object.class));
        }
        if (written == 'T') {
            return MethodHandles.identity(Object.class);
        }
        Class<?> primitive = MethodType.methodType(type).unwrap().returnType();
        Class<?> wide = primitive.isPrimitive() ? primitive : primitiveOf(written);
        return MethodHandles.identity(wide).asType(MethodType.methodType(erased, primitiveOf(written)));
    }

    /** Whether a field of this type takes boxes of other numbers, which look the same in a descriptor. */
    static boolean isWideningBox(Class<?> type) {
        return type == Short.class
                || type == Integer.class
                || type == Long.class
                || type == Float.class
                || type == Double.class;
    }

    /** Whether a field takes the value as it is. */
    public static boolean takes(Class<?> type, @Nullable Object value) {
        return value == null
                ? !type.isPrimitive()
                : (type.isPrimitive() ? boxOf(kindOf(type)) : type).isInstance(value);
    }

    /** The reference as a field of {@code type} takes it; for a primitive its box. */
    public static @Nullable Object checked(Class<?> type, String name, @Nullable Object value) {
        if (takes(type, value)) {
            return value;
        }
        if (value == null) {
            return defaultOf(type);
        }
        Class<?> from = MethodType.methodType(value.getClass()).unwrap().returnType();
        Class<?> to = MethodType.methodType(type).unwrap().returnType();
        if (from.isPrimitive() && to.isPrimitive() && widens(kindOf(from), kindOf(to))) {
            return widen(value instanceof Character character ? (int) character : (Number) value, kindOf(to));
        }
        throw new DecodeException(
                "decode: " + misfit(name, type.getName(), value.getClass().getName()));
    }

    /** What to say of a field that does not take a value, by the names of both classes. */
    public static String misfit(String field, String type, String valueType) {
        String what = "field=" + field + " of type=" + sourceName(type);
        return NODE.matcher(valueType).matches()
                ? what + " takes no node, which unknownClasses=KEEP made of an object of a class that is unknown here;"
                        + " choose SKIP, or a field that holds any object"
                : what + " takes no class=" + sourceName(valueType) + "; the writer's field has another type";
    }

    /** The name of a class as programs spell it, from the one that the virtual machine gives. */
    private static String sourceName(String name) {
        int dimensions = name.lastIndexOf('[') + 1;
        if (dimensions == 0) {
            return name;
        }
        String component = name.charAt(dimensions) == 'L'
                ? name.substring(dimensions + 1, name.length() - 1)
                : primitiveOf(name.charAt(dimensions)).getName();
        return component + "[]".repeat(dimensions);
    }

    /** The type of a field that was written as this kind, in words. */
    static String nameOf(char kind) {
        return switch (kind) {
            case 'T' -> "java.lang.String";
            case 'L' -> "a reference";
            default -> primitiveOf(kind).getName();
        };
    }

    private static boolean widens(char from, char to) {
        if (from == 'C' && to != 'C') {
            return to == 'I' || to == 'J' || to == 'F' || to == 'D';
        }
        int narrow = WIDENING_ORDER.indexOf(from);
        return from == to || narrow >= 0 && narrow <= WIDENING_ORDER.indexOf(to);
    }

    private static Object widen(Number value, char to) {
        return switch (to) {
            case 'S' -> value.shortValue();
            case 'I' -> value.intValue();
            case 'J' -> value.longValue();
            case 'F' -> value.floatValue();
            default -> value.doubleValue();
        };
    }

    private static char kindOf(Class<?> primitive) {
        return primitive.descriptorString().charAt(0);
    }

    static Class<?> primitiveOf(char kind) {
        return switch (kind) {
            case 'Z' -> boolean.class;
            case 'B' -> byte.class;
            case 'S' -> short.class;
            case 'C' -> char.class;
            case 'I' -> int.class;
            case 'J' -> long.class;
            case 'F' -> float.class;
            default -> double.class;
        };
    }

    private static Class<?> boxOf(char kind) {
        return switch (kind) {
            case 'Z' -> Boolean.class;
            case 'B' -> Byte.class;
            case 'S' -> Short.class;
            case 'C' -> Character.class;
            case 'I' -> Integer.class;
            case 'J' -> Long.class;
            case 'F' -> Float.class;
            default -> Double.class;
        };
    }

    /** The value of a field that was not written. */
    public static @Nullable Object defaultOf(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    }
}
