package io.tellask.remote;

/** The session ended while the call was under way: it may have been executed or not. */
public final class OutcomeUnknownException extends RemotingException {
    public OutcomeUnknownException(String message) {
        super(message);
    }
}
