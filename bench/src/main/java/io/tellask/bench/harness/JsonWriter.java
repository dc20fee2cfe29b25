package io.tellask.bench.harness;

import java.util.Map;

/** Writes maps, lists, numbers, booleans, strings and null as indented JSON (RFC 8259). */
final class JsonWriter {
    private final StringBuilder out = new StringBuilder();

    private JsonWriter() {}

    static String write(Map<String, ?> object) {
        JsonWriter writer = new JsonWriter();
        writer.value(object, "\n");
        return writer.out.append('\n').toString();
    }

    private void value(Object value, String line) {
        switch (value) {
            case null -> out.append("null");
            case Map<?, ?> map -> object(map, line);
            case Iterable<?> list -> array(list, line);
            case Double number -> number(number);
            case Number number -> out.append(number);
            case Boolean flag -> out.append(flag);
            default -> string(value.toString());
        }
    }

    private void object(Map<?, ?> map, String line) {
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(separator).append(line).append("  ");
            string(entry.getKey().toString());
            out.append(": ");
            value(entry.getValue(), line + "  ");
            separator = ",";
        }
        out.append(line).append('}');
    }

    /** Numbers stay on one line, objects have lines of their own. */
    private void array(Iterable<?> list, String line) {
        out.append('[');
        String separator = "";
        String end = "";
        for (Object element : list) {
            boolean ownLine = element instanceof Map;
            out.append(separator).append(ownLine ? line + "  " : separator.isEmpty() ? "" : " ");
            value(element, line + "  ");
            separator = ",";
            end = ownLine ? line : "";
        }
        out.append(end).append(']');
    }

    /** Four digits after the point are more than any figure here deserves; not a number has no form in JSON. */
    private void number(double number) {
        if (Double.isFinite(number)) {
            double rounded = Math.rint(number * 10_000) / 10_000;
            out.append(rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded));
        } else {
            out.append("null");
        }
    }

    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
