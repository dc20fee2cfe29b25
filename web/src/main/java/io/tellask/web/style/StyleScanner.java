package io.tellask.web.style;

import io.tellask.web.style.StyleToken.Kind;
import java.util.ArrayList;
import java.util.List;

/** Cuts a style into pieces, as CSS Syntax 3 does, as far as they matter here. Accepts each text. Not thread-safe. */
final class StyleScanner {
    private final String source;
    private int at;
    private boolean isWhole = true;

    private StyleScanner(String source) {
        this.source = source;
    }

    /** The pieces of a style, and whether none of them was cut off by its end. */
    record Tokens(List<StyleToken> list, boolean isWhole) {}

    static Tokens tokens(String source) {
        StyleScanner scanner = new StyleScanner(source);
        List<StyleToken> tokens = new ArrayList<>();
        while (scanner.at < source.length()) {
            int start = scanner.at;
            tokens.add(new StyleToken(scanner.next(), start, scanner.at));
        }
        return new Tokens(tokens, scanner.isWhole);
    }

    private Kind next() {
        char c = source.charAt(at);
        if (isSpace(c)) {
            while (at < source.length() && isSpace(source.charAt(at))) {
                at++;
            }
            return Kind.SPACE;
        }
        if (source.startsWith("/*", at)) {
            int end = source.indexOf("*/", at + 2);
            isWhole &= end >= 0;
            at = end < 0 ? source.length() : end + 2;
            return Kind.COMMENT;
        }
        if (c == '"' || c == '\'') {
            skipString(c);
            return Kind.STRING;
        }
        if (isNamePart(c) || c == '\\') {
            return name();
        }
        at++;
        return switch (c) {
            case '@' -> {
                skipName();
                yield Kind.RULE;
            }
            case '{', '(', '[' -> Kind.OPEN;
            case '}', ')', ']' -> Kind.CLOSE;
            default -> Kind.OTHER;
        };
    }

    private Kind name() {
        int start = at;
        skipName();
        if (at >= source.length() || source.charAt(at) != '(') {
            return Kind.NAME;
        }
        boolean isAddress = source.substring(start, at).equalsIgnoreCase("url");
        at++;
        if (!isAddress) {
            return Kind.FUNCTION;
        }
        int first = at;
        while (first < source.length() && isSpace(source.charAt(first))) {
            first++;
        }
        if (first < source.length() && (source.charAt(first) == '"' || source.charAt(first) == '\'')) {
            return Kind.FUNCTION;
        }
        skipAddress();
        return Kind.ADDRESS;
    }

    private void skipAddress() {
        while (at < source.length()) {
            char c = source.charAt(at++);
            if (c == ')') {
                return;
            }
            if (c == '\\') {
                at = Math.min(at + 1, source.length());
            }
        }
        isWhole = false;
    }

    private void skipString(char quote) {
        at++;
        while (at < source.length()) {
            char c = source.charAt(at++);
            if (c == quote) {
                return;
            }
            if (c == '\n') {
                at--;
                isWhole = false;
                return;
            }
            if (c == '\\') {
                at = Math.min(at + (source.startsWith("\r\n", at) ? 2 : 1), source.length());
            }
        }
        isWhole = false;
    }

    private void skipName() {
        while (at < source.length()) {
            char c = source.charAt(at);
            if (c == '\\' && at + 1 < source.length() && source.charAt(at + 1) != '\n') {
                at += 2;
            } else if (isNamePart(c)) {
                at++;
            } else {
                break;
            }
        }
        if (at < source.length() && source.charAt(at) == '\\') {
            at++;
        }
    }

    private static boolean isNamePart(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c >= 128;
    }

    static boolean isSpace(char c) {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
    }
}
