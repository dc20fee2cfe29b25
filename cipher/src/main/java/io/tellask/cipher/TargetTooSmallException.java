package io.tellask.cipher;

/** What is to be written does not fit into the target; nothing was written. */
public final class TargetTooSmallException extends CipherException {
    TargetTooSmallException(String message) {
        super(message);
    }
}
