package io.tellask.web.script;

import io.tellask.web.script.Token.Kind;

/**
 * Cuts a script into pieces, told by its user what a slash means. Handles comments, texts, templates, patterns, numbers, names with
 * escapes, and the line that names an interpreter. Not thread-safe.
 */
final class ScriptScanner {
    private final String source;
    private int at;
    private boolean lineBroke;

    ScriptScanner(String source) {
        this.source = source;
        if (source.startsWith("\uFEFF")) {
            at = 1;
        }
        if (source.startsWith("#!", at)) {
            skipLine();
        }
    }

    /** Behind what has been read. */
    int offset() {
        return at;
    }

    /** The next piece; a slash begins a pattern if {@code isPatternAllowed}. */
    Token next(boolean isPatternAllowed) {
        skipSpaceAndComments();
        if (at >= source.length()) {
            return new Token(Kind.END, at, at, lineBroke);
        }
        int start = at;
        char c = source.charAt(at);
        Kind kind;
        if (c == '"' || c == '\'') {
            kind = Kind.STRING;
            skipString(c);
        } else if (c == '/' && isPatternAllowed) {
            kind = Kind.PATTERN;
            skipPattern();
        } else if (isDigit(c) || c == '.' && at + 1 < source.length() && isDigit(source.charAt(at + 1))) {
            kind = Kind.NUMBER;
            skipNumber();
        } else if (isNamePart(source.codePointAt(at)) || c == '#') {
            kind = Kind.WORD;
            skipName();
        } else {
            kind = Kind.PUNCTUATOR;
            at += punctuatorLength(c);
        }
        return new Token(kind, start, at, lineBroke);
    }

    /** Skips the text of a template behind its backtick or the end of an expression; true if an expression begins. */
    boolean skipTemplateText() {
        int start = at - 1;
        while (at < source.length()) {
            char c = source.charAt(at++);
            if (c == '`') {
                return false;
            }
            if (c == '\\') {
                at = Math.min(at + 1, source.length());
            } else if (c == '$' && at < source.length() && source.charAt(at) == '{') {
                at++;
                return true;
            }
        }
        throw new ScriptSyntaxException(start, "template does not end; close it with `");
    }

    private void skipSpaceAndComments() {
        lineBroke = false;
        while (at < source.length()) {
            char c = source.charAt(at);
            if (isLineEnd(c)) {
                lineBroke = true;
                at++;
            } else if (c <= ' ' || c == 0xA0 || c == 0xFEFF || Character.getType(c) == Character.SPACE_SEPARATOR) {
                at++;
            } else if (source.startsWith("//", at)) {
                skipLine();
            } else if (source.startsWith("/*", at)) {
                skipBlockComment();
            } else {
                return;
            }
        }
    }

    private void skipLine() {
        while (at < source.length() && !isLineEnd(source.charAt(at))) {
            at++;
        }
    }

    private void skipBlockComment() {
        int end = source.indexOf("*/", at + 2);
        if (end < 0) {
            throw new ScriptSyntaxException(at, "comment does not end; close it with */");
        }
        while (at < end) {
            lineBroke |= isLineEnd(source.charAt(at++));
        }
        at = end + 2;
    }

    private void skipString(char quote) {
        int start = at++;
        while (at < source.length()) {
            char c = source.charAt(at++);
            if (c == quote) {
                return;
            }
            if (c == '\\') {
                at += source.startsWith("\r\n", at) ? 2 : 1;
            } else if (c == '\n' || c == '\r') {
                break;
            }
        }
        throw new ScriptSyntaxException(start, "text does not end in its line; close it with " + quote);
    }

    private void skipPattern() {
        int start = at++;
        boolean inClass = false;
        while (at < source.length()) {
            char c = source.charAt(at++);
            if (isLineEnd(c)) {
                break;
            }
            switch (c) {
                case '\\' -> at++;
                case '[' -> inClass = true;
                case ']' -> inClass = false;
                case '/' -> {
                    if (!inClass) {
                        skipName();
                        return;
                    }
                }
                default -> {}
            }
        }
        throw new ScriptSyntaxException(start, "regular expression does not end in its line; close it with /");
    }

    private void skipNumber() {
        at++;
        while (at < source.length()) {
            char c = source.charAt(at);
            boolean isSign = (c == '+' || c == '-') && (source.charAt(at - 1) | 0x20) == 'e' && !isHexadecimal();
            if (!isSign && c != '.' && !isNamePart(c)) {
                return;
            }
            at++;
        }
    }

    /** Whether the number that ends here began with {@code 0x}, where an e is a digit. */
    private boolean isHexadecimal() {
        int start = at - 1;
        while (start > 0 && isNamePart(source.charAt(start - 1))) {
            start--;
        }
        return source.regionMatches(true, start, "0x", 0, 2);
    }

    private void skipName() {
        if (at < source.length() && source.charAt(at) == '#') {
            at++;
        }
        while (at < source.length()) {
            int c = source.codePointAt(at);
            if (c == '\\') {
                int end = source.startsWith("u{", at + 1) ? source.indexOf('}', at) : at + 5;
                at = end < 0 ? source.length() : Math.min(end + 1, source.length());
            } else if (isNamePart(c)) {
                at += Character.charCount(c);
            } else {
                return;
            }
        }
    }

    /** Only those are read whole that would be taken for others in pieces. */
    private int punctuatorLength(char c) {
        if (source.startsWith("...", at)) {
            return 3;
        }
        boolean isPair = source.startsWith("=>", at) || source.startsWith("++", at) || source.startsWith("--", at);
        boolean isOptional = c == '?'
                && source.startsWith("?.", at)
                && !(at + 2 < source.length() && isDigit(source.charAt(at + 2)));
        return isPair || isOptional ? 2 : 1;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029';
    }

    private static boolean isNamePart(int c) {
        if (c < 128) {
            return c >= 'a' && c <= 'z'
                    || c >= 'A' && c <= 'Z'
                    || c >= '0' && c <= '9'
                    || c == '_'
                    || c == '$'
                    || c == '\\';
        }
        return Character.isUnicodeIdentifierPart(c) && c != 0xFEFF || c == 0x200C || c == 0x200D;
    }
}
