package io.tellask.store;

/** The directory is open already, in this process or another. */
public final class StoreLockedException extends StoreException {
    public StoreLockedException(String message) {
        super(message, null);
    }

    public StoreLockedException(String message, Throwable cause) {
        super(message, cause);
    }
}
