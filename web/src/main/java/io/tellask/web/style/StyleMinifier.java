package io.tellask.web.style;

import io.tellask.web.style.StyleToken.Kind;
import java.util.List;

/**
 * Takes comments and space out of a style where they mean nothing. Changes no name, value or order; leaves the values of custom
 * properties as they are, which scripts can read. Comments that begin with {@code /*!} stay. Not thread-safe.
 */
public final class StyleMinifier {
    private static final String SEPARATORS = "{};,";

    private final String source;
    private final List<StyleToken> tokens;
    private final StringBuilder minified;
    private int next;
    /** Whether space here means nothing, after what was written last. */
    private boolean isSeparated = true;

    private StyleMinifier(String source) {
        this.source = source;
        this.tokens = StyleScanner.tokens(source).list();
        this.minified = new StringBuilder(source.length());
    }

    /** A style that means the same. */
    public static String minified(String source) {
        return new StyleMinifier(source).minify();
    }

    private String minify() {
        while (next < tokens.size()) {
            StyleToken token = tokens.get(next);
            if (isSeparated && last() != ',' && token.kind() == Kind.NAME && source.startsWith("--", token.start())) {
                copyCustomProperty();
            } else if (token.kind() == Kind.SPACE) {
                appendSpace();
                next++;
            } else if (token.kind() == Kind.COMMENT && !source.startsWith("/*!", token.start())) {
                appendComment();
                next++;
            } else {
                minified.append(source, token.start(), token.end());
                isSeparated = isSeparator(token);
                next++;
            }
        }
        return minified.toString().stripTrailing();
    }

    /** Up to its end, with all that is in it. */
    private void copyCustomProperty() {
        int depth = 0;
        for (; next < tokens.size(); next++) {
            StyleToken token = tokens.get(next);
            char first = source.charAt(token.start());
            if (token.kind() == Kind.OPEN || token.kind() == Kind.FUNCTION) {
                depth++;
            } else if (token.kind() == Kind.CLOSE) {
                depth--;
            }
            if (depth < 0 || depth == 0 && first == ';' && token.kind() == Kind.OTHER) {
                return;
            }
            minified.append(source, token.start(), token.end());
            isSeparated = false;
        }
    }

    private void appendSpace() {
        if (isSeparated || last() == ' ') {
            return;
        }
        char behind = firstBehind();
        if (SEPARATORS.indexOf(behind) < 0 || last() == ':') {
            minified.append(' ');
        }
    }

    /** The next character that is neither space nor comment. */
    private char firstBehind() {
        for (int i = next + 1; i < tokens.size(); i++) {
            Kind kind = tokens.get(i).kind();
            if (kind != Kind.SPACE && kind != Kind.COMMENT) {
                return source.charAt(tokens.get(i).start());
            }
        }
        return '}';
    }

    /** A comment parts two names, as space would not: one that is empty stays in its place. */
    private void appendComment() {
        boolean isBesideSpace = isSeparated || last() == ' ';
        boolean isBeforeSpace = next + 1 >= tokens.size()
                || tokens.get(next + 1).kind() == Kind.SPACE
                || SEPARATORS.indexOf(source.charAt(tokens.get(next + 1).start())) >= 0;
        if (!isBesideSpace && !isBeforeSpace) {
            minified.append("/**/");
        }
    }

    /** A semicolon that is escaped is part of a name, and none. */
    private boolean isSeparator(StyleToken token) {
        return token.kind() != Kind.NAME
                && token.kind() != Kind.STRING
                && SEPARATORS.indexOf(source.charAt(token.start())) >= 0;
    }

    private char last() {
        return minified.isEmpty() ? '}' : minified.charAt(minified.length() - 1);
    }
}
