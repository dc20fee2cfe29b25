package io.tellask.cipher;

/** A key has a length that the cipher does not take. */
public final class KeyLengthException extends CipherException {
    KeyLengthException(String message) {
        super(message);
    }
}
