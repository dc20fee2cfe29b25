package io.tellask.actor;

import io.tellask.text.SafeText;

/**
 * A call could not be made or answered by the actor runtime itself; what the actor's own code throws arrives as itself. The message is
 * {@linkplain SafeText#message bounded and printable}.
 */
public abstract class ActorException extends RuntimeException {
    /** Keeps the message bounded and printable. */
    protected ActorException(String message) {
        super(SafeText.message(message));
    }

    /** The same with what led to it. */
    protected ActorException(String message, Throwable cause) {
        super(SafeText.message(message), cause);
    }

    /** The same, with a stack trace and suppressed failures only where that is said. */
    ActorException(String message, boolean traced) {
        super(SafeText.message(message), null, traced, traced);
    }
}
