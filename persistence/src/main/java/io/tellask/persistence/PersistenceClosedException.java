package io.tellask.persistence;

import org.jspecify.annotations.Nullable;

/** State that cannot be written any more: its actor has stopped or was made again, or a failure left its memory and the disk apart. */
public final class PersistenceClosedException extends PersistenceException {
    PersistenceClosedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
