package io.tellask.remote;

/**
 * Told what becomes of a session whose connection breaks. Called one at a time and in order, on an I/O loop where nothing else is said, so it must not wait; what
 * it throws is logged.
 */
public interface SessionListener {
    /**
     * The connection broke, and the session waits for another: what is called meanwhile waits too.
     *
     * @param cause what ended the connection
     */
    default void onDisconnected(RuntimeException cause) {}

    /** The session goes on over another connection; nothing was lost, and nothing was executed twice. */
    default void onResumed() {}

    /**
     * The session has ended though nobody on this side asked for it: asks under way have failed with {@link OutcomeUnknownException}. A client is told of
     * a server that closes, too; an actor is not told of a client that does.
     *
     * @param cause why
     * @param unacknowledgedTells calls without an answer that may have been executed or not: acknowledgements come after a second at the latest, or 16 KiB
     */
    default void onLost(RuntimeException cause, long unacknowledgedTells) {}

    /** A {@linkplain Client.Builder#reconnecting reconnecting} client has a new session in the place of the lost one. */
    default void onReconnected() {}
}
