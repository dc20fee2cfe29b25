package io.tellask.store;

/** The map was closed, by this thread or another; what was put before is on disk. */
public final class StoreClosedException extends StoreException {
    /** A failure with a message that names the field, its value and the remedy. */
    public StoreClosedException(String message) {
        super(message, null);
    }

    StoreClosedException(String message, Throwable cause) {
        super(message, cause);
    }
}
