package io.tellask.struct;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds the fields and accessors of an interface, and names the rule that it breaks. For one thread. */
final class InterfaceReader {
    private final Class<?> type;
    private final Function<Class<?>, StructLayout> nestedLayouts;
    private final List<Method> methods;
    private final Map<String, StructField> fields = new LinkedHashMap<>(); // by name, without offsets

    InterfaceReader(Class<?> type, Function<Class<?>, StructLayout> nestedLayouts) {
        this.type = type;
        this.nestedLayouts = nestedLayouts;
        requireInterface();
        methods = abstractMethods();
    }

    /** The fields by name, without offsets. */
    Map<String, StructField> fields() {
        for (Method method : methods) {
            if (modeBySuffix(method) == null && method.getReturnType() != void.class) {
                addField(method);
            }
        }
        if (fields.isEmpty()) {
            throw broken("has no fields; declare getters, as int quantity()");
        }
        return fields;
    }

    /** The methods with their fields, which have offsets now. */
    List<Accessor> accessors(Map<String, StructField> placed) {
        List<Accessor> accessors = new ArrayList<>();
        for (Method method : methods) {
            accessors.add(accessor(method, placed));
        }
        return accessors;
    }

    private void requireInterface() {
        if (!type.isInterface() || type.isAnnotation()) {
            throw broken("is no interface; declare the struct as an interface with getters and setters");
        }
        if (type.isSealed() || type.getTypeParameters().length > 0) {
            throw broken("is sealed or generic; declare the struct as a plain interface");
        }
        if (type.isHidden()) {
            throw broken("is hidden, so that no class can implement it by its name; define it as an ordinary one");
        }
    }

    private List<Method> abstractMethods() {
        Map<String, Method> found = new LinkedHashMap<>();
        Method[] all = type.getMethods();
        Arrays.sort(all, Comparator.comparing(Method::toString));
        for (Method method : all) {
            if (Modifier.isAbstract(method.getModifiers()) && !isOfObject(method)) {
                String signature = method.getName() + Arrays.toString(method.getParameterTypes());
                Method other = found.putIfAbsent(signature, method);
                if (other != null && other.getReturnType() != method.getReturnType()) {
                    throw broken(method, "is inherited with two results; declare it once");
                }
            }
        }
        if (found.size() > StructLayout.MAX_METHODS) {
            throw broken("has methods=" + found.size() + ", limit=" + StructLayout.MAX_METHODS
                    + "; divide it into structs, or make arrays of fields that are alike");
        }
        return List.copyOf(found.values());
    }

