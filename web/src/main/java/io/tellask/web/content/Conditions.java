package io.tellask.web.content;

import io.tellask.http.HttpHeaders;
import io.tellask.http.HttpRequest;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The conditions that a request makes (RFC 9110, section 13), for a file that is there. Stateless. */
final class Conditions {
    /** What they come to. */
    enum Outcome {
        PROCEED,
        NOT_MODIFIED,
        FAILED
    }

    private static final int MOST_CHARS = 8_192;
    private static final DateTimeFormatter IMF =
            DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH);
    private static final List<DateTimeFormatter> FORMS = List.of(
            IMF,
            new DateTimeFormatterBuilder()
                    .appendPattern("EEEE, dd-MMM-")
                    .appendValueReduced(ChronoField.YEAR, 2, 2, 1970)
                    .appendPattern(" HH:mm:ss 'GMT'")
                    .toFormatter(Locale.ENGLISH),
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.ENGLISH));

    private Conditions() {}

    /**
     * Whether to send the file.
     *
     * @param tag with its quotes; of the form that would be sent
     * @param modifiedSeconds since 1970; -1 if that is not known
     */
    static Outcome check(HttpRequest request, String tag, long modifiedSeconds) {
        HttpHeaders headers = request.headers();
        List<String> match = headers.all("if-match");
        if (!match.isEmpty()) {
            if (!names(match, tag, true)) {
                return Outcome.FAILED;
            }
        } else if (isOlder(headers.first("if-unmodified-since"), modifiedSeconds)) {
            return Outcome.FAILED;
        }
        List<String> noneMatch = headers.all("if-none-match");
        if (!noneMatch.isEmpty()) {
            return names(noneMatch, tag, false) ? Outcome.NOT_MODIFIED : Outcome.PROCEED;
        }
        Long since = seconds(headers.first("if-modified-since"));
        boolean unchanged = since != null && modifiedSeconds >= 0 && modifiedSeconds <= since;
        return unchanged ? Outcome.NOT_MODIFIED : Outcome.PROCEED;
    }

    private static boolean isOlder(@Nullable String date, long modifiedSeconds) {
        Long limit = seconds(date);
        return limit != null && modifiedSeconds > limit;
    }

    /**
     * Whether a part may be sent, to be added to what the client has: its {@code If-Range} is this file.
     *
     * @param nowSeconds a date is proof only of a file that has not changed within this second
     */
    static boolean allowsRange(HttpRequest request, String tag, long modifiedSeconds, long nowSeconds) {
        String ifRange = request.header("if-range");
        if (ifRange == null) {
            return true;
        }
        if (ifRange.startsWith("\"") || ifRange.startsWith("W/")) {
            return ifRange.equals(tag) && !tag.startsWith("W/");
        }
        Long date = seconds(ifRange);
        return date != null && date == modifiedSeconds && modifiedSeconds < nowSeconds;
    }

    /** Whether a list of tags has that one; strong comparison takes no weak tags. */
    private static boolean names(List<String> lists, String tag, boolean strong) {
        String opaque = tag.startsWith("W/") ? tag.substring(2) : tag;
        for (String list : lists) {
            if (list.strip().equals("*")) {
                return true;
            }
            if (list.length() <= MOST_CHARS && hasTag(list, opaque, strong, tag.startsWith("W/"))) {
                return true;
            }
        }
        return false;
    }

    /** Tags may have commas, so that the list is read from quote to quote. */
    private static boolean hasTag(String list, String opaque, boolean strong, boolean weakTag) {
        int at = 0;
        while (at < list.length()) {
            int open = list.indexOf('"', at);
            int close = open < 0 ? -1 : list.indexOf('"', open + 1);
            if (close < 0) {
                return false;
            }
            boolean weak = open >= 2 && list.startsWith("W/", open - 2) || weakTag;
            if (list.substring(open, close + 1).equals(opaque) && !(strong && weak)) {
                return true;
            }
            at = close + 1;
        }
        return false;
    }

    /** A date of HTTP in any of its three forms, in seconds since 1970; null if it is none. */
    static @Nullable Long seconds(@Nullable String date) {
        if (date == null || date.length() > 40) {
            return null;
        }
        for (DateTimeFormatter form : FORMS) {
            try {
                return LocalDateTime.parse(date.strip(), form).toEpochSecond(ZoneOffset.UTC);
            } catch (DateTimeException otherForm) {
                continue;
            }
        }
        return null;
    }

    /** A date as headers have it. */
    static String date(long seconds) {
        return IMF.format(Instant.ofEpochSecond(seconds).atOffset(ZoneOffset.UTC));
    }
}
