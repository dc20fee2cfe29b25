package io.tellask.remote;

/** The principal of the session may not make this call; it was not executed. */
public final class AccessDeniedException extends RemotingException {
    public AccessDeniedException(String message) {
        super(message);
    }
}
