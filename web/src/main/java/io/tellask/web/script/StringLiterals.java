package io.tellask.web.script;

/** Texts of JavaScript. Stateless. */
public final class StringLiterals {
    private StringLiterals() {}

    /** The value of the text between two quotes. Escapes that are malformed stand for themselves. */
    static String value(String source, int start, int end) {
        int last = end - 1;
        String inside = source.substring(start + 1, last);
        if (inside.indexOf('\\') < 0) {
            return inside;
        }
        StringBuilder value = new StringBuilder(inside.length());
        int at = 0;
        while (at < inside.length()) {
            char c = inside.charAt(at++);
            if (c != '\\' || at == inside.length()) {
                value.append(c);
            } else {
                at = appendEscape(inside, at, value);
            }
        }
        return value.toString();
    }

    /** A text in double quotes that means the same in JavaScript and in JSON, and does not end an element of HTML. */
    public static String quoted(String value) {
        StringBuilder quoted = new StringBuilder(value.length() + 16).append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append(c);
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (c < ' ' || c == '<' || c == '\u2028' || c == '\u2029') {
                        quoted.append(String.format("\\u%04x", (int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    private static int appendEscape(String inside, int at, StringBuilder value) {
        char c = inside.charAt(at);
        switch (c) {
            case 'n' -> value.append('\n');
            case 't' -> value.append('\t');
            case 'r' -> value.append('\r');
            case 'b' -> value.append('\b');
            case 'f' -> value.append('\f');
            case 'v' -> value.append('\u000B');
            case '0' -> value.append('\0');
            case '\n', '\u2028', '\u2029' -> {}
            case '\r' -> {
                return inside.startsWith("\n", at + 1) ? at + 2 : at + 1;
            }
            case 'x' -> {
                return appendCode(inside, at + 1, at + 3, at + 3, value);
            }
            case 'u' -> {
                int close = inside.startsWith("{", at + 1) ? inside.indexOf('}', at) : -1;
                return close > 0
                        ? appendCode(inside, at + 2, close, close + 1, value)
                        : appendCode(inside, at + 1, at + 5, at + 5, value);
            }
            default -> value.append(c);
        }
        return at + 1;
    }

    private static int appendCode(String inside, int start, int end, int next, StringBuilder value) {
        if (end <= inside.length() && end > start && end - start <= 6) {
            String digits = inside.substring(start, end);
            if (digits.chars().allMatch(digit -> Character.digit(digit, 16) >= 0 && digit < 128)) {
                int code = Integer.parseInt(digits, 16);
                if (code <= Character.MAX_CODE_POINT) {
                    value.appendCodePoint(code);
                    return next;
                }
            }
        }
        value.append(inside.charAt(start - 1));
        return start;
    }
}
