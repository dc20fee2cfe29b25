package io.tellask.rest.type;

import java.lang.invoke.MethodType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a declared type is to REST. Stateless. */
public final class Types {
    private static final Set<Class<?>> WITH_A_TEXT = Set.of(
            String.class,
            Character.class,
            UUID.class,
            URI.class,
            Locale.class,
            Currency.class,
            Instant.class,
            Date.class,
            Duration.class,
            Period.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            ZonedDateTime.class,
            OffsetDateTime.class,
            OffsetTime.class,
            Year.class,
            YearMonth.class,
            MonthDay.class,
            ZoneOffset.class,
            ZoneId.class,
            BigInteger.class,
            BigDecimal.class);

    private Types() {}

    /** The class that a type erases to. */
    public static Class<?> erasure(Type type) {
        return switch (type) {
            case Class<?> plain -> plain;
            case ParameterizedType generic -> (Class<?>) generic.getRawType();
            case GenericArrayType array ->
                erasure(array.getGenericComponentType()).arrayType();
            case WildcardType wildcard -> erasure(wildcard.getUpperBounds()[0]);
            case TypeVariable<?> variable -> erasure(variable.getBounds()[0]);
            default -> Object.class;
        };
    }

    /** Primitive types as the classes of their boxes; all others as they are. */
    public static Type boxed(Type type) {
        return type instanceof Class<?> plain && plain.isPrimitive()
                ? MethodType.methodType(plain).wrap().returnType()
                : type;
    }

    /**
     * Whether a value has a text without quotation marks and braces: so it may stand in a path, a query or a header.
     */
    public static boolean isSimple(Type type) {
        if (isOptional(type)) {
            return isSimple(argument(type, 0));
        }
        Class<?> boxed = erasure(boxed(type));
        return type instanceof Class<?>
                && (WITH_A_TEXT.contains(boxed) || boxed == Boolean.class || isNumber(boxed) || boxed.isEnum());
    }

    /** Whether its text is one of JSON as well. */
    public static boolean isNumber(Class<?> boxed) {
        return boxed == Integer.class
                || boxed == Long.class
                || boxed == Short.class
                || boxed == Byte.class
                || boxed == Double.class
                || boxed == Float.class;
    }

    /** Whether it is a list or a set of simple values, which each value of a name in a query is one of. */
    public static boolean isSimpleCollection(Type type) {
        return type instanceof ParameterizedType generic
                && Collection.class.isAssignableFrom(erasure(type))
                && isSimple(generic.getActualTypeArguments()[0]);
    }

    public static boolean isOptional(Type type) {
        return erasure(type) == Optional.class && type instanceof ParameterizedType;
    }

    /** A type argument; {@code Object} where there is none, and the bound of a wildcard. */
    public static Type argument(Type type, int index) {
        Type argument = type instanceof ParameterizedType generic && index < generic.getActualTypeArguments().length
                ? generic.getActualTypeArguments()[index]
                : Object.class;
        return argument instanceof WildcardType wildcard ? wildcard.getUpperBounds()[0] : argument;
    }

    /** What the type variables of a generic class are in a type; none for a plain class. */
    public static Map<TypeVariable<?>, Type> variables(Type type) {
        Map<TypeVariable<?>, Type> variables = new HashMap<>();
        TypeVariable<?>[] declared = erasure(type).getTypeParameters();
        for (int i = 0; i < declared.length; i++) {
            variables.put(declared[i], argument(type, i));
        }
        return variables;
    }

    /** The type with type variables replaced by what they are. */
    public static Type resolve(Type type, Map<TypeVariable<?>, Type> variables) {
        return switch (type) {
            case TypeVariable<?> variable -> variables.getOrDefault(variable, Object.class);
            case ParameterizedType generic -> {
                Type[] arguments = generic.getActualTypeArguments();
                for (int i = 0; i < arguments.length; i++) {
                    arguments[i] = resolve(arguments[i], variables);
                }
                yield new Generic((Class<?>) generic.getRawType(), generic.getOwnerType(), List.of(arguments));
            }
            case GenericArrayType array -> {
                Type item = resolve(array.getGenericComponentType(), variables);
                yield item instanceof Class<?> plain ? plain.arrayType() : new ArrayOf(item);
            }
            case WildcardType wildcard -> resolve(wildcard.getUpperBounds()[0], variables);
            default -> type;
        };
    }

    /** The elements of a list, set or array; null for what is none. */
    public static @Nullable Type element(Type type) {
        if (type instanceof GenericArrayType array) {
            return array.getGenericComponentType();
        }
        Class<?> raw = erasure(type);
        if (raw.isArray()) {
            return raw.componentType();
        }
        return Iterable.class.isAssignableFrom(raw) && raw.getName().startsWith("java.") ? argument(type, 0) : null;
    }

    private record Generic(Class<?> raw, @Nullable Type owner, List<Type> arguments) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return arguments.toArray(new Type[0]);
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return owner;
        }
    }

    private record ArrayOf(Type item) implements GenericArrayType {
        @Override
        public Type getGenericComponentType() {
            return item;
        }
    }
}
