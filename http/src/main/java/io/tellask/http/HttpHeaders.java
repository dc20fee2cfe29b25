package io.tellask.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Names and values of headers in their order; names are in lower case, and found in any. Immutable. */
public final class HttpHeaders {
    /** None. */
    public static final HttpHeaders NONE = new HttpHeaders(new String[0]);

    private final String[] pairs; // name, value, name, value ...

    private HttpHeaders(String[] pairs) {
        this.pairs = pairs;
    }

    /**
     * Those names and values, in turn.
     *
     * @throws IllegalArgumentException if their number is odd, a name is no token, or a value has a control character
     */
    public static HttpHeaders of(String... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException("headers: the last of " + namesAndValues.length + " has no value");
        }
        String[] pairs = namesAndValues.clone();
        for (int i = 0; i < pairs.length; i += 2) {
            pairs[i] = checkedName(pairs[i]);
            checkValue(pairs[i], pairs[i + 1]);
        }
        return new HttpHeaders(pairs);
    }

    private static String checkedName(String name) {
        if (!isToken(name)) {
            throw new IllegalArgumentException("headers: a name of " + name.length() + " characters is no token");
        }
        return name.toLowerCase(Locale.ROOT);
    }

    private static boolean isToken(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean isLetter = c >= 'a' && c <= 'z' || c == '-';
            if (!isLetter && (c <= ' ' || c >= 0x7F || "\"(),/:;<=>?@[\\]{}".indexOf(c) >= 0)) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    private static void checkValue(String name, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' && c != '\t' || c == 0x7F || c > 0xFF) {
                throw new IllegalArgumentException(
                        "headers: the value of " + name + " has a control character or one beyond Latin-1");
            }
        }
    }

    /** The first value of that name; null for none. */
    public @Nullable String first(String name) {
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i].equalsIgnoreCase(name)) {
                return pairs[i + 1];
            }
        }
        return null;
    }

    /** All values of that name, in their order. */
    public List<String> all(String name) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i].equalsIgnoreCase(name)) {
                values.add(pairs[i + 1]);
            }
        }
        return List.copyOf(values);
    }

    /** These with a header in place of those of its name. */
    public HttpHeaders with(String name, String value) {
        HttpHeaders others = without(name);
        String[] more = Arrays.copyOf(others.pairs, others.pairs.length + 2);
        more[more.length - 2] = checkedName(name);
        checkValue(more[more.length - 2], value);
        more[more.length - 1] = value;
        return new HttpHeaders(more);
    }

    /** These without those of that name. */
    public HttpHeaders without(String name) {
        if (first(name) == null) {
            return this;
        }
        List<String> kept = new ArrayList<>(pairs.length);
        for (int i = 0; i < pairs.length; i += 2) {
            if (!pairs[i].equalsIgnoreCase(name)) {
                kept.add(pairs[i]);
                kept.add(pairs[i + 1]);
            }
        }
        return new HttpHeaders(kept.toArray(new String[0]));
    }

    /** Hands over each name and value, in their order. */
    public void forEach(BiConsumer<String, String> action) {
        for (int i = 0; i < pairs.length; i += 2) {
            action.accept(pairs[i], pairs[i + 1]);
        }
    }

    public int size() {
        return pairs.length / 2;
    }

    @Override
    public String toString() {
        return size() + " headers";
    }
}
