package io.tellask.rest.check;

import io.tellask.actor.ContractException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The annotations of Jakarta Validation as constraints, read by their names: that library need not be there. Stateless.
 */
final class Constraints {
    private static final String PACKAGE = "jakarta.validation.constraints.";

    /** Enough of an address to find mistakes; whether it exists only a mail tells. */
    private static final Pattern EMAIL = Pattern.compile("[^\\s@]{1,64}@[^\\s@.]{1,63}(\\.[^\\s@.]{1,63}){0,20}");

    private Constraints() {}

    /** What an annotation asks of a value of that class; null for one that is about something else. */
    static @Nullable Constraint of(Annotation annotation, Class<?> type, String place) {
        String name = annotation.annotationType().getName();
        if (!name.startsWith(PACKAGE) || name.endsWith("$List")) {
            return null;
        }
        Constraint constraint = of(annotation, name.substring(PACKAGE.length()), type);
        if (constraint == null) {
            throw new ContractException("rest: annotation=" + name + " of " + place + " is not checked here for type="
                    + type.getTypeName() + "; remove it, or check in the actor");
        }
        String message = String.valueOf(member(annotation, "message"));
        return message.startsWith("{") ? constraint : Constraint.of(message, constraint::admits);
    }

    private static @Nullable Constraint of(Annotation annotation, String name, Class<?> type) {
        return switch (name) {
            case "NotNull" -> Constraint.of("must not be null", value -> value != null);
            case "Null" -> Constraint.of("must be null", value -> value == null);
            case "NotEmpty", "Size" -> sized(annotation, name, type);
            case "NotBlank" ->
                type == String.class
                        ? Constraint.of("must not be blank", value -> value instanceof String s && !s.isBlank())
                        : null;
            case "Pattern" -> type == String.class ? pattern(annotation) : null;
            case "Email" ->
                type == String.class
                        ? Constraint.of(
                                "must be an address of mail",
                                text(s -> EMAIL.matcher(s).matches()))
                        : null;
            case "AssertTrue" ->
                isBoolean(type) ? Constraint.of("must be true", value -> !Boolean.FALSE.equals(value)) : null;
            case "AssertFalse" ->
                isBoolean(type) ? Constraint.of("must be false", value -> !Boolean.TRUE.equals(value)) : null;
            case "Past", "PastOrPresent", "Future", "FutureOrPresent" -> TimeConstraint.of(name, type);
            default -> isNumber(type) ? number(annotation, name) : null;
        };
    }

    private static boolean isBoolean(Class<?> type) {
        return type == boolean.class || type == Boolean.class;
    }

    private static boolean isNumber(Class<?> type) {
        return Number.class.isAssignableFrom(type)
                || type.isPrimitive() && !isBoolean(type) && type != char.class
                || type == String.class;
    }

    private static @Nullable Constraint sized(Annotation annotation, String name, Class<?> type) {
        boolean has = CharSequence.class.isAssignableFrom(type)
                || Collection.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || type.isArray();
        if (!has) {
            return null;
        }
        if (name.equals("NotEmpty")) {
            return Constraint.of("must not be empty", value -> value != null && size(value) > 0);
        }
        int least = (int) member(annotation, "min");
        int most = (int) member(annotation, "max");
        String words = most == Integer.MAX_VALUE
                ? "must have at least " + least
                : least == 0 ? "must have at most " + most : "must have " + least + " to " + most;
        String unit = type == String.class ? " characters" : " elements";
        return Constraint.of(words + unit, value -> value == null || size(value) >= least && size(value) <= most);
    }

    private static int size(Object value) {
        return switch (value) {
            case CharSequence text -> text.length();
            case Collection<?> items -> items.size();
            case Map<?, ?> map -> map.size();
            default -> Array.getLength(value);
        };
    }

