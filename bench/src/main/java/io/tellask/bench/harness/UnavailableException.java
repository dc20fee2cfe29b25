package io.tellask.bench.harness;

/** A contender that cannot run here; the text says why and what to do. */
public final class UnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UnavailableException(String message) {
        super(message);
    }
}
