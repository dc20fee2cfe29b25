package io.tellask.web.content;

import java.util.Locale;

/**
 * The start of an element, as far as scripts need it. Immutable.
 *
 * @param name in lower case
 * @param hasSource whether it has an attribute {@code src}
 * @param type what its attribute {@code type} says; empty for none
 * @param end behind its last bracket
 */
record HtmlTag(String name, boolean hasSource, String type, int end) {
    private static final String SPACES = " \t\n\f\r";

    /** Reads one from its first bracket. */
    static HtmlTag read(String page, int open) {
        int at = skipUntil(page, open + 1, SPACES + "/>");
        String name = page.substring(open + 1, at).toLowerCase(Locale.ROOT);
        boolean hasSource = false;
        String type = "";
        while (at < page.length() && page.charAt(at) != '>') {
            if ((SPACES + "/").indexOf(page.charAt(at)) >= 0) {
                at++;
                continue;
            }
            int nameEnd = skipUntil(page, at + 1, SPACES + "/>="); // a first equals sign belongs to the name
            String attribute = page.substring(at, nameEnd).toLowerCase(Locale.ROOT);
            int[] value = value(page, nameEnd);
            hasSource |= attribute.equals("src");
            if (attribute.equals("type") && type.isEmpty()) {
                type = page.substring(value[0], value[1]).strip();
            }
            at = value[2];
        }
        return new HtmlTag(name, hasSource, type, Math.min(page.length(), at + 1));
    }

    /** Where the value of an attribute begins and ends, and where to go on. */
    private static int[] value(String page, int from) {
        int equals = skipSpaces(page, from);
        if (equals >= page.length() || page.charAt(equals) != '=') {
            return new int[] {from, from, from};
        }
        int begin = skipSpaces(page, equals + 1);
        if (begin < page.length() && (page.charAt(begin) == '"' || page.charAt(begin) == '\'')) {
            int close = page.indexOf(page.charAt(begin), begin + 1);
            int end = close < 0 ? page.length() : close;
            return new int[] {begin + 1, Math.max(begin + 1, end), Math.min(page.length(), end + 1)};
        }
        int end = skipUntil(page, begin, SPACES + ">");
        return new int[] {begin, end, end};
    }

    private static int skipSpaces(String page, int from) {
        int at = from;
        while (at < page.length() && SPACES.indexOf(page.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    private static int skipUntil(String page, int from, String stops) {
        int at = from;
        while (at < page.length() && stops.indexOf(page.charAt(at)) < 0) {
            at++;
        }
        return at;
    }
}