    private static Constraint pattern(Annotation annotation) {
        int flags = 0;
        for (Object flag : (Object[]) member(annotation, "flags")) {
            flags |= (int) member(flag, "getValue");
        }
        Pattern pattern = Pattern.compile(String.valueOf(member(annotation, "regexp")), flags);
        return Constraint.of(
                "must match " + pattern.pattern(), text(s -> pattern.matcher(s).matches()));
    }

    private static Constraint.Test text(Predicate<String> test) {
        return value -> value == null || test.test((String) value);
    }

    private static @Nullable Constraint number(Annotation annotation, String name) {
        BigDecimal zero = BigDecimal.ZERO;
        return switch (name) {
            case "Min" -> atLeast(new BigDecimal((long) member(annotation, "value")), true);
            case "Max" -> atMost(new BigDecimal((long) member(annotation, "value")), true);
            case "DecimalMin" -> atLeast(decimal(annotation), (boolean) member(annotation, "inclusive"));
            case "DecimalMax" -> atMost(decimal(annotation), (boolean) member(annotation, "inclusive"));
            case "Positive" -> atLeast(zero, false);
            case "PositiveOrZero" -> atLeast(zero, true);
            case "Negative" -> atMost(zero, false);
            case "NegativeOrZero" -> atMost(zero, true);
            case "Digits" -> digits((int) member(annotation, "integer"), (int) member(annotation, "fraction"));
            default -> null;
        };
    }

    private static BigDecimal decimal(Annotation annotation) {
        return new BigDecimal(String.valueOf(member(annotation, "value")));
    }

    private static Constraint atLeast(BigDecimal limit, boolean inclusive) {
        String words = (inclusive ? "must be at least " : "must be greater than ") + limit.toPlainString();
        return compared(words, limit, order -> inclusive ? order >= 0 : order > 0);
    }

    private static Constraint atMost(BigDecimal limit, boolean inclusive) {
        String words = (inclusive ? "must be at most " : "must be less than ") + limit.toPlainString();
        return compared(words, limit, order -> inclusive ? order <= 0 : order < 0);
    }

    private static Constraint compared(String words, BigDecimal limit, IntPredicate order) {
        return Constraint.of(words, value -> {
            if (value instanceof Double || value instanceof Float) {
                double number = ((Number) value).doubleValue();
                return !Double.isNaN(number) && order.test(Double.compare(number, limit.doubleValue()));
            }
            BigDecimal number = value == null ? null : exact(value);
            return value == null || number != null && order.test(number.compareTo(limit));
        });
    }

    private static Constraint digits(int whole, int fraction) {
        return Constraint.of("must have at most " + whole + " digits and " + fraction + " behind the point", value -> {
            BigDecimal number = value == null ? null : exact(value);
            return value == null
                    || number != null
                            && number.precision() - number.scale() <= whole
                            && Math.max(0, number.scale()) <= fraction;
        });
    }

    /** Null for a text that is no number. */
    private static @Nullable BigDecimal exact(Object value) {
        return switch (value) {
            case BigDecimal decimal -> decimal;
            case BigInteger integer -> new BigDecimal(integer);
            case Double real -> Double.isFinite(real) ? BigDecimal.valueOf(real) : null;
            case Float real -> Float.isFinite(real) ? new BigDecimal(real.toString()) : null;
            case Number integer -> BigDecimal.valueOf(integer.longValue());
            default -> parsed(value.toString());
        };
    }

    private static @Nullable BigDecimal parsed(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException noNumber) {
            return null;
        }
    }

    /** A member of an annotation, or what a method without parameters gives. */
    static Object member(Object owner, String name) {
        Class<?> type = owner instanceof Annotation annotation ? annotation.annotationType() : owner.getClass();
        try {
            return type.getMethod(name).invoke(owner);
        } catch (IllegalAccessException | NoSuchMethodException | InvocationTargetException e) {
            throw new ContractException("rest: " + type.getName() + " has no readable member=" + name, e);
        }
    }
}
