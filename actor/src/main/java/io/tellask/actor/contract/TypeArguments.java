package io.tellask.actor.contract;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the type variables of an interface's super-interfaces are in it: with {@code Conc extends Gen<Event>}, the {@code
 * T} of {@code Gen} is {@code Event}. Variables that nothing is said of stay, such as those of a method. Immutable.
 */
final class TypeArguments {
    private final Map<TypeVariable<?>, Type> known = new HashMap<>();

    /** Of all interfaces above {@code type}, at any height. */
    TypeArguments(Class<?> type) {
        add(type);
    }

    private void add(Class<?> type) {
        for (Type above : type.getGenericInterfaces()) {
            Class<?> raw = erasure(above);
            if (above instanceof ParameterizedType generic) {
                TypeVariable<?>[] variables = raw.getTypeParameters();
                for (int i = 0; i < variables.length; i++) {
                    known.putIfAbsent(variables[i], resolve(generic.getActualTypeArguments()[i]));
                }
            }
            add(raw);
        }
    }

    /** The type with the known variables replaced; the same object where it has none. */
    Type resolve(Type type) {
        return switch (type) {
            case TypeVariable<?> variable -> known.getOrDefault(variable, variable);
            case ParameterizedType generic -> {
                Type[] arguments = resolve(generic.getActualTypeArguments());
                yield Arrays.equals(arguments, generic.getActualTypeArguments())
                        ? generic
                        : new Generic((Class<?>) generic.getRawType(), generic.getOwnerType(), arguments);
            }
            case GenericArrayType array -> {
                Type component = resolve(array.getGenericComponentType());
                yield component.equals(array.getGenericComponentType())
                        ? array
                        : component instanceof Class<?> plain ? plain.arrayType() : new ArrayOf(component);
            }
            case WildcardType wildcard -> {
                Type[] upper = resolve(wildcard.getUpperBounds());
                Type[] lower = resolve(wildcard.getLowerBounds());
                yield Arrays.equals(upper, wildcard.getUpperBounds()) && Arrays.equals(lower, wildcard.getLowerBounds())
                        ? wildcard
                        : new Bounds(upper, lower);
            }
            default -> type;
        };
    }

    Type[] resolve(Type[] types) {
        return Arrays.stream(types).map(this::resolve).toArray(Type[]::new);
    }

    /** The class that a type erases to. */
    static Class<?> erasure(Type type) {
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

    /** Equal to the JDK's own of the same parts, and as the other two spelled as the JDK spells them. */
    private static final class Generic implements ParameterizedType {
        private final Class<?> raw;
        private final @Nullable Type owner;
        private final Type[] arguments;

        Generic(Class<?> raw, @Nullable Type owner, Type[] arguments) {
            this.raw = raw;
            this.owner = owner;
            this.arguments = arguments;
        }

        @Override
        public Type[] getActualTypeArguments() {
            return arguments.clone();
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return owner;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof ParameterizedType generic
                    && raw == generic.getRawType()
                    && Objects.equals(owner, generic.getOwnerType())
                    && Arrays.equals(arguments, generic.getActualTypeArguments());
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(arguments) ^ Objects.hashCode(owner) ^ raw.hashCode();
        }

        @Override
        public String toString() {
            String name = owner instanceof ParameterizedType
                    ? owner.getTypeName() + "$" + raw.getSimpleName()
                    : raw.getName();
            return Arrays.stream(arguments).map(Type::getTypeName).collect(Collectors.joining(", ", name + "<", ">"));
        }
    }

    private record ArrayOf(Type getGenericComponentType) implements GenericArrayType {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof GenericArrayType array
                    && getGenericComponentType.equals(array.getGenericComponentType());
        }

        @Override
        public int hashCode() {
            return getGenericComponentType.hashCode();
        }

        @Override
        public String toString() {
            return getGenericComponentType.getTypeName() + "[]";
        }
    }

    private static final class Bounds implements WildcardType {
        private final Type[] upper;
        private final Type[] lower;

        Bounds(Type[] upper, Type[] lower) {
            this.upper = upper;
            this.lower = lower;
        }

        @Override
        public Type[] getUpperBounds() {
            return upper.clone();
        }

        @Override
        public Type[] getLowerBounds() {
            return lower.clone();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof WildcardType wildcard
                    && Arrays.equals(upper, wildcard.getUpperBounds())
                    && Arrays.equals(lower, wildcard.getLowerBounds());
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(lower) ^ Arrays.hashCode(upper);
        }

        @Override
        public String toString() {
            if (lower.length > 0) {
                return "? super " + lower[0].getTypeName();
            }
            return upper[0] == Object.class ? "?" : "? extends " + upper[0].getTypeName();
        }
    }
}
