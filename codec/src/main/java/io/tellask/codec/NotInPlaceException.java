package io.tellask.codec;

/**
 * A value cannot be written {@linkplain ByteWriter#beginInPlace in place}: no failure, but the request to write it
 * elsewhere, made before any code of the application was called. The same few objects each time, without a trace.
 */
public final class NotInPlaceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The application's code takes part in writing the value, or might. */
    public static final NotInPlaceException CODE = new NotInPlaceException("code of the application takes part", false);

    /** It is longer, or nested more deeply, than may be written in place. */
    public static final NotInPlaceException LONG = new NotInPlaceException("the value is too long", false);

    /** There is less room just now than may be written in place. */
    public static final NotInPlaceException FULL = new NotInPlaceException("there is no room just now", true);

    /** A class was not met before, or is not announced to the other side. */
    public static final NotInPlaceException NEW = new NotInPlaceException("a class is new", true);

    private final boolean passing;

    private NotInPlaceException(String reason, boolean passing) {
        super("encode: not in place, " + reason, null, false, false);
        this.passing = passing;
    }

    /** Whether the same value can likely be written in place the next time. */
    public boolean isPassing() {
        return passing;
    }
}
