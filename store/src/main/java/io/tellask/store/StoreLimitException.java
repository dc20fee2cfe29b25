package io.tellask.store;

/** A key, a value or an open scan passed a limit of {@link StoreLimits}; nothing was written. */
public final class StoreLimitException extends StoreException {
    /** A failure with a message that names the field, its value and the remedy. */
    public StoreLimitException(String message) {
        super(message, null);
    }

    StoreLimitException(String message, Throwable cause) {
        super(message, cause);
    }
}
