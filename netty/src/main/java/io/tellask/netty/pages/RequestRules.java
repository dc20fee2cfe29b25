package io.tellask.netty.pages;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.tellask.http.HttpException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What every request has to keep to, whoever answers it. Stateless. */
final class RequestRules {
    private static final Pattern HOST = Pattern.compile("([A-Za-z0-9._-]{1,255}|\\[[0-9A-Fa-f:.]{2,45}])(:\\d{1,5})?");
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private RequestRules() {}

    /** In place of a head that could not be read. */
    static HttpRequest unreadable() {
        return new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
    }

    /**
     * How long the body of a request is that keeps to them; -1 where it comes in chunks.
     *
     * @throws HttpException if it does not
     */
    static long checkedLength(HttpRequest head) {
        check(head);
        String said = head.headers().get(HttpHeaderNames.CONTENT_LENGTH);
        if (HttpUtil.isTransferEncodingChunked(head)) {
            return -1;
        }
        require(said == null || Outgoing.LENGTH.matcher(said).matches(), "Content-Length is no number");
        return said == null ? 0 : Long.parseLong(said);
    }

    private static void check(HttpRequest head) {
        if (head.decoderResult().isFailure()) {
            throw unread(head.decoderResult().cause());
        }
        HttpVersion version = head.protocolVersion();
        if (!version.equals(HttpVersion.HTTP_1_1) && !version.equals(HttpVersion.HTTP_1_0)) {
            throw new HttpException(505, "HTTP/1.1 and 1.0 are spoken here");
        }
        HttpHeaders headers = head.headers();
        require(
                !headers.contains(HttpHeaderNames.SEC_WEBSOCKET_KEY1),
                "a header of an old WebSocket, which would change how long the request is");
        List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
        boolean old = version.equals(HttpVersion.HTTP_1_0);
        require(hosts.size() == 1 || hosts.isEmpty() && old, "one Host header is needed, found " + hosts.size());
        require(hosts.isEmpty() || HOST.matcher(hosts.getFirst()).matches(), "the Host header is no name of a host");
        List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
        require(
                codings.isEmpty()
                        || codings.size() == 1 && codings.getFirst().strip().equalsIgnoreCase("chunked"),
                "the one Transfer-Encoding that is taken is chunked");
        checkExpectation(headers);
    }

    private static HttpException unread(@Nullable Throwable cause) {
        return switch (cause) {
            case TooLongHttpLineException _ -> new HttpException(414, "the first line is too long");
            case TooLongHttpHeaderException _ -> new HttpException(431, "the headers are too long");
            case null, default -> new HttpException(400, "this is no request of HTTP/1.1");
        };
    }

    private static void checkExpectation(HttpHeaders headers) {
        List<String> expected = headers.getAll(HttpHeaderNames.EXPECT);
        if (!expected.isEmpty() && (expected.size() > 1 || !expected.getFirst().equalsIgnoreCase("100-continue"))) {
            throw new HttpException(417, "what can be expected here is 100-continue");
        }
    }

    /** What a request for a page has to keep to besides. */
    static void checkPage(HttpRequest head) {
        HttpMethod method = head.method();
        if (method.equals(HttpMethod.CONNECT) || method.equals(HttpMethod.TRACE)) {
            throw new HttpException(405, "this method is not served here");
        }
        String uri = head.uri();
        require(uri.startsWith("/"), "the address of a request has to be a path, beginning with a slash");
        require(isVisible(uri), "the path has a character that has to be written with a percent sign");
    }

    private static boolean isVisible(String uri) {
        for (int i = 0; i < uri.length(); i++) {
            char c = uri.charAt(i);
            if (c <= ' ' || c >= 0x7F || c == '#') {
                return false;
            }
        }
        return true;
    }

    /**
     * Refuses names that lead to this machine only because somebody made them do so.
     *
     * @param host as the request says, with its port
     */
    static void checkLoopbackName(String host, Set<String> others) {
        int colon = host.lastIndexOf(':');
        String name = (colon > host.lastIndexOf(']') ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT);
        if (!LOOPBACK.contains(name) && !others.contains(name)) {
            throw new HttpException(421, "the name in Host is not one of loopback; allow it by the transport's hosts");
        }
    }

    private static void require(boolean valid, String text) {
        if (!valid) {
            throw new HttpException(400, text);
        }
    }
}
