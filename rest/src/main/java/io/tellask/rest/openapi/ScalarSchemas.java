package io.tellask.rest.openapi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The schemas of values that are one JSON value. Stateless. */
final class ScalarSchemas {
    private static final Map<String, List<String>> FORMATS = Map.ofEntries(
            Map.entry("java.lang.String", List.of("string", "")),
            Map.entry("java.lang.Boolean", List.of("boolean", "")),
            Map.entry("java.lang.Byte", List.of("integer", "int8")),
            Map.entry("java.lang.Short", List.of("integer", "int16")),
            Map.entry("java.lang.Integer", List.of("integer", "int32")),
            Map.entry("java.lang.Float", List.of("number", "float")),
            Map.entry("java.lang.Double", List.of("number", "double")),
            Map.entry("java.math.BigInteger", List.of("string", "integer")),
            Map.entry("java.math.BigDecimal", List.of("string", "decimal")),
            Map.entry("java.util.UUID", List.of("string", "uuid")),
            Map.entry("java.net.URI", List.of("string", "uri-reference")),
            Map.entry("java.time.Instant", List.of("string", "date-time")),
            Map.entry("java.util.Date", List.of("string", "date-time")),
            Map.entry("java.time.OffsetDateTime", List.of("string", "date-time")),
            Map.entry("java.time.LocalDate", List.of("string", "date")),
            Map.entry("java.time.LocalTime", List.of("string", "time-local")),
            Map.entry("java.time.LocalDateTime", List.of("string", "date-time-local")),
            Map.entry("java.time.ZonedDateTime", List.of("string", "")),
            Map.entry("java.time.Duration", List.of("string", "duration")),
            Map.entry("java.time.Period", List.of("string", "duration")),
            Map.entry("java.time.Year", List.of("string", "")),
            Map.entry("java.time.YearMonth", List.of("string", "")),
            Map.entry("java.time.MonthDay", List.of("string", "")),
            Map.entry("java.time.ZoneId", List.of("string", "")),
            Map.entry("java.time.ZoneOffset", List.of("string", "")),
            Map.entry("java.time.OffsetTime", List.of("string", "time")),
            Map.entry("java.util.Locale", List.of("string", "")),
            Map.entry("java.util.Currency", List.of("string", "")));

    private ScalarSchemas() {}

    /** Null for what is none; a new map each time. */
    static @Nullable Map<String, Object> of(Class<?> boxed) {
        Map<String, Object> schema = new LinkedHashMap<>();
        if (boxed == Long.class) {
            schema.put("type", List.of("integer", "string")); // beyond 2^53 - 1 a string of digits
            schema.put("format", "int64");
            return schema;
        }
        if (boxed == Character.class) {
            schema.put("type", "string");
            schema.put("minLength", 1);
            schema.put("maxLength", 1);
            return schema;
        }
        if (boxed == byte[].class) {
            schema.put("type", "string");
            schema.put("contentEncoding", "base64");
            return schema;
        }
        List<String> known = FORMATS.get(boxed.getName());
        if (known == null) {
            return null;
        }
        schema.put("type", known.getFirst());
        if (!known.getLast().isEmpty()) {
            schema.put("format", known.getLast());
        }
        return schema;
    }
}
