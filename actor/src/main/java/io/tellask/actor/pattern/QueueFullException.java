package io.tellask.actor.pattern;

import io.tellask.actor.ActorException;

/** As many wait as may: for their turn in a {@link KeyedQueue}, or for a permit of a {@link Throttle}. Nothing was begun. */
public final class QueueFullException extends ActorException {
    /** A failure with its message, which is kept bounded and printable. */
    public QueueFullException(String message) {
        super(message);
    }
}
