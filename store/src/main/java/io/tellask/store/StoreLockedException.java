package io.tellask.store;

/** The directory is open already, in this process or another. */
public final class StoreLockedException extends StoreException {
    /** A failure with a message that names the field, its value and the remedy. */
    public StoreLockedException(String message) {
        super(message, null);
    }

    /** The same with what led to it. */
    public StoreLockedException(String message, Throwable cause) {
        super(message, cause);
    }
}
