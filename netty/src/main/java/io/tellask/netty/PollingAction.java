package io.tellask.netty;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a request of long polling asks for.
 *
 * <pre>
 *   OPTIONS                                 what pages of other origins may send
 *   POST                                    opens a connection: 201 and its name
 *   POST    Tellask-Connection, -Position   brings bytes: 204 and up to where they were taken
 *   GET     Tellask-Connection, -Position   asks for bytes: 200 and bytes, or 204 when there were none for a while
 *   DELETE  Tellask-Connection[, -Position] closes the connection: 204
 * </pre>
 *
 * @param wire the connection that it names; null where it names none
 * @param position of the first byte that it brings or asks for; -1 where it says none
 * @param status of the answer that refuses it
 * @param text of that answer
 */
record PollingAction(
        Kind kind,
        @Nullable PollingServerWire wire,
        long position,
        HttpResponseStatus status,
        @Nullable String text) {
    /** What there is. */
    enum Kind {
        REFUSE,
        ALLOW,
        OPEN,
        UPLOAD,
        POLL,
        CLOSE,
        /** Its connection has ended. */
        GONE
    }

    private static PollingAction of(Kind kind) {
        return new PollingAction(kind, null, -1, HttpResponseStatus.OK, null);
    }

    static PollingAction refuse(HttpResponseStatus status, String text) {
        return new PollingAction(Kind.REFUSE, null, -1, status, text);
    }

    static PollingAction refuseLongBody() {
        return refuse(
                HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
                "a request brings up to " + PollingWire.MOST_BYTES + " bytes, and only one that has a position any");
    }

    /** What a request asks for that the rules have let through, of somebody who has that access. */
    static PollingAction of(HttpRequest request, PollingTable table, PollingServerWire.Access access) {
        boolean names = request.headers().contains(PollingAnswer.CONNECTION);
        boolean uploads = names && request.method().equals(HttpMethod.POST);
        if (!uploads && (HttpUtil.isTransferEncodingChunked(request) || HttpUtil.getContentLength(request, 0L) > 0)) {
            return refuseLongBody(); // at once: it would wait for its body, and no connection bounds how many do
        }
        return switch (request.method().name()) {
            case "OPTIONS" -> of(Kind.ALLOW);
            case "POST" -> uploads ? named(Kind.UPLOAD, request, table, access) : of(Kind.OPEN);
            case "GET" -> names ? named(Kind.POLL, request, table, access) : nameless();
            case "DELETE" -> names ? named(Kind.CLOSE, request, table, access) : nameless();
            default -> refuse(HttpResponseStatus.METHOD_NOT_ALLOWED, "what is taken here: " + PollingAnswer.METHODS);
        };
    }

    private static PollingAction nameless() {
        return refuse(
                HttpResponseStatus.BAD_REQUEST,
                "POST opens a connection; other requests name it in " + PollingAnswer.CONNECTION);
    }

    private static PollingAction named(
            Kind kind, HttpRequest request, PollingTable table, PollingServerWire.Access access) {
        HttpHeaders headers = request.headers();
        boolean one = headers.getAll(PollingAnswer.CONNECTION).size() == 1;
        String id = one ? headers.get(PollingAnswer.CONNECTION) : "";
        PollingServerWire wire = table.find(id, access);
        if (wire == null) {
            return table.hasEnded(id)
                    ? of(Kind.GONE)
                    : refuse(HttpResponseStatus.NOT_FOUND, "there is no such connection; it has ended, or never was");
        }
        List<String> positions = headers.getAll(PollingAnswer.POSITION);
        long position = positions.size() == 1 ? PollingTarget.position(positions.getFirst()) : -1;
        if (position < 0 && (kind != Kind.CLOSE || !positions.isEmpty())) {
            return refuse(
                    HttpResponseStatus.BAD_REQUEST, PollingAnswer.POSITION + " is missing, no number, or given twice");
        }
        if (HttpUtil.getContentLength(request, 0L) > PollingWire.MOST_BYTES) {
            return refuseLongBody();
        }
        return new PollingAction(kind, wire, position, HttpResponseStatus.OK, null);
    }
}
