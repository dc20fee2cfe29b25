package io.tellask.codec;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/**
 * Widens a value that was written for another version of a field: numbers to wider ones, primitives to their boxes and
 * back.
 */
final class FieldConversion {
    private static final String WIDENING_ORDER = "BSIJFD";

    private FieldConversion() {}

    /** Whether a written kind can, for at least some values, become a field of {@code type}. */
    static boolean exists(char written, Class<?> type) {
        if (!type.isPrimitive()) {
            return written == 'L'
                    || written == 'T' && type.isAssignableFrom(String.class)
                    || written != 'T' && type.isAssignableFrom(boxOf(written));
        }
        char here = type.descriptorString().charAt(0);
        return written == here || written == 'L' || widens(written, here);
    }

    private static boolean widens(char from, char to) {
        if (from == 'C') {
            return to == 'I' || to == 'J' || to == 'F' || to == 'D';
        }
        int narrow = WIDENING_ORDER.indexOf(from);
        return narrow >= 0 && narrow <= WIDENING_ORDER.indexOf(to);
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

    /** The value as a field of {@code type} takes it; a ClassCastException where it does not fit. */
    static @Nullable Object convert(@Nullable Object value, Class<?> type) {
        if (value == null || !type.isPrimitive()) {
            return value;
        }
        char from = switch (value) {
            case Boolean ignored -> 'Z';
            case Character ignored -> 'C';
            case Byte ignored -> 'B';
            case Short ignored -> 'S';
            case Integer ignored -> 'I';
            case Long ignored -> 'J';
            case Float ignored -> 'F';
            case Double ignored -> 'D';
            default -> '-';
        };
        char to = type.descriptorString().charAt(0);
        if (from == to) {
            return value;
        }
        if (!widens(from, to)) {
            throw new ClassCastException(value.getClass().getName() + " does not widen to " + type);
        }
        return widen(value instanceof Character character ? (int) character : (Number) value, to);
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

    /** The value of a field that was not written. */
    static @Nullable Object defaultOf(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    }
}
