package io.tellask.actor;

/** A stream held or yielded more items than a limit allows; the message names the limit. */
public final class StreamLimitException extends ActorException {
    /** A failure with its message, which is kept bounded and printable. */
    public StreamLimitException(String message) {
        super(message);
    }
}
