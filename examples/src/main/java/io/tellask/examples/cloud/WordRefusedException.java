package io.tellask.examples.cloud;

/** That is not said in the cloud. */
public final class WordRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public WordRefusedException(String message) {
        super(message);
    }
}
