package io.tellask.netty;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Where a client's requests go.
 *
 * @param id the name of the connection; empty while it is asked for
 * @param pollNanos how long the server holds a request
 * @param silenceNanos after how long without a request it ends the connection
 */
record PollingTarget(URI address, String id, long pollNanos, long silenceNanos) {
    private static final int MOST_POSITION_DIGITS = 18;

    static String path(URI address) {
        String path = address.getRawPath();
        return path == null || path.isEmpty() ? "/" : path;
    }

    FullHttpRequest request(HttpMethod method, long position, byte[] body) {
        FullHttpRequest request =
                new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, method, path(address), Unpooled.wrappedBuffer(body));
        request.headers().set(HttpHeaderNames.HOST, address.getHost() + ":" + address.getPort());
        if (method.equals(HttpMethod.POST)) {
            request.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        }
        if (body.length > 0) {
            request.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/octet-stream");
        }
        if (!id.isEmpty()) {
            request.headers().set(PollingAnswer.CONNECTION, id).set(PollingAnswer.POSITION, position);
        }
        return request;
    }

    /** What a header says; -1: it is missing, or no number. */
    static long position(@Nullable String text) {
        if (text == null
                || text.isEmpty()
                || text.length() > MOST_POSITION_DIGITS
                || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        return Long.parseLong(text);
    }
}
