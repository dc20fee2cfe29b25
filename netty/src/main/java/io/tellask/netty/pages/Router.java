package io.tellask.netty.pages;

import io.tellask.netty.HttpLimits;
import org.jspecify.annotations.Nullable;

/** Says who answers the requests of one connection, and how long it may wait for the next one. Belongs to the connection's loop. */
public interface Router {
    /**
     * Who answers it.
     *
     * @return null where the channel goes on with another protocol, whose handlers are at the end of its pipeline
     * @throws io.tellask.http.HttpException if the request is refused
     */
    @Nullable
    Responder route(Incoming request);

    /** How long the connection may wait for the next request. */
    default long idleNanos(HttpLimits limits) {
        return limits.idleTime().toNanos();
    }

    /** It begins to wait for the next request; {@code close} ends it if it still does, from any thread. */
    default void waits(Runnable close) {}

    /** It waits no more: a request has come, or it has ended. */
    default void goesOn() {}
}
