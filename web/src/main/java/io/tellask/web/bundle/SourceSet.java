package io.tellask.web.bundle;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The attribute {@code srcset}: addresses with a width or density behind them. Stateless. */
final class SourceSet {
    private static final Pattern CANDIDATE =
            Pattern.compile("\\s*,*\\s*([^\\s,]\\S*[^\\s,]|[^\\s,])(,*)((?:[^,(]|\\([^)]*\\))*),?");

    private SourceSet() {}

    /** The same with other addresses. */
    static String mapped(String set, UnaryOperator<String> addresses) {
        StringBuilder mapped = new StringBuilder();
        Matcher candidate = CANDIDATE.matcher(set);
        int at = 0;
        while (at < set.length() && candidate.find(at) && candidate.start() == at && candidate.end() > at) {
            // a comma at the end of the address ends the candidate, and no width follows
            boolean isEnd = !candidate.group(2).isEmpty();
            String width = isEnd ? "" : candidate.group(3).stripTrailing();
            mapped.append(mapped.isEmpty() ? "" : ", ")
                    .append(addresses.apply(candidate.group(1)))
                    .append(width);
            at = isEnd ? candidate.end(2) : candidate.end();
        }
        return mapped.isEmpty() ? set : mapped.toString();
    }
}
