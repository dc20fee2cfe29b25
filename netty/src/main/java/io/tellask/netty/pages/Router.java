package io.tellask.netty.pages;

import org.jspecify.annotations.Nullable;

/** Says who answers a request. Thread-safe. */
@FunctionalInterface
public interface Router {
    /**
     * Who answers it.
     *
     * @return null where the channel goes on with another protocol, whose handlers are at the end of its pipeline
     * @throws io.tellask.http.HttpException if the request is refused
     */
    @Nullable
    Responder route(Incoming request);
}
