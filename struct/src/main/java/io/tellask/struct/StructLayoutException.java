package io.tellask.struct;

/** Bytes were written with another layout than the one that reads them, or are no structs at all. */
public final class StructLayoutException extends StructException {
    private static final long serialVersionUID = 1;

    /** A failure with a message that names the field, its value, the limit and the remedy. */
    public StructLayoutException(String message) {
        super(message, null);
    }
}
