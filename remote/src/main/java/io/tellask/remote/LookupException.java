package io.tellask.remote;

/** A name is not published, or its contract is not the expected one; the message names the differing methods. */
public final class LookupException extends RemotingException {
    public LookupException(String message) {
        super(message);
    }
}
