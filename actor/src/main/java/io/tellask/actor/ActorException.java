package io.tellask.actor;

/** A call could not be made or answered by the actor runtime itself; what the actor's own code throws arrives as itself. */
public abstract class ActorException extends RuntimeException {
    protected ActorException(String message) {
        super(message);
    }

    protected ActorException(String message, Throwable cause) {
        super(message, cause);
    }
}
