package io.tellask.netty;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.tellask.http.HttpException;
import io.tellask.netty.pages.Incoming;
import io.tellask.netty.pages.Pages;
import io.tellask.netty.pages.Responder;
import io.tellask.netty.pages.Router;
import org.jspecify.annotations.Nullable;

/**
 * Requests of one connection to a port that serves pages: those to the transport's path are the transport's, but for what a browser asks for
 * that was led there. Belongs to the connection's loop.
 */
final class PageRouter implements Router {
    private final @Nullable Pages pages;
    private final String path;
    private final @Nullable Runnable sockets;
    private final @Nullable PollingRouter polling;

    /**
     * @param pages answers all requests for other paths; null where nobody does
     * @param path of the transport
     * @param sockets has the connection go on as a WebSocket; null where none are taken
     * @param polling answers requests of long polling; null where none are taken
     */
    PageRouter(@Nullable Pages pages, String path, @Nullable Runnable sockets, @Nullable PollingRouter polling) {
        this.pages = pages;
        this.path = path;
        this.sockets = sockets;
        this.polling = polling;
    }

    @Override
    public @Nullable Responder route(Incoming request) {
        boolean own = HttpRules.pathOf(request.head().uri()).equals(path);
        boolean upgrade = request.version() == 1 && HttpRules.isUpgrade(request.head());
        if (pages != null && (!own || !upgrade && isForPage(request.head()))) {
            return pages.page(request);
        }
        if (sockets != null && (upgrade || polling == null && pages == null)) {
            sockets.run();
            return null;
        }
        if (polling != null) {
            return polling.route(request);
        }
        if (pages != null) {
            return pages.page(request);
        }
        throw new HttpException(404, "the address here has another path"); // nobody listens so
    }

    /** A browser that was led to the transport's path: GET of long polling names its connection. */
    private static boolean isForPage(HttpRequest head) {
        return (head.method().equals(HttpMethod.GET) || head.method().equals(HttpMethod.HEAD))
                && !head.headers().contains(PollingAnswer.CONNECTION);
    }

    @Override
    public long idleNanos(HttpLimits limits) {
        return polling == null || pages != null ? Router.super.idleNanos(limits) : polling.idleNanos(limits);
    }

    @Override
    public void waits(Runnable close) {
        if (polling != null) {
            polling.waits(close);
        }
    }

    @Override
    public void goesOn() {
        if (polling != null) {
            polling.goesOn();
        }
    }
}
