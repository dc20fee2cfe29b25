package io.tellask.bench.harness;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes maps, lists, numbers, booleans, strings and null as indented JSON (RFC 8259). */
final class JsonWriter {
    private JsonWriter() {}

    static String write(Map<String, ?> object) {
        return value(object, "\n") + "\n";
    }

    /** @param line the end of a line with the indentation of the next */
    private static String value(@Nullable Object value, String line) {
        String next = line + "  ";
        return switch (value) {
            case null -> "null";
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> next + string(entry.getKey().toString()) + ": " + value(entry.getValue(), next))
                        .collect(Collectors.joining(",", "{", line + "}"));
            case Collection<?> list -> array(list, line);
            case Double number -> number(number);
            case Number number -> number.toString();
            case Boolean flag -> flag.toString();
            default -> string(value.toString());
        };
    }

    /** Numbers stay on one line, objects have lines of their own. */
    private static String array(Collection<?> list, String line) {
        boolean ownLines = list.stream().anyMatch(Map.class::isInstance);
        Stream<String> elements = list.stream().map(each -> value(each, line + "  "));
        return ownLines
                ? elements.collect(Collectors.joining("," + line + "  ", "[" + line + "  ", line + "]"))
                : elements.collect(Collectors.joining(", ", "[", "]"));
    }

    /** Four digits after the point are more than any figure here deserves; not a number has no form in JSON. */
    private static String number(double number) {
        double rounded = Math.rint(number * 10_000) / 10_000;
        boolean isWhole = rounded == Math.rint(rounded);
        return !Double.isFinite(number) ? "null" : isWhole ? Long.toString((long) rounded) : Double.toString(rounded);
    }

    private static String string(String text) {
        return text.chars()
                .mapToObj(c -> c < ' ' ? String.format("\\u%04x", c) : (c == '"' || c == '\\' ? "\\" : "") + (char) c)
                .collect(Collectors.joining("", "\"", "\""));
    }
}
