package io.tellask.persistence;

/** Something passed a limit of {@link PersistenceLimits}; nothing was written. */
public final class PersistenceLimitException extends PersistenceException {
    PersistenceLimitException(String message) {
        super(message, null);
    }
}
