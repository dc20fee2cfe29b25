package io.tellask.codec;

/** Encoding or decoding failed; the codec itself stays usable. */
public abstract sealed class CodecException extends RuntimeException permits EncodeException, DecodeException {
    CodecException(String message, Throwable cause) {
        super(message, cause);
    }
}
