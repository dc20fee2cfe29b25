package io.tellask.rest.openapi;

import io.tellask.rest.type.Types;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The JSON schemas of declared types, with those of records, enums and sealed types as components. Not thread-safe. */
final class Schemas {
    private final Map<String, Object> components = new TreeMap<>();
    private final Map<Type, String> names = new HashMap<>();

    /** All components that were referred to, by their names. */
    Map<String, Object> components() {
        return components;
    }

    /** The schema of a type; whatever refers to itself does so by its name. */
    Map<String, Object> of(Type declared) {
        Type type = Types.boxed(declared);
        Class<?> raw = Types.erasure(type);
        Map<String, Object> scalar = ScalarSchemas.of(raw);
        if (scalar != null) {
            return scalar;
        }
        if (raw == Optional.class) {
            return nullable(of(Types.argument(type, 0)));
        }
        Type element = Types.element(type);
        if (element != null) {
            Map<String, Object> list = new LinkedHashMap<>(Map.of("type", "array"));
            list.put("items", of(element));
            if (Set.class.isAssignableFrom(raw)) {
                list.put("uniqueItems", true);
            }
            return list;
        }
        if (Map.class.isAssignableFrom(raw)) {
            return map(type);
        }
        return raw.getName().startsWith("java.") ? new LinkedHashMap<>() : reference(type, raw);
    }

    /** The schema with null beside. */
    static Map<String, Object> nullable(Map<String, Object> schema) {
        Map<String, Object> either = new LinkedHashMap<>();
        if (schema.get("type") instanceof String one) {
            either.putAll(schema);
            either.put("type", List.of(one, "null"));
        } else if (!schema.isEmpty()) {
            either.put("anyOf", List.of(schema, Map.of("type", "null")));
        }
        return either;
    }

    private Map<String, Object> map(Type type) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (Types.isSimple(Types.argument(type, 0))) {
            map.put("type", "object");
            map.put("additionalProperties", of(Types.argument(type, 1)));
        } else {
            map.put("type", "array");
            Map<String, Object> entry = new LinkedHashMap<>(Map.of("type", "array"));
            entry.put("prefixItems", List.of(of(Types.argument(type, 0)), of(Types.argument(type, 1))));
            map.put("items", entry);
        }
        return map;
    }

    private Map<String, Object> reference(Type type, Class<?> raw) {
        String name = names.get(type);
        if (name == null) {
            name = newName(type, raw);
            names.put(type, name);
            components.put(name, Map.of()); // taken, while its own parts are described
            components.put(name, component(type, raw));
        }
        return new LinkedHashMap<>(Map.of("$ref", "#/components/schemas/" + name));
    }

    private String newName(Type type, Class<?> raw) {
        StringBuilder name = new StringBuilder(raw.getSimpleName());
        if (type instanceof ParameterizedType generic) {
            for (Type argument : generic.getActualTypeArguments()) {
                name.append('_').append(Types.erasure(argument).getSimpleName());
            }
        }
        String simple = name.toString().replaceAll("[^A-Za-z0-9_.-]", "_");
        String free = simple;
        for (int i = 2; components.containsKey(free); i++) {
            free = simple + "_" + i;
        }
        return free;
    }

    private Map<String, Object> component(Type type, Class<?> raw) {
        if (raw.isEnum()) {
            Map<String, Object> schema = new LinkedHashMap<>(Map.of("type", "string"));
            schema.put(
                    "enum",
                    Arrays.stream(raw.getEnumConstants()).map(c -> ((Enum<?>) c).name()).toList());
            return schema;
        }
        return raw.isSealed() ? sealed(raw) : object(type, raw);
    }

    /** One of the permitted classes, told apart by {@code @class}. */
    private Map<String, Object> sealed(Class<?> raw) {
        Map<String, Object> mapping = new LinkedHashMap<>();
        List<Object> choices = new ArrayList<>();
        for (Class<?> permitted : raw.getPermittedSubclasses()) {
            if (permitted.isSealed()) {
                choices.add(of(permitted));
                continue;
            }
            Map<String, Object> told = new LinkedHashMap<>(Map.of("type", "object"));
            told.put("properties", Map.of("@class", Map.of("const", permitted.getTypeName())));
            told.put("required", List.of("@class"));
            Map<String, Object> reference = of(permitted);
            choices.add(Map.of("allOf", List.of(reference, told)));
            mapping.put(permitted.getTypeName(), reference.get("$ref"));
        }
        Map<String, Object> schema = new LinkedHashMap<>(Map.of("oneOf", choices));
        Map<String, Object> discriminator = new LinkedHashMap<>(Map.of("propertyName", "@class"));
        discriminator.put("mapping", mapping);
        schema.put("discriminator", discriminator);
        return schema;
    }

    private Map<String, Object> object(Type type, Class<?> raw) {
        Map<TypeVariable<?>, Type> variables = Types.variables(type);
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Class<?> each = raw; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                    Annotation[] uses = field.getAnnotatedType().getAnnotations();
                    Map<String, Object> schema = of(Types.resolve(field.getGenericType(), variables));
                    ConstraintSchemas.add(schema, field.getAnnotations());
                    properties.put(field.getName(), isNullable(uses) ? nullable(schema) : schema);
                    if (field.getType().isPrimitive() || ConstraintSchemas.forbidsNull(field.getAnnotations())) {
                        required.add(field.getName());
                    }
                }
            }
        }
        Map<String, Object> schema = new LinkedHashMap<>(Map.of("type", "object"));
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        return schema;
    }

    private static boolean isNullable(Annotation[] annotations) {
        return Arrays.stream(annotations)
                .anyMatch(a -> a.annotationType().getSimpleName().equals("Nullable"));
    }

    /** Whether values of the type are many. */
    static boolean isMany(@Nullable Type type) {
        return type != null && Collection.class.isAssignableFrom(Types.erasure(type));
    }
}
