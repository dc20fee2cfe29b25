package io.tellask.login;

import java.util.Objects;

/**
 * What became of a login or a session, for logs and statistics. Immutable; every text of it can be logged as it is.
 *
 * @param kind what happened
 * @param user the name; what was given for it where the login was refused
 * @param isGuest whether it is a guest's
 * @param peer the address of the client
 */
public record LoginEvent(Kind kind, String user, boolean isGuest, String peer) {
    /** What happened. */
    public enum Kind {
        /** A session began. */
        LOGGED_IN,
        /** A session began by a token. */
        RESUMED,
        /** No session began: wrong password or token, bad name, throttled, full. */
        REFUSED,
        /** The client logged out or let go of the session. */
        LOGGED_OUT,
        /** The client did not call it for the idle time. */
        EXPIRED,
        /** A newer session of the same user took its place. */
        REPLACED,
        /** The connection was lost or closed. */
        DISCONNECTED,
        /** The session actor stopped by itself, or the server closes. */
        STOPPED
    }

    public LoginEvent {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(peer, "peer");
    }
}
