package io.tellask.remote;

import io.tellask.text.SafeText;

/**
 * A remote call or lookup could not be made or answered; what the actor's own code throws arrives otherwise. The message is
 * {@linkplain SafeText#message bounded and printable}.
 */
public abstract class RemotingException extends RuntimeException {
    protected RemotingException(String message) {
        super(SafeText.message(message));
    }

    protected RemotingException(String message, Throwable cause) {
        super(SafeText.message(message), cause);
    }
}
