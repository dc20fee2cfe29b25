package io.tellask.remote.session;

import io.tellask.actor.runtime.ReplyTo;

/** Who an actor serves while it executes a call of a session's peer. */
interface SessionCaller extends ReplyTo {
    Endpoint endpoint();

    @Override
    default String sender() {
        return endpoint().peer();
    }

    @Override
    default boolean isLocal() {
        return false;
    }
}
