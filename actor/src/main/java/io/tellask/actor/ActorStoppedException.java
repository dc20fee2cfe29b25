package io.tellask.actor;

/** The actor stopped, or was made again after a failure, before it answered: the call was not executed, unless the message says that it had begun. */
public final class ActorStoppedException extends ActorException {
    /** A failure with its message, which is kept bounded and printable. */
    public ActorStoppedException(String message) {
        super(message);
    }

    private ActorStoppedException(String message, boolean traced) {
        super(message, traced);
    }

    /**
     * A failure that may be kept and given to many: it has neither a stack trace nor suppressed failures, by which it would keep the classes
     * alive of whoever made it.
     */
    public static ActorStoppedException untraced(String message) {
        return new ActorStoppedException(message, false);
    }
}
