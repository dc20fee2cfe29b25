package io.tellask.typescript.model;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A type as a method or field declares it, whichever front-end read it. Immutable. */
public sealed interface JavaType {
    /** The type as {@link java.lang.reflect.Type#getTypeName} spells it. */
    String typeName();

    /** Whether it is marked {@code @Nullable}. */
    default boolean isNullable() {
        return false;
    }

    /** The same type, marked {@code @Nullable}; itself where nothing can be null. */
    default JavaType orNull() {
        return this;
    }

    /** A class without type arguments. */
    static Declared of(String className) {
        return new Declared(className, null, List.of(), false);
    }

    /**
     * {@code int}, {@code void} and the like.
     *
     * @param typeName its keyword
     */
    record Primitive(String typeName) implements JavaType {}

    /**
     * A class or interface.
     *
     * @param className its binary name, as {@link Class#getName}
     * @param owner the enclosing type, where that has type arguments
     * @param arguments its type arguments; none where it has no type parameters or is raw
     */
    record Declared(String className, @Nullable Declared owner, List<JavaType> arguments, boolean isNullable)
            implements JavaType {
        @Override
        public Declared orNull() {
            return new Declared(className, owner, arguments, true);
        }

        @Override
        public String typeName() {
            String name = owner == null
                    ? className
                    : owner.typeName() + className.substring(owner.className().length());
            return arguments.isEmpty()
                    ? name
                    : arguments.stream().map(JavaType::typeName).collect(Collectors.joining(", ", name + "<", ">"));
        }
    }

    /** An array. */
    record ArrayOf(JavaType component, boolean isNullable) implements JavaType {
        @Override
        public ArrayOf orNull() {
            return new ArrayOf(component, true);
        }

        @Override
        public String typeName() {
            return component.typeName() + "[]";
        }
    }

    /**
     * A type parameter.
     *
     * @param typeName its name
     * @param declaredBy the class that declares it; empty for one of a method
     * @param bound the class that it erases to, without type arguments
     */
    record Variable(String typeName, String declaredBy, JavaType bound, boolean isNullable) implements JavaType {
        @Override
        public Variable orNull() {
            return new Variable(typeName, declaredBy, bound, true);
        }
    }

    /**
     * {@code ?}, {@code ? extends upper}, {@code ? super lower}.
     *
     * @param upper {@code Object} where nothing is said
     * @param lower null where nothing is said
     */
    record Wildcard(JavaType upper, @Nullable JavaType lower) implements JavaType {
        @Override
        public String typeName() {
            if (lower != null) {
                return "? super " + lower.typeName();
            }
            return upper.typeName().equals("java.lang.Object") ? "?" : "? extends " + upper.typeName();
        }
    }
}
