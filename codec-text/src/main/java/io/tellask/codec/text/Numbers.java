package io.tellask.codec.text;

import io.tellask.codec.text.Tree.Literal;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Numbers between their texts and the types of Java, only where nothing is lost. */
final class Numbers {
    /** The largest integer that a JavaScript number keeps, as all below it. */
    static final long MAX_SAFE_INTEGER = (1L << 53) - 1;

    /** Reading decimal digits takes time quadratic in their number. */
    static final int MAX_DIGITS = 5_000;

    /** A BigInteger of fewer bits has fewer than {@link #MAX_DIGITS} digits. */
    private static final int MAX_BITS = 16_384;

    private static final int MAX_LONG_DIGITS = 19;
    private static final long MAX_EXACT_DOUBLE = 1L << 53;
    private static final long MAX_EXACT_FLOAT = 1L << 24;

    private Numbers() {}

    static boolean isSafe(long value) {
        return -MAX_SAFE_INTEGER <= value && value <= MAX_SAFE_INTEGER;
    }

    static boolean isHuge(Object value) {
        return value instanceof BigInteger integer && integer.bitLength() > MAX_BITS
                || value instanceof BigDecimal decimal
                        && decimal.unscaledValue().bitLength() > MAX_BITS;
    }

    static BigInteger bigInteger(String digits) {
        return new BigInteger(requireShort(digits));
    }

    static BigDecimal bigDecimal(String digits) {
        return new BigDecimal(requireShort(digits));
    }

    private static String requireShort(String digits) {
        if (digits.length() > MAX_DIGITS) {
            throw new IllegalArgumentException("digits=" + digits.length() + " > MAX_DIGITS=" + MAX_DIGITS);
        }
        return digits;
    }

    /** The number as an integer between the bounds; null where the item is none. */
    static @Nullable Long integer(@Nullable Object item, long least, long most) {
        Long value = switch (item) {
            case Long number -> number;
            case Literal(String text) -> exactLong(bigDecimal(text));
            case Double number when number == Math.rint(number) && Math.abs(number) < 0x1p63 -> number.longValue();
            case Float number when number == Math.rint(number) && Math.abs(number) < 0x1p63 -> number.longValue();
            case null, default -> null;
        };
        return value == null || value < least || value > most ? null : value;
    }

    /** Looks at the magnitude first: 1e1000000000 must not be written out. */
    private static @Nullable Long exactLong(BigDecimal number) {
        if (number.signum() == 0) {
            return 0L;
        }
        if ((long) number.precision() - number.scale() > MAX_LONG_DIGITS || number.scale() > number.precision()) {
            return null;
        }
        try {
            return number.longValueExact();
        } catch (ArithmeticException e) {
            return null;
        }
    }

    /** A long, also from its decimal digits in a string. */
    static @Nullable Long wide(@Nullable Object item) {
        return item instanceof String text && text.length() <= MAX_LONG_DIGITS + 1
                ? parsed(text)
                : integer(item, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    static @Nullable Long parsed(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** A double; a decimal text is rounded as Java rounds it, one beyond the largest double is refused. */
    static @Nullable Double decimal(@Nullable Object item) {
        return switch (item) {
            case Double number -> number;
            case Float number -> number.doubleValue();
            case Long number -> Math.abs(number) <= MAX_EXACT_DOUBLE ? number.doubleValue() : null;
            case Literal(String text) -> finite(Double.parseDouble(requireShort(text)));
            case String text -> nonFinite(text);
            case null, default -> null;
        };
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static @Nullable Double nonFinite(String text) {
        return switch (text) {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> null;
        };
    }

    static @Nullable Float single(@Nullable Object item) {
        if (item instanceof Literal(String text)) {
            float value = Float.parseFloat(requireShort(text));
            return Float.isFinite(value) ? value : null;
        }
        if (item instanceof Long number) {
            return Math.abs(number) <= MAX_EXACT_FLOAT ? number.floatValue() : null;
        }
        if (item instanceof Float number) {
            return number;
        }
        Double wide = decimal(item);
        return wide == null || wide != wide.floatValue() && !wide.isNaN() ? null : (Float) wide.floatValue();
    }
}
