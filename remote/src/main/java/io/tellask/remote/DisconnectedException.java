package io.tellask.remote;

/** The session ended before the call was made; it was not executed. */
public final class DisconnectedException extends RemotingException {
    public DisconnectedException(String message) {
        super(message);
    }
}
