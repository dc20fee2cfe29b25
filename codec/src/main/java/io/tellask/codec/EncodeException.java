package io.tellask.codec;

import org.jspecify.annotations.Nullable;

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

    /**
     * A failure at a place that the message names, for encodings of other forms.
     *
     * @param path what {@link #path()} gives
     * @param className what {@link #className()} gives
     */
    public EncodeException(String message, @Nullable Throwable cause, String path, String className) {
        super(message, cause, path, className);
    }
}
