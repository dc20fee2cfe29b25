package io.tellask.codec.text;

import io.tellask.codec.TrustedClasses;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A type as a field or parameter declares it, its variables replaced: the class, and for a generic one its arguments,
 * for an array of a generic one its component. Immutable.
 */
record Declared(Class<?> raw, List<Declared> arguments) {
    static final Declared ANY = new Declared(Object.class, List.of());

    static Declared of(Type type) {
        return of(type, Map.of());
    }

    static Declared of(Type type, Map<TypeVariable<?>, Declared> variables) {
        return switch (type) {
            case Class<?> plain -> new Declared(TrustedClasses.standardClass(plain), List.of());
            case ParameterizedType generic -> {
                List<Declared> arguments = new ArrayList<>();
                for (Type argument : generic.getActualTypeArguments()) {
                    arguments.add(of(argument, variables));
                }
                yield new Declared((Class<?>) generic.getRawType(), List.copyOf(arguments));
            }
            case GenericArrayType array -> {
                Declared component = of(array.getGenericComponentType(), variables);
                yield new Declared(component.raw.arrayType(), List.of(component));
            }
            case WildcardType wildcard -> of(wildcard.getUpperBounds()[0], variables);
            case TypeVariable<?> variable -> {
                Declared known = variables.get(variable);
                yield known != null ? known : new Declared(erasure(variable), List.of());
            }
            default -> ANY;
        };
    }

    /** A bound may name its own variable, as in {@code T extends Comparable<T>}: only its class counts. */
    private static Class<?> erasure(Type type) {
        return switch (type) {
            case Class<?> plain -> plain;
            case ParameterizedType generic -> (Class<?>) generic.getRawType();
            case TypeVariable<?> variable -> erasure(variable.getBounds()[0]);
            default -> Object.class;
        };
    }

    /** What elements of an array, a collection or a holder are declared as. */
    Declared element() {
        if (raw.isArray()) {
            return arguments.isEmpty() ? new Declared(raw.componentType(), List.of()) : arguments.getFirst();
        }
        return arguments.size() == 1 ? arguments.getFirst() : ANY;
    }

    /** What keys (0) or values (1) of a map or entry are declared as. */
    Declared part(int index) {
        return arguments.size() == 2 ? arguments.get(index) : ANY;
    }

    /** This type, if its class is {@code type}, else that class alone. */
    Declared narrowedTo(Class<?> type) {
        return raw == type ? this : new Declared(type, List.of());
    }

    /** The variables of the class and of all it extends. */
    Map<TypeVariable<?>, Declared> variables() {
        Map<TypeVariable<?>, Declared> variables = new HashMap<>();
        TypeVariable<?>[] own = raw.getTypeParameters();
        for (int i = 0; i < own.length && own.length == arguments.size(); i++) {
            variables.put(own[i], arguments.get(i));
        }
        for (Class<?> level = raw; level != null; level = level.getSuperclass()) {
            if (level.getGenericSuperclass() instanceof ParameterizedType generic) {
                TypeVariable<?>[] inherited = ((Class<?>) generic.getRawType()).getTypeParameters();
                for (int i = 0; i < inherited.length; i++) {
                    variables.put(inherited[i], of(generic.getActualTypeArguments()[i], variables));
                }
            }
        }
        return variables;
    }
}
