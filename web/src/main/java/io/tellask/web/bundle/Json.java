package io.tellask.web.bundle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the small texts of JSON that pages and jars hold: import maps. Strict; not thread-safe. */
final class Json {
    /** The deepest nesting that is read. */
    static final int MAX_DEPTH = 50;

    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    /**
     * The value of a text: a map, a list, a string, a number as its text, a boolean or null.
     *
     * @throws IllegalArgumentException if it is none; the message names the character
     */
    static @Nullable Object read(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.skipSpace();
        if (json.at < text.length()) {
            throw json.malformed("an end");
        }
        return value;
    }

    private @Nullable Object value() {
        skipSpace();
        if (++depth > MAX_DEPTH) {
            throw new IllegalArgumentException("json: depth=" + depth + " > MAX_DEPTH=" + MAX_DEPTH + "; nest less");
        }
        Object value = switch (at < text.length() ? text.charAt(at) : 0) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            default -> literal();
        };
        depth--;
        return value;
    }

    private Map<String, @Nullable Object> object() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        at++;
        skipSpace();
        if (taken('}')) {
            return object;
        }
        do {
            skipSpace();
            if (at >= text.length() || text.charAt(at) != '"') {
                throw malformed("a name in quotes");
            }
            String name = string();
            skipSpace();
            if (!taken(':')) {
                throw malformed("a colon");
            }
            object.put(name, value());
            skipSpace();
        } while (taken(','));
        if (!taken('}')) {
            throw malformed("a comma or }");
        }
        return object;
    }

    private List<@Nullable Object> array() {
        List<@Nullable Object> array = new ArrayList<>();
        at++;
        skipSpace();
        if (taken(']')) {
            return array;
        }
        do {
            array.add(value());
            skipSpace();
        } while (taken(','));
        if (!taken(']')) {
            throw malformed("a comma or ]");
        }
        return array;
    }

    private String string() {
        StringBuilder value = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return value.toString();
            }
            if (c < ' ') {
                break;
            }
            value.append(c == '\\' ? escaped() : c);
        }
        throw malformed("the end of a string");
    }

    private char escaped() {
        char c = at < text.length() ? text.charAt(at++) : 0;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unit();
            default -> throw malformed("an escape");
        };
    }

    private char unit() {
        String digits = text.substring(at, Math.min(at + 4, text.length()));
        if (!digits.matches("[0-9A-Fa-f]{4}")) {
            throw malformed("four hexadecimal digits");
        }
        at += 4;
        return (char) Integer.parseInt(digits, 16);
    }

    private @Nullable Object literal() {
        int start = at;
        while (at < text.length()
                && "+-.".indexOf(text.charAt(at)) + 1 + (Character.isLetterOrDigit(text.charAt(at)) ? 1 : 0) > 0) {
            at++;
        }
        String word = text.substring(start, at);
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> {
                if (!word.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) {
                    at = start;
                    throw malformed("a value");
                }
                yield word;
            }
        };
    }

    private boolean taken(char expected) {
        if (at < text.length() && text.charAt(at) == expected) {
            at++;
            return true;
        }
        return false;
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private IllegalArgumentException malformed(String expected) {
        return new IllegalArgumentException("json: character=" + (at + 1) + ", expected " + expected);
    }
}
