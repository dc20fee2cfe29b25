package io.tellask.store;

/** What a store throws: unchecked, one type a cause. Unless the subtype says otherwise, the map stays usable and nothing was changed. */
public abstract sealed class StoreException extends RuntimeException
        permits StoreClosedException,
                StoreDamagedException,
                StoreFullException,
                StoreIoException,
                StoreLimitException,
                StoreLockedException,
                StoreReadOnlyException,
                StoreTypeException {
    StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
