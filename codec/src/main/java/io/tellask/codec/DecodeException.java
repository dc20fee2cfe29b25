package io.tellask.codec;

import org.jspecify.annotations.Nullable;

/**
 * Bytes could not be decoded: damaged, over a budget, or naming a class that is not granted. No object of the message
 * is handed out.
 */
public final class DecodeException extends CodecException {
    public DecodeException(String message) {
        super(message, null);
    }

    public DecodeException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * A failure at a place that the message names, for encodings of other forms.
     *
     * @param path what {@link #path()} gives
     * @param className what {@link #className()} gives
     */
    public DecodeException(String message, @Nullable Throwable cause, String path, String className) {
        super(message, cause, path, className);
    }

    /** A failure at a position that is known where it is raised. */
    static DecodeException at(long offset, String message) {
        DecodeException failure = new DecodeException(message);
        failure.at(offset);
        return failure;
    }
}
