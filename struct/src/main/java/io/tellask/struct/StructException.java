package io.tellask.struct;

import io.tellask.text.SafeText;
import org.jspecify.annotations.Nullable;

/**
 * A struct cannot be used as was asked: the message names the field, its value, the limit and the remedy, and is
 * {@linkplain SafeText#message bounded and printable}. The subclass says what is wrong: the interface, the layout, a place or a value.
 */
public abstract sealed class StructException extends RuntimeException
        permits StructTypeException, StructLayoutException, StructBoundsException, StructValueException {
    private static final long serialVersionUID = 1;

    StructException(String message, @Nullable Throwable cause) {
        super(SafeText.message(message), cause);
    }
}
