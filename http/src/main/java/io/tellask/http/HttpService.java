package io.tellask.http;

import java.net.URI;

/**
 * Answers the requests of HTTP that come to a port and are not for its transport: pages, files, REST. Must be thread-safe: the loops of
 * all connections call it.
 */
@FunctionalInterface
public interface HttpService {
    /**
     * Answers a request, now or later. Runs on the loop of the connection, so that it must not block: work that may goes to a virtual
     * thread and answers from there. What it throws is answered with status 500 and logged.
     *
     * @param exchange the request, and where its answer goes; each is answered once
     */
    void serve(HttpExchange exchange);

    /**
     * A port that this serves is open.
     *
     * @param address where it listens, with the port that was taken; its path is that of the transport
     */
    default void listening(URI address) {}

    /** A port that this served is closed; connections that are still open go on. */
    default void closed(URI address) {}
}
