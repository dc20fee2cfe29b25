package io.tellask.actor;

/** The actor stopped, or was made again after a failure, before it answered: the call was not executed, unless the message says that it had begun. */
public final class ActorStoppedException extends ActorException {
    /** A failure with its message, which is kept bounded and printable. */
    public ActorStoppedException(String message) {
        super(message);
    }
}
