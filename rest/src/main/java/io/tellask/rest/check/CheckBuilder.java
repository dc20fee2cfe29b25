package io.tellask.rest.check;

import io.tellask.actor.ContractException;
import io.tellask.rest.type.Types;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what annotations ask of a type and of all that it holds. Not thread-safe; one for a contract. */
final class CheckBuilder {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private final Map<Type, Structure> byType = new HashMap<>(); // of classes, without what is asked where they are used

    /**
     * What is asked of a value.
     *
     * @param type of it
     * @param use the type as it is written there, with its annotations; null where they are not known
     * @param declared annotations of what has that type
     * @param place for messages
     */
    ValueCheck of(Type type, @Nullable AnnotatedType use, Annotation[] declared, String place) {
        ValueCheck check = new ValueCheck();
        Class<?> raw = Types.erasure(type);
        Set<Annotation> annotations = new LinkedHashSet<>(Arrays.asList(declared));
        if (use != null) {
            annotations.addAll(Arrays.asList(use.getAnnotations()));
        }
        for (Annotation annotation : annotations) {
            Constraint constraint = Constraints.of(annotation, raw, place);
            if (constraint != null) {
                check.constraints.add(constraint);
            }
        }
        addParts(check, type, use, place);
        return check;
    }

    private void addParts(ValueCheck check, Type type, @Nullable AnnotatedType use, String place) {
        Class<?> raw = Types.erasure(type);
        if (Map.class.isAssignableFrom(raw)) {
            check.key = part(type, use, 0, place);
            check.element = part(type, use, 1, place);
        } else if (Collection.class.isAssignableFrom(raw) || raw == Optional.class) {
            check.element = part(type, use, 0, place);
        } else if (raw.isArray()) {
            AnnotatedType item = use instanceof AnnotatedArrayType array ? array.getAnnotatedGenericComponentType() : null;
            Type element = Types.element(type);
            check.element = element == null || Types.erasure(element).isPrimitive()
                    ? null
                    : of(element, item, new Annotation[0], place);
        } else {
            check.structure = structure(type, raw);
        }
    }

    private ValueCheck part(Type type, @Nullable AnnotatedType use, int index, String place) {
        AnnotatedType[] arguments = use instanceof AnnotatedParameterizedType generic
                ? generic.getAnnotatedActualTypeArguments()
                : new AnnotatedType[0];
        AnnotatedType argument = index < arguments.length ? arguments[index] : null;
        return of(Types.argument(type, index), argument, new Annotation[0], place);
    }

    /** Null for types without fields of their own. */
    private @Nullable Structure structure(Type type, Class<?> raw) {
        if (raw.isPrimitive() || raw.isEnum() || raw.getName().startsWith("java.")) {
            return null;
        }
        Structure known = byType.get(type);
        return known != null ? known : newStructure(type, raw);
    }

    private Structure newStructure(Type type, Class<?> raw) {
        Structure structure = new Structure();
        byType.put(type, structure); // before its fields, which may be of that type
        if (raw.isSealed()) {
            for (Class<?> permitted : raw.getPermittedSubclasses()) {
                Structure variant = structure(permitted, permitted);
                if (variant != null) {
                    addVariants(structure, permitted, variant);
                }
            }
        }
        Map<TypeVariable<?>, Type> variables = Types.variables(type);
        for (Class<?> each = raw; each != null && !each.getName().startsWith("java."); each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    addField(structure, field, variables);
                }
            }
        }
        return structure;
    }

    /** A permitted class, or what a permitted interface permits in turn. */
    private static void addVariants(Structure structure, Class<?> permitted, Structure variant) {
        structure.variants.put(permitted, variant);
        structure.variants.putAll(variant.variants);
    }

    private void addField(Structure structure, Field field, Map<TypeVariable<?>, Type> variables) {
        String place = field.getDeclaringClass().getSimpleName() + "." + field.getName();
        Type type = Types.resolve(field.getGenericType(), variables);
        ValueCheck check = of(type, field.getAnnotatedType(), field.getAnnotations(), place);
        try {
            if (field.trySetAccessible()) {
                structure.fields.add(new Structure.Field(field.getName(), LOOKUP.unreflectGetter(field), check));
            } else if (!check.constraints.isEmpty()) {
                throw new ContractException("rest: " + place + " has annotations and cannot be read; open its package to"
                        + " io.tellask.rest in module-info");
            }
        } catch (IllegalAccessException e) {
            throw new ContractException("rest: " + place + " cannot be read; open its package to io.tellask.rest", e);
        }
    }
}
