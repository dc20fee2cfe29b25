package io.tellask.remote.session;

/** Who an actor serves while it executes a call of a session's peer. */
interface SessionCaller {
    Endpoint endpoint();
}
