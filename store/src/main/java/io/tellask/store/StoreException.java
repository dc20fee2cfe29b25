package io.tellask.store;

import io.tellask.text.SafeText;
import org.jspecify.annotations.Nullable;

/**
 * What a store throws: unchecked, one type a cause. Unless the subtype says otherwise, the map stays usable and nothing was changed.
 * The message is {@linkplain SafeText#message bounded and printable}.
 */
public abstract sealed class StoreException extends RuntimeException
        permits StoreClosedException,
                StoreDamagedException,
                StoreFullException,
                StoreHistoryException,
                StoreIoException,
                StoreKeyException,
                StoreLimitException,
                StoreLockedException,
                StoreReadOnlyException,
                StoreTypeException {
    StoreException(String message, @Nullable Throwable cause) {
        super(SafeText.message(message), cause);
    }
}
