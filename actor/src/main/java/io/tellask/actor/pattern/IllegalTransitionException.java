package io.tellask.actor.pattern;

import io.tellask.actor.ActorException;

/** An event came in a state that has no transition for it. The state is as it was. */
public final class IllegalTransitionException extends ActorException {
    /** A failure with its message, which is kept bounded and printable. */
    public IllegalTransitionException(String message) {
        super(message);
    }
}
