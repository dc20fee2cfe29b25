package io.tellask.struct;

/** Bytes have no meaning in their field, as an unknown constant of an enum; a value cannot be kept; or a field of a union is not the one that is there. */
public final class StructValueException extends StructException {
    private static final long serialVersionUID = 1;

    /** A failure with a message that names the field, its value, the limit and the remedy. */
    public StructValueException(String message) {
        super(message, null);
    }
}
