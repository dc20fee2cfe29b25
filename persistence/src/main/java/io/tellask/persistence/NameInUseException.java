package io.tellask.persistence;

/** Another actor has this name open, or it holds state of the other kind; nothing was changed. */
public final class NameInUseException extends PersistenceException {
    NameInUseException(String message) {
        super(message, null);
    }
}
