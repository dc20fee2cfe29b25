package io.tellask.remote;

/** The peer broke the protocol; the connection was closed with this reason. */
public final class ProtocolException extends RemotingException {
    public ProtocolException(String message) {
        super(message);
    }
}
