package io.tellask.remote;

/** The server does not let this client in, or the client will not show its credential on this connection. Another attempt with the same credential fails again. */
public final class AuthenticationException extends RemotingException {
    public AuthenticationException(String message) {
        super(message);
    }

    public AuthenticationException(String message, Throwable cause) {
        super(message, cause);
    }
}
