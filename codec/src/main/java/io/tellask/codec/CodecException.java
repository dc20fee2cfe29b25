package io.tellask.codec;

import org.jspecify.annotations.Nullable;

/** Encoding or decoding failed; the codec itself stays usable. */
public abstract sealed class CodecException extends RuntimeException permits EncodeException, DecodeException {
    CodecException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
