package io.tellask.store;

/** No room for another segment: the put or remove was not made, the map stays readable, and a later put tries again. */
public final class StoreFullException extends StoreException {
    /** A failure with a message that names the field, its value and the remedy. */
    public StoreFullException(String message) {
        super(message, null);
    }

    /** The same with what led to it. */
    public StoreFullException(String message, Throwable cause) {
        super(message, cause);
    }
}
