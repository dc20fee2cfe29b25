package io.tellask.netty.pages;

import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.tellask.http.HttpException;
import io.tellask.http.HttpResponse;
import io.tellask.http.Problem;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Set;

/** Heads of answers as Netty writes them. Thread-safe. */
final class Answers {
    /** Headers that are the connection's own, and no service may set. */
    private static final Set<String> OF_CONNECTION =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "trailer", "te");

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private static volatile Dated dated = new Dated(0, "");

    /** What the time of a second is written as. */
    private record Dated(long second, String text) {}

    private Answers() {}

    /** Whether a header belongs to the connection and not to what it carries. */
    static boolean isOfConnection(String name) {
        return OF_CONNECTION.contains(name);
    }

    /** The names of such headers. */
    static Set<String> ofConnection() {
        return OF_CONNECTION;
    }

    static io.netty.handler.codec.http.HttpResponse head(HttpResponse answer) {
        var head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(answer.status()));
        HttpHeaders headers = head.headers();
        answer.headers().forEach((name, value) -> {
            if (!isOfConnection(name)) {
                headers.add(name, value);
            }
        });
        if (!headers.contains(HttpHeaderNames.DATE)) {
            headers.set(HttpHeaderNames.DATE, date());
        }
        return head;
    }

    private static String date() {
        long second = System.currentTimeMillis() / 1000;
        Dated known = dated;
        if (known.second() != second) {
            known = new Dated(second, DATE.format(Instant.ofEpochSecond(second)));
            dated = known;
        }
        return known.text();
    }

    /** Tells the sender of a request why it is not served. */
    static void refuse(Incoming request, HttpException refusal) {
        HttpResponse answer = Problem.of(refusal);
        request.answer(head(answer), answer.body());
    }
}
