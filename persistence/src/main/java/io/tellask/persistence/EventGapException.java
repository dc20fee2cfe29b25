package io.tellask.persistence;

/** An event that must be there is missing, or one is there that must not be: somebody else changed the folder, or a repair of the store lost it. */
public final class EventGapException extends PersistenceException {
    EventGapException(String message) {
        super(message, null);
    }
}
