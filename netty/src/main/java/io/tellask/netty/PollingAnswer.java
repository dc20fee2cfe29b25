package io.tellask.netty;

import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.tellask.netty.pages.Incoming;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** One answer of long polling, with the headers that all have; nobody may keep it. Not thread-safe. */
final class PollingAnswer {
    /** Names the connection that a request is for. */
    static final String CONNECTION = "tellask-connection";

    /** Where the bytes begin, or, in an answer to some, up to where they were taken. */
    static final String POSITION = "tellask-position";

    /** How long a request is held, and how long none may come. */
    static final String POLL_TIME = "tellask-poll-millis";

    static final String SILENCE_TIME = "tellask-silence-millis";

    static final String METHODS = "GET, POST, DELETE, OPTIONS";

    /** How long a browser may remember what {@code OPTIONS} said. */
    private static final int PREFLIGHT_SECONDS = 600;

    private final byte[] body;
    private final HttpResponse message;

    /** An answer of bytes, or of a name. */
    PollingAnswer(HttpResponseStatus status, byte[] bytes) {
        this(
                status,
                bytes,
                status.equals(HttpResponseStatus.CREATED) ? "text/plain; charset=utf-8" : "application/octet-stream");
    }

    /** An answer that says why not. */
    PollingAnswer(HttpResponseStatus status, String text) {
        this(status, (text + "\n").getBytes(StandardCharsets.UTF_8), "text/plain; charset=utf-8");
    }

    private PollingAnswer(HttpResponseStatus status, byte[] body, String type) {
        this.body = body;
        message = new DefaultHttpResponse(HttpVersion.HTTP_1_1, status);
        message.headers()
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
                .set("x-content-type-options", "nosniff");
        if (!status.equals(HttpResponseStatus.NO_CONTENT)) {
            message.headers().set(HttpHeaderNames.CONTENT_TYPE, type);
        }
        if (status.equals(HttpResponseStatus.METHOD_NOT_ALLOWED)) {
            message.headers().set(HttpHeaderNames.ALLOW, METHODS);
        }
    }

    void position(long position) {
        if (position >= 0) {
            message.headers().set(POSITION, position);
        }
    }

    void times(PollingSettings settings) {
        message.headers()
                .set(POLL_TIME, TimeUnit.NANOSECONDS.toMillis(settings.pollNanos()))
                .set(SILENCE_TIME, TimeUnit.NANOSECONDS.toMillis(settings.silenceNanos()));
    }

    /** For pages of other origins, of which the rules have let this one through. */
    void allowOrigin(HttpRequest request) {
        String origin = request.headers().get(HttpHeaderNames.ORIGIN);
        message.headers().set(HttpHeaderNames.VARY, HttpHeaderNames.ORIGIN);
        if (origin == null) {
            return;
        }
        message.headers()
                .set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, origin)
                .set(HttpHeaderNames.ACCESS_CONTROL_EXPOSE_HEADERS, POSITION + ", " + POLL_TIME + ", " + SILENCE_TIME);
        if (request.method().equals(HttpMethod.OPTIONS)) {
            message.headers()
                    .set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_METHODS, METHODS)
                    .set(
                            HttpHeaderNames.ACCESS_CONTROL_ALLOW_HEADERS,
                            CONNECTION + ", " + POSITION + ", " + HttpHeaderNames.CONTENT_TYPE)
                    .set(HttpHeaderNames.ACCESS_CONTROL_MAX_AGE, PREFLIGHT_SECONDS);
        }
    }

    /** Sends it; {@code last} where the connection is closed behind it. */
    void send(Incoming request, boolean last) {
        if (last) {
            message.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
        request.answer(message, body);
    }
}
