package io.tellask.persistence;

import io.tellask.text.SafeText;
import org.jspecify.annotations.Nullable;

/**
 * What persistence itself refuses: unchecked, one type a cause. What the store or the codec refuses arrives as theirs. The message is
 * {@linkplain SafeText#message bounded and printable}.
 */
public abstract sealed class PersistenceException extends RuntimeException
        permits EffectsMissingException,
                EventGapException,
                NameInUseException,
                PersistenceClosedException,
                PersistenceLimitException {
    PersistenceException(String message, @Nullable Throwable cause) {
        super(SafeText.message(message), cause);
    }
}
