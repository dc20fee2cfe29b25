package io.tellask.typescript;

import io.tellask.text.SafeText;

/**
 * A contract has no form in TypeScript. The message names the method or class, the type and the remedy; it is
 * {@linkplain SafeText#message bounded and printable}.
 */
public final class TypeScriptException extends RuntimeException {
    /** A failure with its message. */
    public TypeScriptException(String message) {
        super(SafeText.message(message));
    }

    /** The same with what led to it. */
    public TypeScriptException(String message, Throwable cause) {
        super(SafeText.message(message), cause);
    }
}
