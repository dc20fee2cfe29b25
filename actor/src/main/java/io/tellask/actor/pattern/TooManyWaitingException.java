package io.tellask.actor.pattern;

import io.tellask.actor.ActorException;

/** So much waits already as may wait; this was not accepted. */
public final class TooManyWaitingException extends ActorException {
    TooManyWaitingException(String message) {
        super(message);
    }
}
