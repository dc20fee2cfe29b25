package io.tellask.cipher;

/** A box was given a nonce that it has sealed a message with; nothing was written. */
public final class NonceReuseException extends CipherException {
    NonceReuseException(String message) {
        super(message);
    }
}
