package io.tellask.store;

/** No room for another segment: the put or remove was not made, the map stays readable, and a later put tries again. */
public final class StoreFullException extends StoreException {
    public StoreFullException(String message) {
        super(message, null);
    }

    public StoreFullException(String message, Throwable cause) {
        super(message, cause);
    }
}
