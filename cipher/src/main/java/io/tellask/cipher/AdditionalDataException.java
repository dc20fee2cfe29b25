package io.tellask.cipher;

/** Data to be authenticated beside the message were given to a box that has no place for them; nothing was written. */
public final class AdditionalDataException extends CipherException {
    AdditionalDataException(String message) {
        super(message);
    }
}
