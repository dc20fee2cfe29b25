package io.tellask.store;

/** The directory is open already, in this process or another. */
public final class StoreLockedException extends StoreException {
    StoreLockedException(String message) {
        super(message, null);
    }

    StoreLockedException(String message, Throwable cause) {
        super(message, cause);
    }
}
