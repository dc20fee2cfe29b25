package io.tellask.store;

import org.jspecify.annotations.Nullable;

/** A key is missing, is not the one that a store was encrypted with, or does not authenticate stored bytes: they were changed. */
public final class StoreKeyException extends StoreException {
    /** A failure with a message that names the field, its value and the remedy. */
    public StoreKeyException(String message) {
        super(message, null);
    }

    /** The same with what led to it, or null. */
    public StoreKeyException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
