package io.tellask.rest.call;

import io.tellask.http.HttpRequest;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a request sends and what it takes, by its headers. Stateless. */
final class MediaTypes {
    /** A range whose weight is zero. */
    private static final Pattern REFUSED = Pattern.compile(".*;q=0(\\.0*)?");

    static final String JSON = "application/json";
    static final String BYTES = "application/octet-stream";
    static final String EVENTS = "text/event-stream";
    static final String LINES = "application/x-ndjson";

    /** Those that a form of a page of any origin can send, without the browser asking first. */
    private static final Set<String> OF_FORMS =
            Set.of("application/x-www-form-urlencoded", "multipart/form-data", "text/plain");

    private static final int MOST_RANGES = 64;

    private MediaTypes() {}

    /** The type of the body, without its parameters, in lower case; empty for none. */
    static String sent(HttpRequest request) {
        String type = request.header("content-type");
        return type == null ? "" : bare(type);
    }

    private static String bare(String type) {
        int semicolon = type.indexOf(';');
        return (semicolon < 0 ? type : type.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    }

    static boolean isOfForm(String type) {
        return type.isEmpty() || OF_FORMS.contains(type);
    }

    static boolean isJson(HttpRequest request) {
        String type = request.header("content-type");
        if (JSON.equals(type)) {
            return true;
        }
        if (type == null || !(bare(type).equals(JSON) || bare(type).endsWith("+json"))) {
            return false;
        }
        int charset = type.toLowerCase(Locale.ROOT).indexOf("charset=");
        return charset < 0
                || type.substring(charset)
                        .toLowerCase(Locale.ROOT)
                        .replace("\"", "")
                        .startsWith("charset=utf-8");
    }

    /** Whether a type is among those that the request takes; all are where it says nothing. */
    static boolean takes(HttpRequest request, String type) {
        String accept = request.header("accept");
        return accept == null
                || accept.equals(type)
                || names(accept, type)
                || names(accept, type.substring(0, type.indexOf('/')) + "/*")
                || names(accept, "*/*");
    }

    /** Whether the request names a type itself. */
    static boolean names(HttpRequest request, String type) {
        return names(request.header("accept"), type);
    }

    private static boolean isRefused(String range) {
        return range.indexOf(';') >= 0
                && REFUSED.matcher(range.replace(" ", "")).matches();
    }

    private static boolean names(@Nullable String accept, String type) {
        if (accept == null) {
            return false;
        }
        String[] ranges = accept.split(",", MOST_RANGES);
        for (String range : ranges) {
            if (bare(range).equals(type) && !isRefused(range)) {
                return true;
            }
        }
        return false;
    }
}
