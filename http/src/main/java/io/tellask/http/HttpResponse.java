package io.tellask.http;

import java.nio.charset.StandardCharsets;

/**
 * An answer. Its length, date and what the connection needs are added when it is sent.
 *
 * @param status such as 200
 * @param headers of it
 * @param body not copied, and not to be changed; left out where the request is HEAD, or the status allows none
 */
public record HttpResponse(int status, HttpHeaders headers, byte[] body) {
    private static final byte[] NOTHING = {};

    public HttpResponse {
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("response: status=" + status + " is not in 200..599");
        }
    }

    /** One without a body. */
    public static HttpResponse of(int status) {
        return new HttpResponse(status, HttpHeaders.NONE, NOTHING);
    }

    public static HttpResponse of(int status, String contentType, byte[] body) {
        return new HttpResponse(status, HttpHeaders.of("content-type", contentType), body);
    }

    /** A text in UTF-8; the type gets {@code charset=utf-8}. */
    public static HttpResponse text(int status, String contentType, String text) {
        return of(status, contentType + "; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    /** The same with a header in place of those of that name. */
    public HttpResponse with(String name, String value) {
        return new HttpResponse(status, headers.with(name, value), body);
    }
}
