package io.tellask.actor;

import io.tellask.text.SafeText;

/**
 * A call could not be made or answered by the actor runtime itself; what the actor's own code throws arrives as itself. The message is
 * {@linkplain SafeText#message bounded and printable}.
 */
public abstract class ActorException extends RuntimeException {
    protected ActorException(String message) {
        super(SafeText.message(message));
    }

    protected ActorException(String message, Throwable cause) {
        super(SafeText.message(message), cause);
    }
}
