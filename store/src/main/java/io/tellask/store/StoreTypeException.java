package io.tellask.store;

/** A key or value type cannot be stored, or is not the one the store was created with. */
public final class StoreTypeException extends StoreException {
    public StoreTypeException(String message) {
        super(message, null);
    }

    StoreTypeException(String message, Throwable cause) {
        super(message, cause);
    }
}
