package io.tellask.netty;

import io.netty.handler.codec.http.HttpRequest;
import io.tellask.netty.pages.Incoming;
import io.tellask.netty.pages.Pages;
import io.tellask.netty.pages.Responder;
import io.tellask.netty.pages.Router;
import org.jspecify.annotations.Nullable;

/** Requests of one connection to a port that serves pages: those to the transport's path are the transport's. Belongs to the connection's loop. */
final class PageRouter implements Router {
    private final AcceptedConnection connection;
    private final @Nullable TlsHandshake tls;
    private final Pages pages;
    private final String path;
    private final AcceptedConnection.@Nullable Stage sockets;
    private final AcceptedConnection.@Nullable Stage polling;

    PageRouter(
            AcceptedConnection connection,
            @Nullable TlsHandshake tls,
            Pages pages,
            String path,
            AcceptedConnection.@Nullable Stage sockets,
            AcceptedConnection.@Nullable Stage polling) {
        this.connection = connection;
        this.tls = tls;
        this.pages = pages;
        this.path = path;
        this.sockets = sockets;
        this.polling = polling;
    }

    @Override
    public @Nullable Responder route(Incoming request) {
        HttpRequest head = request.head();
        if (!HttpRules.pathOf(head.uri()).equals(path)) {
            return pages.page(request);
        }
        AcceptedConnection.Stage next = HttpRules.isUpgrade(head) ? sockets : polling;
        if (next == null) {
            return pages.page(request);
        }
        next.begin(connection, tls);
        return null;
    }
}
