package io.tellask.actor.pattern;

import io.tellask.actor.ActorException;

/** A state machine has no transition for this event in this state; it stays where it is. */
public final class IllegalTransitionException extends ActorException {
    IllegalTransitionException(String message) {
        super(message);
    }
}
