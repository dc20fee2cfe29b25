package io.tellask.codec;

/**
 * An object could not be encoded: a class is not granted, cannot be accessed, or a limit was passed. Nothing of it was
 * sent.
 */
public sealed class EncodeException extends CodecException permits TargetTooSmallException {
    public EncodeException(String message) {
        super(message, null);
    }

    public EncodeException(String message, Throwable cause) {
        super(message, cause);
    }
}
