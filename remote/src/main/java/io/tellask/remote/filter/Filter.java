package io.tellask.remote.filter;

import io.tellask.remote.filter.FilterField.Kind;
import io.tellask.text.SafeText;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.function.Predicate;

/**
 * A condition on objects, read from a text such as {@code port=8192 and (idle>60s or not principal=Ada)}.
 *
 * <pre>
 * condition   all ("or" all)*
 * all         single ("and" single)*
 * single      "not" single | "(" condition ")" | field op value
 * op          = != &lt; &gt; &lt;= &gt;=
 * </pre>
 *
 * <p>Recursive descent, at most {@value #MOST_DEPTH} deep; a text has at most {@value #MOST_CHARS} characters. What is wrong is an
 * {@link IllegalArgumentException} with its position, from 1. Not thread-safe; what it makes is.
 */
public final class Filter<T> {
    /** A text may be so long. */
    public static final int MOST_CHARS = 1_024;

    /** Conditions may stand so deep in parentheses and behind {@code not}. */
    public static final int MOST_DEPTH = 32;

    private static final String ENDS_WORD = "()'\"=!<>";

    private final String text;
    private final Map<String, FilterField<T>> fields;
    private int at;
    private int depth;

    private Filter(String text, Map<String, FilterField<T>> fields) {
        this.text = text;
        this.fields = fields;
    }

    /**
     * Reads a condition; an empty text is met by everything.
     *
     * @throws IllegalArgumentException if it is malformed, too long or too deep, or asks for a field that there is none of
     */
    public static <T> Predicate<T> parse(String text, Map<String, FilterField<T>> fields) {
        if (text.length() > MOST_CHARS) {
            throw new IllegalArgumentException(
                    "where: characters=" + text.length() + " > limit=" + MOST_CHARS + "; ask for less at once");
        }
        return text.isBlank() ? _ -> true : new Filter<>(text, fields).whole();
    }

    private Predicate<T> whole() {
        Predicate<T> condition = condition();
        skipBlanks();
        if (at < text.length()) {
            throw expected("'and', 'or' or the end");
        }
        return condition;
    }

    private IllegalArgumentException expected(String what) {
        return wrong(at, "expected " + what);
    }

    private IllegalArgumentException wrong(int place, String what) {
        String rest =
                place < text.length() ? ", found '" + SafeText.of(text.substring(place), 16) + "'" : ", found the end";
        return new IllegalArgumentException("where: position=" + (place + 1) + rest + ", " + what);
    }

    private Predicate<T> condition() {
        Predicate<T> any = all();
        while (takesWord("or")) {
            any = any.or(all());
        }
        return any;
    }

    private Predicate<T> all() {
        Predicate<T> each = single();
        while (takesWord("and")) {
            each = each.and(single());
        }
        return each;
    }

    private Predicate<T> single() {
        if (++depth > MOST_DEPTH) {
            throw wrong(at, "depth > limit=" + MOST_DEPTH + "; ask more simply");
        }
        Predicate<T> condition;
        if (takesWord("not")) {
            condition = single().negate();
        } else if (takes("(")) {
            condition = condition();
            if (!takes(")")) {
                throw expected("')', 'and' or 'or'");
            }
        } else {
            condition = comparison();
        }
        depth--;
        return condition;
    }

    private Predicate<T> comparison() {
        skipBlanks();
        int start = at;
        String name = word();
        FilterField<T> field = fields.get(name);
        if (field == null) {
            throw wrong(start, "expected one of the fields " + new TreeSet<>(fields.keySet()));
        }
        Comparison comparison = operator();
        skipBlanks();
        int place = at;
        String value = value();
        return field.kind() == Kind.TEXT
                ? ofText(field, comparison, value, place)
                : ofNumber(field, comparison, FilterValue.parse(field.kind(), value), place);
    }

    private Predicate<T> ofText(FilterField<T> field, Comparison comparison, String value, int place) {
        boolean begins = value.endsWith("*");
        String wanted = begins ? value.substring(0, value.length() - 1) : value;
        Predicate<T> same = object -> {
            String found = field.text().apply(object);
            return begins ? found.startsWith(wanted) : found.equals(wanted);
        };
        return switch (comparison) {
            case EQUAL -> same;
            case UNEQUAL -> same.negate();
            default -> throw wrong(place, "text is compared by = and != alone");
        };
    }

    private Predicate<T> ofNumber(FilterField<T> field, Comparison comparison, long value, int place) {
        if (value < 0) {
            throw wrong(place, "expected " + field.kind().inWords);
        }
        LongPredicate test = comparison.to(value);
        return object -> test.test(field.number().applyAsLong(object));
    }

    private enum Comparison {
        EQUAL,
        UNEQUAL,
        LESS,
        AT_MOST,
        MORE,
        AT_LEAST;

        LongPredicate to(long value) {
            return switch (this) {
                case EQUAL -> found -> found == value;
                case UNEQUAL -> found -> found != value;
                case LESS -> found -> found < value;
                case AT_MOST -> found -> found <= value;
                case MORE -> found -> found > value;
                case AT_LEAST -> found -> found >= value;
            };
        }
    }

    private Comparison operator() {
        if (takes("!=")) {
            return Comparison.UNEQUAL;
        }
        if (takes("<=")) {
            return Comparison.AT_MOST;
        }
        if (takes(">=")) {
            return Comparison.AT_LEAST;
        }
        if (takes("=")) {
            return Comparison.EQUAL;
        }
        if (takes("<")) {
            return Comparison.LESS;
        }
        if (takes(">")) {
            return Comparison.MORE;
        }
        throw expected("one of = != < > <= >=");
    }

    /** A word, or what stands within quotation marks of either kind. */
    private String value() {
        char quote = at < text.length() ? text.charAt(at) : ' ';
        if (quote != '\'' && quote != '"') {
            return word();
        }
        int end = text.indexOf(quote, at + 1);
        if (end < 0) {
            throw expected("a closing " + quote);
        }
        String quoted = text.substring(at + 1, end);
        at = end + 1;
        return quoted;
    }

    private String word() {
        skipBlanks();
        int start = at;
        while (at < text.length() && !isBlank(text.charAt(at)) && ENDS_WORD.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        if (at == start) {
            throw expected("a word");
        }
        return text.substring(start, at);
    }

    private boolean takesWord(String word) {
        skipBlanks();
        int end = at + word.length();
        boolean found = text.regionMatches(true, at, word, 0, word.length())
                && (end == text.length() || isBlank(text.charAt(end)) || text.charAt(end) == '(');
        at = found ? end : at;
        return found;
    }

    private boolean takes(String sign) {
        skipBlanks();
        boolean found = text.startsWith(sign, at);
        at += found ? sign.length() : 0;
        return found;
    }

    private void skipBlanks() {
        while (at < text.length() && isBlank(text.charAt(at))) {
            at++;
        }
    }

    private static boolean isBlank(char each) {
        return each == ' ' || each == '\t';
    }
}
