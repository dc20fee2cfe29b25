package io.tellask.codec.trust;

import io.tellask.codec.failure.FailurePlace;
import io.tellask.codec.schema.ClassFields;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import sun.reflect.ReflectionFactory;

/**
 * The classes that a declared type lets in without a grant.
 *
 * <p>Final classes, records, enums, all permitted classes of sealed types, arrays and the parameters of generic types
 * are followed through their fields. A class open to subclasses lets in only itself; an open interface or abstract
 * class lets in nothing, but is kept by name so that an array of it can be named. Nothing is initialised.
 */
public final class Closure {
    private final Predicate<Class<?>> isBuiltIn;
    private final Map<String, Class<?>> found = new LinkedHashMap<>();
    private final Set<Type> seen = new HashSet<>();
    private final Deque<Type> pending = new ArrayDeque<>();

    /** One that leaves out the types that need no grant because they are built in. */
    public Closure(Predicate<Class<?>> isBuiltIn) {
        this.isBuiltIn = isBuiltIn;
    }

    public Map<String, Class<?>> of(Type declared) {
        pending.add(declared);
        while (!pending.isEmpty()) {
            Type type = pending.poll();
            if (seen.add(type)) {
                visit(type);
            }
        }
        return Map.copyOf(found);
    }

    /** The class that a type erases to, whose loader resolves granted names. */
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

    /** The class whose objects a declared type takes: of a primitive its box. */
    public static Class<?> boxed(Type declared) {
        return MethodType.methodType(erasure(declared)).wrap().returnType();
    }

    /** An object as one of the type that it was declared to be. */
    @SuppressWarnings("unchecked")
    public static <T> @Nullable T cast(@Nullable Object value, Class<T> declared) {
        return (T) boxed(declared).cast(value);
    }

    /** @throws io.tellask.codec.DecodeException if an object that was read is none of the declared type */
    public static void requireType(@Nullable Object value, Type declared, long offset) {
        if (value != null && value.getClass() != declared && !boxed(declared).isInstance(value)) {
            throw FailurePlace.decoding(
                    offset,
                    "decode: class=" + value.getClass().getName() + " is no "
                            + erasure(declared).getName() + "; the two sides disagree on the type");
        }
    }

    private void visit(Type type) {
        switch (type) {
            case Class<?> plain -> visitClass(plain);
            case ParameterizedType generic -> {
                pending.add(generic.getRawType());
                addAll(generic.getActualTypeArguments());
            }
            case GenericArrayType array -> pending.add(array.getGenericComponentType());
            case WildcardType wildcard -> addAll(wildcard.getUpperBounds());
            case TypeVariable<?> variable -> addAll(variable.getBounds());
            default -> {}
        }
    }

    private void visitClass(Class<?> type) {
        if (type.isArray()) {
            pending.add(type.componentType());
        } else if (!type.isPrimitive() && type != Object.class && !isBuiltIn.test(type)) {
            visitUserClass(type);
        }
    }

    private void visitUserClass(Class<?> type) {
        if (type.isSealed()) {
            addAll(type.getPermittedSubclasses());
        }
        if (!ClassFields.isJdk(type) || type.isEnum() || JdkForms.isHarmless(type)) {
            found.put(type.getName(), type);
        }
        for (Class<?> part : JdkForms.partsOf(type)) {
            found.put(part.getName(), part);
            pending.add(part);
        }
        if (isReplaced(type)) {
            visitStandIns(type);
        }
        addAll(type.getTypeParameters());
        if (!type.isInterface()) {
            visitFields(type);
        }
    }

    private static boolean isReplaced(Class<?> type) {
        return !ClassFields.isJdk(type)
                && ReflectionFactory.getReflectionFactory().writeReplaceForSerialization(type) != null;
    }

    /** A class that writes another in its place lets in those nested in it that read themselves back into one. */
    private void visitStandIns(Class<?> type) {
        for (Class<?> nested : type.getDeclaredClasses()) {
            if (ReflectionFactory.getReflectionFactory().readResolveForSerialization(nested) != null) {
                pending.add(nested);
            }
        }
    }

    /** Follows the fields of a class and of what it extends; a superclass lets in what it holds, not itself. */
    private void visitFields(Class<?> leaf) {
        for (Class<?> type = leaf; type != null && !ClassFields.isJdk(type); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                if (!Modifier.isStatic(modifiers) && !Modifier.isTransient(modifiers)) {
                    pending.add(field.getGenericType());
                }
            }
            if (type.getGenericSuperclass() instanceof ParameterizedType generic) {
                addAll(generic.getActualTypeArguments());
            }
        }
    }

    private void addAll(Type... types) {
        for (Type type : types) {
            pending.add(type);
        }
    }
}