    private static boolean isOfObject(Method method) {
        return switch (method.getName()) {
            case "toString", "hashCode" -> method.getParameterCount() == 0;
            case "equals" -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {Object.class});
            default -> false;
        };
    }

    private static @Nullable AccessMode modeBySuffix(Method method) {
        AccessMode other = method.getReturnType() == void.class ? AccessMode.GET_VOLATILE : AccessMode.SET_VOLATILE;
        for (AccessMode mode : AccessMode.values()) {
            if (mode != other && mode.isNamedBy(method.getName())) {
                return mode;
            }
        }
        return null;
    }

    private void addField(Method getter) {
        if (getter.getParameterCount() > 0 && getter.getReturnType() == type) {
            throw broken(getter, "returns its struct; let a setter return nothing, as void quantity(int quantity)");
        }
        boolean array = Arrays.equals(getter.getParameterTypes(), new Class<?>[] {int.class});
        if (!array && getter.getParameterCount() > 0) {
            throw broken(getter, "is neither getter nor setter; a getter takes nothing, or the index of an array");
        }
        String name = getter.getName();
        if (fields.containsKey(name)) {
            throw broken(getter, "has a second getter; keep the one with an index or the one without");
        }
        fields.put(name, field(getter, array));
    }

    private StructField field(Method getter, boolean array) {
        int count = array ? annotated(getter, Count.class, StructLayout.MAX_SIZE_BYTES) : 0;
        refuse(getter, Count.class, !array, "has no index; let the getter of an array take int index");
        Class<?> value = getter.getReturnType();
        refuse(getter, Length.class, value != String.class, "is no String, which alone has a length");
        refuse(getter, MaxLength.class, value != String.class, "is no String, which alone has a length");
        FieldKind kind = kindOf(getter);
        StructLayout nested = kind == FieldKind.STRUCT ? nestedLayouts.apply(value) : null;
        int maxText = 0;
        int size = kind.sizeBytes();
        if (kind == FieldKind.ENUM) {
            size = value.getEnumConstants().length > 256 ? 2 : 1;
        } else if (kind == FieldKind.FIXED_TEXT) {
            maxText = annotated(getter, Length.class, StructLayout.MAX_TEXT_BYTES);
            size = maxText;
        } else if (kind == FieldKind.BOUNDED_TEXT) {
            maxText = annotated(getter, MaxLength.class, StructLayout.MAX_TEXT_BYTES);
            size = LayoutBuilder.roundUp(2 + maxText, 2);
        } else if (nested != null) {
            size = nested.sizeBytes();
        }
        return new StructField(getter.getName(), kind, value, 0, size, maxText, count, nested, variant(getter));
    }

    private FieldKind kindOf(Method getter) {
        Class<?> value = getter.getReturnType();
        FieldKind primitive = FieldKind.ofPrimitive(value);
        if (primitive != null) {
            return primitive;
        }
        if (value == String.class) {
            boolean fixed = getter.isAnnotationPresent(Length.class);
            if (fixed == getter.isAnnotationPresent(MaxLength.class)) {
                throw broken(
                        getter,
                        "has " + (fixed ? "two lengths" : "no length")
                                + "; annotate it with either @Length or @MaxLength");
            }
            return fixed ? FieldKind.FIXED_TEXT : FieldKind.BOUNDED_TEXT;
        }
        if (value.isEnum()) {
            if (value.getEnumConstants().length == 0) {
                throw broken(getter, "has result=" + value.getName() + ", an enum without constants; give it one");
            }
            return FieldKind.ENUM;
        }
        if (value.isInterface() && !value.getName().startsWith("java.")) {
            return FieldKind.STRUCT;
        }
        throw broken(
                getter,
                "has result=" + value.getName()
                        + "; a field is a primitive type, a String, an enum, or an interface that is a struct");
    }

    private static StructField.@Nullable VariantOf variant(Method getter) {
        Variant variant = getter.getAnnotation(Variant.class);
        return variant == null ? null : new StructField.VariantOf(variant.tag(), variant.value(), -1);
    }

    private int annotated(Method getter, Class<?> annotation, int limit) {
        int value = switch (annotation.getSimpleName()) {
            case "Count" ->
                getter.isAnnotationPresent(Count.class)
                        ? getter.getAnnotation(Count.class).value()
                        : 0;
            case "Length" -> getter.getAnnotation(Length.class).value();
            default -> getter.getAnnotation(MaxLength.class).value();
        };
        if (value < 1 || value > limit) {
            throw broken(
                    getter,
                    "has " + annotation.getSimpleName() + "=" + value + ", limit=" + limit + "; annotate it with @"
                            + annotation.getSimpleName() + " from 1 to the limit");
        }
        return value;
    }

    private void refuse(Method getter, Class<? extends Annotation> annotation, boolean unfit, String why) {
        if (unfit && getter.isAnnotationPresent(annotation)) {
            throw broken(getter, "has @" + annotation.getSimpleName() + " but " + why);
        }
    }

    private Accessor accessor(Method method, Map<String, StructField> placed) {
        AccessMode mode = modeBySuffix(method);
        String name = method.getName();
        if (mode == null) {
            mode = method.getReturnType() == void.class ? AccessMode.SET : AccessMode.GET;
        } else {
            name = name.substring(0, name.length() - mode.suffix().length());
        }
        StructField field = placed.get(name);
        if (field == null) {
            throw broken(
                    method,
                    "has no field; declare a getter of the same name, as int quantity() for void quantity(int)");
        }
        if (!mode.fits(field.kind())) {
            throw broken(
                    method,
                    "cannot access a field of kind=" + field.kind() + " in this way; leave it out"
                            + (field.kind() == FieldKind.STRUCT ? ", and copy structs by StructType.copy" : ""));
        }
        MethodType actual = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        if (!actual.equals(mode.methodType(field))) {
            throw broken(method, "has type=" + actual + " where its field needs " + mode.methodType(field));
        }
        return new Accessor(method, field, mode);
    }

    private StructTypeException broken(Method method, String rule) {
        return new StructTypeException("struct: type=" + type.getName() + ", method=" + method.getName() + " " + rule);
    }

    private StructTypeException broken(String rule) {
        return new StructTypeException("struct: type=" + type.getName() + " " + rule);
    }
}
