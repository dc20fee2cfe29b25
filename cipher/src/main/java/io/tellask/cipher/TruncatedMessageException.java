package io.tellask.cipher;

/** A sealed message is shorter than a tag. */
public final class TruncatedMessageException extends CipherException {
    TruncatedMessageException(String message) {
        super(message);
    }
}
