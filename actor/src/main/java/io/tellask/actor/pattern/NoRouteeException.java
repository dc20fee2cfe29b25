package io.tellask.actor.pattern;

import io.tellask.actor.ActorException;

/** A router had nobody to hand the call to: none was added, or all have stopped. The call was not made. */
public final class NoRouteeException extends ActorException {
    /** A failure with its message, which is kept bounded and printable. */
    public NoRouteeException(String message) {
        super(message);
    }
}
