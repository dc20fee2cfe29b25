package io.tellask.rest.json;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes trees of maps, iterables, strings, numbers and booleans as JSON; safe within HTML too. Stateless. */
public final class JsonText {
    private static final int INDENT = 2;

    private final StringBuilder text = new StringBuilder(256);
    private final boolean pretty;

    private JsonText(boolean pretty) {
        this.pretty = pretty;
    }

    /** On one line, in UTF-8. */
    public static byte[] bytes(@Nullable Object tree) {
        return new JsonText(false).write(tree, 0).getBytes(StandardCharsets.UTF_8);
    }

    /** Laid out over lines, in UTF-8. */
    public static byte[] prettyBytes(@Nullable Object tree) {
        return new JsonText(true).write(tree, 0).getBytes(StandardCharsets.UTF_8);
    }

    /** A string with its quotation marks. */
    public static String quoted(String value) {
        JsonText json = new JsonText(false);
        json.string(value);
        return json.text.toString();
    }

    private String write(@Nullable Object tree, int depth) {
        value(tree, depth);
        return text.toString();
    }

    private void value(@Nullable Object tree, int depth) {
        switch (tree) {
            case Map<?, ?> map -> object(map, depth);
            case Iterable<?> items -> list(items, depth);
            case CharSequence string -> string(string);
            case null -> text.append("null");
            default -> text.append(tree); // a number or a boolean
        }
    }

    private void object(Map<?, ?> map, int depth) {
        text.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            text.append(separator);
            line(depth + 1);
            string(String.valueOf(entry.getKey()));
            text.append(pretty ? ": " : ":");
            value(entry.getValue(), depth + 1);
            separator = ",";
        }
        if (!map.isEmpty()) {
            line(depth);
        }
        text.append('}');
    }

    private void list(Iterable<?> items, int depth) {
        text.append('[');
        String separator = "";
        for (Object item : items) {
            text.append(separator);
            line(depth + 1);
            value(item, depth + 1);
            separator = ",";
        }
        if (!separator.isEmpty()) {
            line(depth);
        }
        text.append(']');
    }

    private void line(int depth) {
        if (pretty) {
            text.append('\n').repeat(' ', depth * INDENT);
        }
    }

    private void string(CharSequence value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            character(value.charAt(i));
        }
        text.append('"');
    }

    private void character(char c) {
        switch (c) {
            case '"', '\\' -> text.append('\\').append(c);
            case '\n' -> text.append("\\n");
            default -> {
                if (c < ' ' || c >= 0x7F || c == '<') {
                    text.append("\\u").append(String.format("%04x", (int) c));
                } else {
                    text.append(c);
                }
            }
        }
    }
}
