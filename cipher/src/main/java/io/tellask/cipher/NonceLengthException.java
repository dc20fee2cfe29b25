package io.tellask.cipher;

/** A nonce has a length that the cipher does not take. */
public final class NonceLengthException extends CipherException {
    NonceLengthException(String message) {
        super(message);
    }
}
