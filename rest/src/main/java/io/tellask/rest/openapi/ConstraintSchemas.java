package io.tellask.rest.openapi;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;

/** What annotations of Jakarta Validation add to a schema. Stateless. */
final class ConstraintSchemas {
    private static final String PACKAGE = "jakarta.validation.constraints.";
    private static final Set<String> NOT_NULL = Set.of("NotNull", "NotBlank", "NotEmpty");

    private ConstraintSchemas() {}

    static void add(Map<String, Object> schema, Annotation[] annotations) {
        if (schema.containsKey("$ref")) {
            return; // what is beside a reference would be of the place, and few tools read it
        }
        for (Annotation annotation : annotations) {
            add(schema, annotation);
        }
    }

    private static void add(Map<String, Object> schema, Annotation annotation) {
        boolean list = "array".equals(schema.get("type"));
        switch (name(annotation)) {
            case "Min", "DecimalMin" -> schema.putIfAbsent("minimum", number(annotation));
            case "Max", "DecimalMax" -> schema.putIfAbsent("maximum", number(annotation));
            case "Positive" -> schema.put("exclusiveMinimum", 0);
            case "PositiveOrZero" -> schema.put("minimum", 0);
            case "Pattern" -> schema.put("pattern", "^(?:" + member(annotation, "regexp") + ")$");
            case "Email" -> schema.put("format", "email");
            case "NotBlank", "NotEmpty" -> schema.putIfAbsent(list ? "minItems" : "minLength", 1);
            case "Size" -> {
                schema.put(list ? "minItems" : "minLength", member(annotation, "min"));
                if (!member(annotation, "max").equals(Integer.MAX_VALUE)) {
                    schema.put(list ? "maxItems" : "maxLength", member(annotation, "max"));
                }
            }
            default -> {}
        }
    }

    private static Object number(Annotation annotation) {
        Object value = member(annotation, "value");
        return value instanceof String text ? new BigDecimal(text) : value;
    }

    static boolean forbidsNull(Annotation[] annotations) {
        for (Annotation annotation : annotations) {
            if (NOT_NULL.contains(name(annotation))) {
                return true;
            }
        }
        return false;
    }

    /** Empty for one of another library. */
    private static String name(Annotation annotation) {
        String name = annotation.annotationType().getName();
        return name.startsWith(PACKAGE) ? name.substring(PACKAGE.length()) : "";
    }

    private static Object member(Annotation annotation, String name) {
        try {
            return annotation.annotationType().getMethod(name).invoke(annotation);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("rest: " + annotation.annotationType() + " has no readable " + name, e);
        }
    }
}
