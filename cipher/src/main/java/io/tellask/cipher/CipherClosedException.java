package io.tellask.cipher;

/** A cipher, a box or a sealer was used after it was closed, and its keys are gone; nothing was written. */
public final class CipherClosedException extends CipherException {
    CipherClosedException(String message) {
        super(message);
    }
}
