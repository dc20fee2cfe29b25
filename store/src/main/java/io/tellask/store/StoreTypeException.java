package io.tellask.store;

/** A key or value type cannot be stored, or is not the one the store was created with. */
public final class StoreTypeException extends StoreException {
    /** A failure with a message that names the field, its value and the remedy. */
    public StoreTypeException(String message) {
        super(message, null);
    }

    /** The same with what led to it. */
    public StoreTypeException(String message, Throwable cause) {
        super(message, cause);
    }
}
