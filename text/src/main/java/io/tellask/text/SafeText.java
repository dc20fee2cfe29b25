package io.tellask.text;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Makes text that a peer chose fit for an error message, a log line or a terminal: short, on one line, and without
 * characters that do anything but show.
 *
 * <p>Line breaks, tabs, escapes and other controls, format characters (which turn the direction of writing or cannot be
 * seen), halves of surrogate pairs, and code points that Unicode has not assigned become {@code \n}, {@code \}{@code
 * u001b} and the like. A backslash stays, so that text which is safe stays as it is. What is beyond the limit is left
 * out, and the text says how many characters that were.
 *
 * <p>The cost depends on the limit, not on the length of the text. Stateless and thread-safe.
 */
public final class SafeText {
    /** The most characters of a name, a token, an address or another piece of a message, before the count of those left out. */
    public static final int MAX_CHARS = 200;

    /** The most characters of a whole message, before the count of those left out. */
    public static final int MAX_MESSAGE_CHARS = 4_000;

    private static final HexFormat HEX = HexFormat.of();

    private SafeText() {}

    /** A piece of a message: at most {@link #MAX_CHARS}; {@code null} as a word. */
    public static String of(@Nullable CharSequence text) {
        return of(text, MAX_CHARS);
    }

    /** A whole message: at most {@link #MAX_MESSAGE_CHARS}; {@code null} as a word. */
    public static String message(@Nullable CharSequence text) {
        return of(text, MAX_MESSAGE_CHARS);
    }

    /**
     * Text of at most {@code maxChars}, and behind it how many were left out.
     *
     * @throws IllegalArgumentException if {@code maxChars} is negative
     */
    public static String of(@Nullable CharSequence text, int maxChars) {
        if (maxChars < 0) {
            throw new IllegalArgumentException("text: maxChars=" + maxChars + " < 0; give a limit of 0 or more");
        }
        if (text == null) {
            return "null";
        }
        return text.length() <= maxChars && isSafe(text) ? text.toString() : made(text, maxChars);
    }

    private static boolean isSafe(CharSequence text) {
        for (int at = 0; at < text.length(); at++) {
            char next = text.charAt(at);
            if (next < ' ' || next > '~') {
                int codePoint = Character.codePointAt(text, at);
                if (!shows(codePoint)) {
                    return false;
                }
                at += Character.charCount(codePoint) - 1;
            }
        }
        return true;
    }

    private static String made(CharSequence text, int maxChars) {
        StringBuilder made = new StringBuilder(Math.min(text.length(), maxChars) + 32);
        int at = 0;
        while (at < text.length()) {
            int codePoint = Character.codePointAt(text, at);
            int before = made.length();
            append(made, codePoint);
            if (made.length() > maxChars) {
                made.setLength(before);
                break;
            }
            at += Character.charCount(codePoint);
        }
        if (at < text.length()) {
            made.append("... (").append(text.length() - at).append(" more characters)");
        }
        return made.toString();
    }

    private static void append(StringBuilder made, int codePoint) {
        switch (codePoint) {
            case '\n' -> made.append("\\n");
            case '\r' -> made.append("\\r");
            case '\t' -> made.append("\\t");
            default -> {
                if (shows(codePoint)) {
                    made.appendCodePoint(codePoint);
                } else {
                    for (char unit : Character.toChars(codePoint)) {
                        made.append("\\u").append(HEX.toHexDigits((short) unit));
                    }
                }
            }
        }
    }

    private static boolean shows(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
