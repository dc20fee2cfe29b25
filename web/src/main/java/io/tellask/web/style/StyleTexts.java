package io.tellask.web.style;

/** Texts and addresses of styles. Stateless. */
public final class StyleTexts {
    private StyleTexts() {}

    /** An address as {@code url("…")}, whatever is in it. */
    public static String url(String address) {
        return "url(" + quoted(address) + ")";
    }

    /** A text in double quotes. */
    public static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c == '<') {
                quoted.append('\\').append(Integer.toHexString(c)).append(' ');
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    /** The value of a text with its quotes. */
    static String string(String token) {
        boolean isClosed = token.length() > 1 && token.charAt(token.length() - 1) == token.charAt(0);
        return unescaped(token.substring(1, isClosed ? token.length() - 1 : token.length()));
    }

    /** The address in {@code url(…)} without quotes. */
    static String address(String token) {
        int start = token.indexOf('(') + 1;
        int end = token.endsWith(")") ? token.length() - 1 : token.length();
        return unescaped(token.substring(start, end).strip());
    }

    private static String unescaped(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder value = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '\\' || at == text.length()) {
                value.append(c);
                continue;
            }
            int digits = at;
            while (digits < text.length() && digits - at < 6 && Character.digit(text.charAt(digits), 16) >= 0) {
                digits++;
            }
            if (digits > at) {
                int code = Integer.parseInt(text.substring(at, digits), 16);
                value.appendCodePoint(Character.isValidCodePoint(code) && code > 0 ? code : 0xFFFD);
                at = digits < text.length() && StyleScanner.isSpace(text.charAt(digits)) ? digits + 1 : digits;
            } else if (text.charAt(at) == '\n') {
                at++;
            } else {
                value.append(text.charAt(at++));
            }
        }
        return value.toString();
    }
}
