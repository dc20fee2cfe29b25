package io.tellask.persistence;

/** Events have effects that are not confirmed yet, and no effects were given to run them; nothing was changed. */
public final class EffectsMissingException extends PersistenceException {
    EffectsMissingException(String message) {
        super(message, null);
    }
}
