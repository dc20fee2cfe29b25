package io.tellask.actor.pattern;

import io.tellask.actor.ActorException;

/** As many wait as may: for their turn in a {@link KeyedQueue}, for a permit of a {@link Throttle}, or in a {@link Stash}. Nothing was begun. */
public final class QueueFullException extends ActorException {
    /** A failure with its message, which is kept bounded and printable. */
    public QueueFullException(String message) {
        super(message);
    }
}
