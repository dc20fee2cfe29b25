package io.tellask.cli.crash;

/** Something that was promised is not so, or the test itself cannot go on. */
public final class CrashTestException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CrashTestException(String message) {
        super(message);
    }
}
