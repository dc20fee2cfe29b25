package io.tellask.web.bundle;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of an import of a style. Immutable.
 *
 * @param layer its name, empty for one without a name; null for none
 * @param supports what has to be supported; null for nothing
 * @param media what it is for; empty for all
 */
record StyleConditions(@Nullable String layer, @Nullable String supports, String media) {
    private static final Pattern LAYER = Pattern.compile("(?is)^layer(?:\\(([^()]*)\\)|(?=\\s|$))\\s*(.*)$");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/");

    static StyleConditions of(String conditions) {
        String rest = COMMENT.matcher(conditions).replaceAll(" ").strip();
        String layer = null;
        Matcher matcher = LAYER.matcher(rest);
        if (matcher.matches()) {
            layer = matcher.group(1) == null ? "" : matcher.group(1).strip();
            rest = matcher.group(2).strip();
        }
        String supports = null;
        if (rest.regionMatches(true, 0, "supports(", 0, 9)) {
            int end = closing(rest, 8);
            supports = rest.substring(9, end).strip();
            rest = rest.substring(Math.min(end + 1, rest.length())).strip();
        }
        return new StyleConditions(layer, supports, rest);
    }

    /** A text that holds under them. */
    String around(String rules) {
        String around = "\n" + rules + "\n";
        if (layer != null) {
            around = "@layer " + layer + "{" + around + "}";
        }
        if (!media.isEmpty()) {
            around = "@media " + media + "{" + around + "}";
        }
        if (supports != null) {
            boolean isDeclaration = !supports.startsWith("(") && !supports.regionMatches(true, 0, "not", 0, 3);
            around = "@supports "
                    + (isDeclaration && !supports.startsWith("selector(") ? "(" + supports + ")" : supports) + "{"
                    + around + "}";
        }
        return around + "\n";
    }

    private static int closing(String text, int open) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return text.length();
    }
}
