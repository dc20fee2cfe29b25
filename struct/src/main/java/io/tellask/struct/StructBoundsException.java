package io.tellask.struct;

/** A place is outside of memory, an index outside of an array, a text too long, or memory not aligned as atomic access needs it. */
public final class StructBoundsException extends StructException {
    private static final long serialVersionUID = 1;

    /** A failure with a message that names the field, its value, the limit and the remedy. */
    public StructBoundsException(String message) {
        super(message, null);
    }
}
