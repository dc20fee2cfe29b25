package io.tellask.netty;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which requests of HTTP are taken, so that pages of other sites cannot use the reader's browser to reach a server.
 *
 * @param path that the server listens at
 * @param secure whether it speaks TLS
 * @param loopback whether it listens on loopback only: then a page of another site could come by a name of its own for 127.0.0.1
 * @param hosts names that are taken besides those of loopback
 * @param origins that are taken besides the server's own
 */
record HttpRules(String path, boolean secure, boolean loopback, Set<String> hosts, Set<String> origins) {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    /** An answer that says no. */
    record Refusal(HttpResponseStatus status, String text) {}

    /** Why not; null if it may. */
    @Nullable
    Refusal refusal(HttpRequest request) {
        HttpHeaders headers = request.headers();
        if (request.decoderResult().isFailure() || !isSpoken(request.protocolVersion())) {
            return new Refusal(HttpResponseStatus.BAD_REQUEST, "this is no request of HTTP/1.1");
        }
        List<String> host = headers.getAll(HttpHeaderNames.HOST);
        if (host.size() != 1) {
            return new Refusal(HttpResponseStatus.BAD_REQUEST, "one Host header is needed, found " + host.size());
        }
        if (loopback && !isKnown(name(host.getFirst()))) {
            return new Refusal(
                    HttpResponseStatus.FORBIDDEN,
                    "the name in Host is not one of loopback; allow it by the transport's hosts");
        }
        if (!pathOf(request.uri()).equals(path)) {
            return new Refusal(HttpResponseStatus.NOT_FOUND, "the address here has another path");
        }
        return originRefusal(headers.getAll(HttpHeaderNames.ORIGIN), host.getFirst());
    }

    private static boolean isSpoken(HttpVersion version) {
        return version.equals(HttpVersion.HTTP_1_1) || version.equals(HttpVersion.HTTP_1_0);
    }

    /** Whether a request asks for a WebSocket. */
    static boolean isUpgrade(HttpRequest request) {
        HttpHeaders headers = request.headers();
        return request.method().equals(HttpMethod.GET)
                && headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE, true)
                && headers.contains(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
    }

    /** Why a request may not become a WebSocket; null if it may. */
    @Nullable
    Refusal upgradeRefusal(HttpRequest request) {
        Refusal refusal = refusal(request);
        if (refusal == null
                && (!isUpgrade(request)
                        || !"13".equals(request.headers().get(HttpHeaderNames.SEC_WEBSOCKET_VERSION))
                        || request.headers().get(HttpHeaderNames.SEC_WEBSOCKET_KEY) == null)) {
            return new Refusal(HttpResponseStatus.UPGRADE_REQUIRED, "WebSocket 13 is spoken here");
        }
        return refusal;
    }

    private @Nullable Refusal originRefusal(List<String> origin, String host) {
        if (origin.isEmpty()) {
            return null; // no browser
        }
        String own = (secure ? "https://" : "http://") + host;
        if (origin.size() == 1 && (origin.getFirst().equalsIgnoreCase(own) || origins.contains(origin.getFirst()))) {
            return null;
        }
        return new Refusal(
                HttpResponseStatus.FORBIDDEN,
                "the page comes from another origin; allow it by the transport's origins");
    }

    private boolean isKnown(String name) {
        return LOOPBACK.contains(name) || hosts.contains(name);
    }

    private static String name(String host) {
        int colon = host.lastIndexOf(':');
        String name = colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
        return name.toLowerCase(Locale.ROOT);
    }

    static String pathOf(String uri) {
        int query = uri.indexOf('?');
        return query < 0 ? uri : uri.substring(0, query);
    }
}
