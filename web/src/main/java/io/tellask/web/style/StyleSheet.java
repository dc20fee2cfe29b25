package io.tellask.web.style;

import io.tellask.web.style.StyleToken.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * A style with its imports and addresses. Immutable.
 *
 * @param source the text
 * @param head statements before the rules: imports, layers, charset; in order
 * @param rulesStart where the rules begin
 * @param addresses in the rules, in order
 * @param isWhole whether all that is opened is closed and the other way round, so that another text may follow
 * @param hasNamespace whether it has {@code @namespace}, which must stay before all rules
 */
public record StyleSheet(
        String source,
        List<StylePart> head,
        int rulesStart,
        List<StylePart> addresses,
        boolean isWhole,
        boolean hasNamespace) {
    /** Takes a style apart; accepts each text. */
    public static StyleSheet of(String source) {
        return new Parser(source).parse();
    }

    /** Reads the pieces of one style. */
    private static final class Parser {
        private final String source;
        private final List<StyleToken> tokens;
        private final List<StylePart> head = new ArrayList<>();
        private final List<StylePart> addresses = new ArrayList<>();
        private final Deque<Character> open = new ArrayDeque<>();
        private final Deque<String> functions = new ArrayDeque<>();
        private boolean isWhole;
        private boolean hasNamespace;
        private int next;

        Parser(String source) {
            this.source = source;
            StyleScanner.Tokens scanned = StyleScanner.tokens(source);
            this.tokens = scanned.list();
            this.isWhole = scanned.isWhole();
        }

        StyleSheet parse() {
            int rules = 0;
            while (readHead()) {
                rules = next;
            }
            int rulesStart = rules == 0 ? 0 : tokens.get(rules - 1).end();
            for (next = rules; next < tokens.size(); next++) {
                readRule(tokens.get(next));
            }
            return new StyleSheet(
                    source,
                    List.copyOf(head),
                    rulesStart,
                    List.copyOf(addresses),
                    isWhole && open.isEmpty(),
                    hasNamespace);
        }

        /** Reads one statement of the head; false if there is none. */
        private boolean readHead() {
            skipSpace();
            if (next >= tokens.size() || tokens.get(next).kind() != Kind.RULE) {
                return false;
            }
            int start = next;
            int end = statementEnd(start);
            if (end < 0) {
                return false;
            }
            String rule = text(tokens.get(start)).toLowerCase(Locale.ROOT);
            boolean isRead = switch (rule) {
                case "@charset" -> head.add(part(StylePart.Kind.CHARSET, start, end, "", ""));
                case "@layer" -> head.add(part(StylePart.Kind.LAYERS, start, end, "", ""));
                case "@import" -> addImport(start, end);
                default -> false;
            };
            next = isRead ? end + 1 : start;
            return isRead;
        }

        /** The index of the semicolon that ends a statement; -1 if it has a block, or does not end. */
        private int statementEnd(int start) {
            int depth = 0;
            for (int i = start; i < tokens.size(); i++) {
                String text = text(tokens.get(i));
                switch (tokens.get(i).kind()) {
                    case FUNCTION -> depth++;
                    case OPEN -> {
                        if (text.equals("{")) {
                            return -1;
                        }
                        depth++;
                    }
                    case CLOSE -> depth--;
                    default -> {
                        if (depth == 0 && text.equals(";")) {
                            return i;
                        }
                    }
                }
            }
            return -1;
        }

        private boolean addImport(int start, int end) {
            next = start + 1;
            skipSpace();
            StyleToken first = tokens.get(next);
            String address;
            int behind = next + 1;
            if (first.kind() == Kind.STRING) {
                address = StyleTexts.string(text(first));
            } else if (first.kind() == Kind.ADDRESS) {
                address = StyleTexts.address(text(first));
            } else if (isQuotedAddress(first)) {
                next++;
                skipSpace();
                address = StyleTexts.string(text(tokens.get(next)));
                next++;
                skipSpace();
                behind = next + 1;
            } else {
                return false;
            }
            String conditions = source.substring(
                            tokens.get(behind - 1).end(), tokens.get(end).start())
                    .strip();
            return head.add(part(StylePart.Kind.IMPORT, start, end, address, conditions));
        }

        private StylePart part(StylePart.Kind kind, int start, int end, String address, String conditions) {
            return new StylePart(
                    kind, tokens.get(start).start(), tokens.get(end).end(), address, conditions);
        }

        private void readRule(StyleToken token) {
            String text = text(token);
            switch (token.kind()) {
                case RULE -> hasNamespace |= open.isEmpty() && text.equalsIgnoreCase("@namespace");
                case ADDRESS -> addAddress(token, StyleTexts.address(text));
                case STRING -> {
                    String function = functions.isEmpty() ? "" : functions.element();
                    if (function.equals("url(") || function.endsWith("image-set(")) {
                        addAddress(token, StyleTexts.string(text));
                    }
                }
                case FUNCTION -> {
                    functions.push(text.toLowerCase(Locale.ROOT));
                    open.push('(');
                }
                case OPEN -> {
                    functions.push("");
                    open.push(text.charAt(0));
                }
                case CLOSE -> close(text.charAt(0));
                default -> {}
            }
        }

        private void addAddress(StyleToken token, String address) {
            boolean isOfNamespace = hasNamespace && open.isEmpty();
            if (!isOfNamespace) {
                addresses.add(new StylePart(StylePart.Kind.ADDRESS, token.start(), token.end(), address, ""));
            }
        }

        private void close(char end) {
            char begin = end == '}' ? '{' : end == ')' ? '(' : '[';
            if (open.isEmpty() || open.element() != begin) {
                isWhole = false;
            } else {
                open.pop();
                functions.pop();
            }
        }

        private boolean isQuotedAddress(StyleToken token) {
            return token.kind() == Kind.FUNCTION && text(token).equalsIgnoreCase("url(");
        }

        private void skipSpace() {
            while (next < tokens.size()
                    && (tokens.get(next).kind() == Kind.SPACE
                            || tokens.get(next).kind() == Kind.COMMENT)) {
                next++;
            }
        }

        private String text(StyleToken token) {
            return source.substring(token.start(), token.end());
        }
    }
}
