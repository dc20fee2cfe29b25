package io.tellask.rest.type;

import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** What a sender is told that a value has to be, without names of classes. Stateless. */
public final class Expected {
    private static final int MOST_CONSTANTS = 32;

    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("String", "a string"),
            Map.entry("Character", "one character"),
            Map.entry("Boolean", "true or false"),
            Map.entry("Byte", "an integer from -128 to 127"),
            Map.entry("Short", "an integer from -32768 to 32767"),
            Map.entry("Integer", "an integer from -2147483648 to 2147483647"),
            Map.entry("Long", "an integer of 64 bits"),
            Map.entry("Float", "a number"),
            Map.entry("Double", "a number"),
            Map.entry("BigInteger", "an integer in a string"),
            Map.entry("BigDecimal", "a decimal in a string, such as \"1.10\""),
            Map.entry("UUID", "a UUID of 36 characters"),
            Map.entry("URI", "a URI"),
            Map.entry("Locale", "a language tag such as de-CH"),
            Map.entry("Currency", "a currency such as EUR"),
            Map.entry("Instant", "a time such as 2026-11-20T10:00:00Z"),
            Map.entry("Date", "a time such as 2026-11-20T10:00:00Z"),
            Map.entry("Duration", "a duration such as PT1M30S"),
            Map.entry("Period", "a period such as P1Y2M"),
            Map.entry("LocalDate", "a date such as 2026-11-20"),
            Map.entry("LocalTime", "a time of day such as 10:00:00"),
            Map.entry("LocalDateTime", "a date with a time such as 2026-11-20T10:00:00"),
            Map.entry("OffsetDateTime", "a time such as 2026-11-20T10:00:00+01:00"),
            Map.entry("ZonedDateTime", "a time such as 2026-11-20T10:00:00+01:00[Europe/Paris]"),
            Map.entry("ZoneId", "a time zone such as Europe/Paris"));

    private Expected() {}

    /** Such as {@code an integer}. */
    public static String words(Type type) {
        Class<?> raw = Types.erasure(Types.boxed(Types.isOptional(type) ? Types.argument(type, 0) : type));
        if (raw.isEnum()) {
            return "one of "
                    + Arrays.stream(raw.getEnumConstants())
                            .limit(MOST_CONSTANTS)
                            .map(constant -> ((Enum<?>) constant).name())
                            .collect(Collectors.joining(", "));
        }
        if (raw == byte[].class) {
            return "bytes in Base64";
        }
        if (raw.isArray() || Collection.class.isAssignableFrom(raw)) {
            return "a list";
        }
        return raw.getName().startsWith("java.") ? WORDS.getOrDefault(raw.getSimpleName(), "another value") : "an object";
    }

    /** The same of the name of a class, as the codec's messages have it. */
    public static String words(String className) {
        String simple = className.substring(className.lastIndexOf('.') + 1);
        String boxed =
                switch (simple) {
                    case "int" -> "Integer";
                    case "char" -> "Character";
                    default -> Character.toUpperCase(simple.charAt(0)) + simple.substring(1);
                };
        if (WORDS.containsKey(boxed) && (simple.equals(className) || className.startsWith("java."))) {
            return WORDS.get(boxed);
        }
        boolean list = simple.endsWith("[]") || simple.endsWith("List") || simple.endsWith("Set");
        return list ? "a list" : className.startsWith("java.") ? "another value" : "an object";
    }
}
