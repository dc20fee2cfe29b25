package io.tellask.rest.openapi;

import io.tellask.rest.Status;
import io.tellask.rest.json.JsonText;
import io.tellask.rest.plan.MethodPlan;
import io.tellask.rest.plan.ParameterPlan;
import io.tellask.rest.plan.ResultPlan;
import io.tellask.rest.type.Types;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The description of one contract by OpenAPI 3.1: the same for the same contract. Not thread-safe. */
public final class OpenApiDocument {
    private static final String PROBLEM = "#/components/schemas/Problem";

    private final Schemas schemas = new Schemas();
    private final Map<String, Integer> operationIds = new HashMap<>();
    private final Map<Class<? extends Throwable>, Integer> statuses;

    private OpenApiDocument(Map<Class<? extends Throwable>, Integer> statuses) {
        this.statuses = statuses;
    }

    /**
     * The description as JSON.
     *
     * @param scheme {@code bearer}, {@code basic}, or empty where nobody is asked who he is
     * @param statuses of exceptions that are not annotated
     */
    public static byte[] of(
            String title,
            String version,
            List<MethodPlan> plans,
            String scheme,
            Map<Class<? extends Throwable>, Integer> statuses) {
        return JsonText.prettyBytes(new OpenApiDocument(statuses).tree(title, version, plans, scheme));
    }

    private Map<String, Object> tree(String title, String version, List<MethodPlan> plans, String scheme) {
        Map<String, Map<String, Object>> paths = new TreeMap<>();
        plans.stream()
                .sorted(Comparator.comparing(MethodPlan::verb)
                        .thenComparing(plan -> plan.method().signature()))
                .forEach(plan -> paths.computeIfAbsent(plan.path().toString(), _ -> new LinkedHashMap<>())
                        .put(plan.verb().lowerCase(), operation(plan)));
        Map<String, Object> components = new LinkedHashMap<>();
        Map<String, Object> named = schemas.components();
        named.put("Problem", problem());
        components.put("schemas", named);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("openapi", "3.1.0");
        document.put("info", ordered("title", title, "version", version));
        document.put("paths", paths);
        document.put("components", components);
        if (!scheme.isEmpty()) {
            components.put("securitySchemes", Map.of(scheme, ordered("type", "http", "scheme", scheme)));
            document.put("security", List.of(Map.of(scheme, List.of())));
        }
        return document;
    }

    private Map<String, Object> operation(MethodPlan plan) {
        Map<String, Object> operation = new LinkedHashMap<>();
        String name = plan.method().name();
        int count = operationIds.merge(name, 1, Integer::sum);
        operation.put("operationId", count == 1 ? name : name + count);
        operation.put("tags", List.of(plan.contract().getSimpleName()));
        List<Object> parameters = new ArrayList<>();
        plan.parameters().stream().filter(p -> !p.isInBody()).forEach(p -> parameters.add(parameter(p)));
        if (!parameters.isEmpty()) {
            operation.put("parameters", parameters);
        }
        if (plan.hasBody()) {
            operation.put("requestBody", ordered("required", true, "content", bodyContent(plan)));
        }
        operation.put("responses", responses(plan));
        return operation;
    }

    private Map<String, Object> parameter(ParameterPlan plan) {
        Map<String, Object> schema = schemas.of(Types.isOptional(plan.type()) ? Types.argument(plan.type(), 0) : plan.type());
        ConstraintSchemas.add(schema, plan.element().getAnnotations());
        String place = plan.place().name().toLowerCase(Locale.ROOT);
        boolean required = plan.isRequired() || ConstraintSchemas.forbidsNull(plan.element().getAnnotations());
        return ordered("name", plan.name(), "in", place, "required", required, "schema", schema);
    }

    private Map<String, Object> bodyContent(MethodPlan plan) {
        if (plan.hasRawBody()) {
            return ordered("application/octet-stream", ordered("schema", ordered("type", "string", "format", "binary")));
        }
        ParameterPlan whole = plan.wholeBody();
        return json(whole != null ? schemas.of(whole.type()) : fields(plan));
    }

    private Map<String, Object> fields(MethodPlan plan) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (ParameterPlan parameter : plan.parameters()) {
            if (parameter.place() == ParameterPlan.Place.FIELD) {
                Map<String, Object> schema = schemas.of(parameter.type());
                ConstraintSchemas.add(schema, parameter.element().getAnnotations());
                properties.put(parameter.name(), schema);
                if (parameter.isRequired() || ConstraintSchemas.forbidsNull(parameter.element().getAnnotations())) {
                    required.add(parameter.name());
                }
            }
        }
        Map<String, Object> object = ordered("type", "object", "properties", properties);
        if (!required.isEmpty()) {
            object.put("required", required);
        }
        return object;
    }

    private static Map<String, Object> json(Map<String, Object> schema) {
        return ordered("application/json", ordered("schema", schema));
    }

    private Map<String, Object> responses(MethodPlan plan) {
        Map<String, Object> responses = new TreeMap<>();
        ResultPlan result = plan.result();
        boolean none = result.type() == Void.class || result.type() == void.class;
        String status = Integer.toString(none && result.status() == 200 ? 204 : result.status());
        Map<String, Object> done = ordered("description", description(result, none));
        if (!none && result.kind() != ResultPlan.Kind.NOTHING) {
            done.put("content", content(result));
        }
        if (result.location() != null) {
            done.put("headers", Map.of("Location", ordered("description", "where it is", "schema", Map.of("type", "string"))));
        }
        responses.put(status, done);
        if (result.isOptional()) {
            responses.put("404", problem("there is nothing of that name"));
        }
        if (plan.checks() != null) {
            responses.put("422", problem("values are not as they have to be"));
        }
        for (Type failure : plan.failures()) {
            Integer given = status(Types.erasure(failure));
            if (given != null) {
                responses.put(given.toString(), problem(Types.erasure(failure).getSimpleName()));
            }
        }
        responses.put("default", problem("the request is refused, or failed"));
        return responses;
    }

    private @Nullable Integer status(Class<?> failure) {
        Status annotated = failure.getAnnotation(Status.class);
        return annotated != null ? Integer.valueOf(annotated.value()) : statuses.get(failure);
    }

    private static String description(ResultPlan result, boolean none) {
        return switch (result.kind()) {
            case NOTHING -> "accepted";
            case STREAM -> "a stream, as events or as lines of JSON";
            default -> none ? "done" : "the result";
        };
    }

    private Map<String, Object> content(ResultPlan result) {
        return switch (result.kind()) {
            case BYTES ->
                ordered("application/octet-stream", ordered("schema", ordered("type", "string", "format", "binary")));
            case STREAM -> {
                Map<String, Object> schema = ordered("schema", schemas.of(result.type()));
                yield ordered("application/x-ndjson", schema, "text/event-stream", schema);
            }
            default -> json(schemas.of(result.type()));
        };
    }

    private static Map<String, Object> problem(String description) {
        return ordered(
                "description", description, "content", Map.of("application/problem+json", Map.of("schema", Map.of("$ref", PROBLEM))));
    }

    private static Map<String, Object> problem() {
        Map<String, Object> text = Map.of("type", "string");
        Map<String, Object> number = Map.of("type", "integer");
        Map<String, Object> fault = ordered(
                "pointer", text, "parameter", text, "header", text, "detail", text, "line", number, "column", number);
        Map<String, Object> faults =
                ordered("type", "array", "items", ordered("type", "object", "properties", fault));
        return ordered(
                "type", "object", "properties", ordered("type", text, "title", text, "status", number, "detail", text, "errors", faults));
    }

    private static Map<String, Object> ordered(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}
