package io.tellask.remote;

/** A remote call or lookup could not be made or answered; what the actor's own code throws arrives otherwise. */
public abstract class RemotingException extends RuntimeException {
    protected RemotingException(String message) {
        super(message);
    }

    protected RemotingException(String message, Throwable cause) {
        super(message, cause);
    }
}
