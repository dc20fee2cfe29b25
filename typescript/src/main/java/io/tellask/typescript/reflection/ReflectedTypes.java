package io.tellask.typescript.reflection;

import io.tellask.typescript.model.JavaType;
import io.tellask.typescript.model.JavaType.ArrayOf;
import io.tellask.typescript.model.JavaType.Declared;
import io.tellask.typescript.model.JavaType.Primitive;
import io.tellask.typescript.model.JavaType.Variable;
import io.tellask.typescript.model.JavaType.Wildcard;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedTypeVariable;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Turns the types of reflection into those of the model. Stateless but for whom it tells. */
final class ReflectedTypes {
    private final Consumer<Class<?>> met;

    /** @param met told each class that a type names */
    ReflectedTypes(Consumer<Class<?>> met) {
        this.met = met;
    }

    /** The type of a component, field, parameter or method, of which an annotation may say that it may be null. */
    JavaType of(AnnotatedType type, AnnotatedElement declaredBy) {
        JavaType read = of(type);
        return isNullable(declaredBy) ? read.orNull() : read;
    }

    JavaType of(AnnotatedType type) {
        boolean nullable = isNullable(type);
        return switch (type) {
            case AnnotatedParameterizedType generic -> generic(generic, nullable);
            case AnnotatedArrayType array -> new ArrayOf(of(array.getAnnotatedGenericComponentType()), nullable);
            case AnnotatedTypeVariable variable -> variable((TypeVariable<?>) variable.getType(), nullable);
            case AnnotatedWildcardType wildcard -> wildcard(wildcard);
            default -> plain((Class<?>) type.getType(), nullable);
        };
    }

    private JavaType plain(Class<?> type, boolean nullable) {
        if (type.isPrimitive()) {
            return new Primitive(type.getName());
        }
        if (type.isArray()) {
            return new ArrayOf(plain(type.componentType(), false), nullable);
        }
        met.accept(type);
        return new Declared(type.getName(), null, List.of(), nullable);
    }

    private Declared generic(AnnotatedParameterizedType type, boolean nullable) {
        Class<?> raw = (Class<?>) ((ParameterizedType) type.getType()).getRawType();
        met.accept(raw);
        List<JavaType> arguments = Arrays.stream(type.getAnnotatedActualTypeArguments())
                .map(this::of)
                .toList();
        Declared owner = type.getAnnotatedOwnerType() instanceof AnnotatedParameterizedType around
                ? generic(around, false)
                : null;
        return new Declared(raw.getName(), owner, arguments, nullable);
    }

    private Variable variable(TypeVariable<?> variable, boolean nullable) {
        String declaredBy = variable.getGenericDeclaration() instanceof Class<?> type ? type.getName() : "";
        return new Variable(variable.getName(), declaredBy, plain(erasure(variable), false), nullable);
    }

    private static Class<?> erasure(Type type) {
        return switch (type) {
            case Class<?> plain -> plain;
            case ParameterizedType generic -> (Class<?>) generic.getRawType();
            case TypeVariable<?> variable -> erasure(variable.getBounds()[0]);
            default -> throw new AssertionError(type); // no array and no wildcard is a bound
        };
    }

    private Wildcard wildcard(AnnotatedWildcardType type) {
        AnnotatedType[] upper = type.getAnnotatedUpperBounds();
        AnnotatedType[] lower = type.getAnnotatedLowerBounds();
        return new Wildcard(
                upper.length == 0 ? JavaType.of("java.lang.Object") : of(upper[0]),
                lower.length == 0 ? null : of(lower[0]));
    }

    /** By any annotation of that name, so that no library decides. */
    private static boolean isNullable(@Nullable AnnotatedElement element) {
        return element != null
                && Arrays.stream(element.getAnnotations())
                        .map(Annotation::annotationType)
                        .anyMatch(type -> type.getSimpleName().equals("Nullable"));
    }
}
