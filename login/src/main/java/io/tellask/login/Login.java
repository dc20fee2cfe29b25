package io.tellask.login;

import io.tellask.actor.Promise;

/**
 * What a server publishes so that clients log in: each gets a session actor of its own, which no other client can call. An application extends it,
 * {@code interface ChatLogin extends Login<ChatSession> {}}, and publishes a {@link LoginActor}.
 *
 * <p>The session actor stops when its client lets go of it, logs out, has not called it for the idle time, or when the session of the connection ends.
 * All methods fail with a {@link LoginException} that says why.
 *
 * @param <S> the contract of the session actors
 */
public interface Login<S> {
    /** Logs in with a name and a password. */
    Promise<S> login(String user, String password) throws LoginException;

    /** Logs in with a name alone, where the server takes guests. */
    Promise<S> guest(String name) throws LoginException;

    /**
     * Logs in again, by a {@link #token} that was asked for before the session was lost. The session actor that the token was asked for stops, if it
     * lives on. A token is good once.
     */
    Promise<S> resume(String token) throws LoginException;

    /**
     * A secret by which this client may {@link #resume}; the one that was asked for before is void from here on. Clients keep it in memory, never in a
     * cookie.
     *
     * @param session the session actor that this client got
     */
    Promise<String> token(S session) throws LoginException;

    /** Stops a session actor of this client's, and makes its token void. */
    Promise<Void> logout(S session) throws LoginException;
}
