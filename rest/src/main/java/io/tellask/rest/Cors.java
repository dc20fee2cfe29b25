package io.tellask.rest;

import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which pages of other origins may call. None, unless they are named here. Cookies and passwords that a browser adds
 * by itself are never let in:
 * a page shows its own credential. Immutable.
 */
public final class Cors {
    /** Pages of no other origin. */
    public static final Cors CLOSED = new Cors(Set.of());

    private static final String MAX_AGE_SECONDS = "600";

    private final Set<String> origins;

    private Cors(Set<String> origins) {
        this.origins = origins;
    }

    /**
     * Pages of these origins, each {@code https://app.example} or {@code http://localhost:5173}.
     *
     * @throws IllegalArgumentException if one of them is no origin; there is none that stands for all
     */
    public static Cors allow(String... origins) {
        return new Cors(Arrays.stream(origins).map(Cors::checked).collect(Collectors.toUnmodifiableSet()));
    }

    private static String checked(String origin) {
        String lower = origin.toLowerCase(Locale.ROOT);
        URI uri;
        try {
            uri = URI.create(lower);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(refusal(), e);
        }
        boolean whole = uri.getHost() != null && lower.equals(uri.getScheme() + "://" + uri.getAuthority());
        if (!whole || uri.getUserInfo() != null) {
            throw new IllegalArgumentException(refusal());
        }
        return lower;
    }

    private static String refusal() {
        return "cors: an origin is no scheme with a host; write https://app.example, without a path";
    }

    /** Whether a request may be served as far as its origin says: it names none, its own, or one that is allowed. */
    boolean admits(HttpRequest request) {
        return !request.isCrossOrigin() || allows(request);
    }

    private boolean allows(HttpRequest request) {
        String origin = request.header("origin");
        return origin != null && origins.contains(origin.toLowerCase(Locale.ROOT));
    }

    /** The answer with what lets a page of another origin read it. */
    HttpResponse mark(HttpRequest request, HttpResponse answer) {
        if (origins.isEmpty()) {
            return answer;
        }
        HttpResponse varied = answer.with("vary", "Origin");
        String origin = request.header("origin");
        return origin == null || !allows(request)
                ? varied
                : varied.with("access-control-allow-origin", origin)
                        .with("access-control-expose-headers", "location, etag, retry-after, link");
    }

    /** The answer to a browser that asks before it sends a request. */
    HttpResponse preflight(HttpRequest request, String verbs, String headers) {
        HttpResponse answer = mark(request, HttpResponse.of(204).with("allow", verbs));
        return request.header("access-control-request-method") == null || !allows(request)
                ? answer
                : answer.with("access-control-allow-methods", verbs)
                        .with("access-control-allow-headers", headers)
                        .with("access-control-max-age", MAX_AGE_SECONDS);
    }

    @Override
    public String toString() {
        return "Cors" + origins;
    }
}
