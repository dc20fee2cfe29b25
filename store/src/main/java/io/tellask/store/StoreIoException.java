package io.tellask.store;

/** The file system refused an operation on the store's directory. */
public final class StoreIoException extends StoreException {
    StoreIoException(String message) {
        super(message, null);
    }

    StoreIoException(String message, Throwable cause) {
        super(message, cause);
    }
}
