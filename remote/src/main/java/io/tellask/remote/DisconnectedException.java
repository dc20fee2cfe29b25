package io.tellask.remote;

/** The session ended before the call was made; it was not executed. */
public final class DisconnectedException extends RemotingException {
    public DisconnectedException(String message) {
        super(message);
    }

    /** With what ended the connection. */
    public DisconnectedException(String message, Throwable cause) {
        super(message, cause);
    }
}
