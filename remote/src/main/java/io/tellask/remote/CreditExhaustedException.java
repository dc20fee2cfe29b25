package io.tellask.remote;

/** The target has as many calls waiting as its credit allows, and the calling thread must not park; wait for {@link Remote#whenWritable}. */
public final class CreditExhaustedException extends RemotingException {
    public CreditExhaustedException(String message) {
        super(message);
    }
}
