package io.tellask.struct;

import org.jspecify.annotations.Nullable;

/** An interface or a record cannot be a struct; the message names the type, the method and the rule that it breaks. */
public final class StructTypeException extends StructException {
    private static final long serialVersionUID = 1;

    /** A failure with a message that names the type, the method and the remedy. */
    public StructTypeException(String message) {
        super(message, null);
    }

    /** The same with what led to it, or null. */
    public StructTypeException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
