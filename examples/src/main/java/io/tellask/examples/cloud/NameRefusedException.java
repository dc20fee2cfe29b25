package io.tellask.examples.cloud;

/** Nobody enters under that name. */
public final class NameRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NameRefusedException(String message) {
        super(message);
    }
}
