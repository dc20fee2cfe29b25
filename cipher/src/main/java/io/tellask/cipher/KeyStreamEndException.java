package io.tellask.cipher;

/** The counter of blocks has no further value, or never had the one that is asked for; nothing was written. */
public final class KeyStreamEndException extends CipherException {
    KeyStreamEndException(String message) {
        super(message);
    }
}
