package io.tellask.bench.harness;

/** A contender that cannot run here, or has failed; the text says why and, where something can be done, what. */
public final class UnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UnavailableException(String message) {
        super(message);
    }
}
