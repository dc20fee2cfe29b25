package io.tellask.cipher;

/** Source and target overlap and are not the same bytes; nothing was written. */
public final class OverlapException extends CipherException {
    OverlapException(String message) {
        super(message);
    }
}
