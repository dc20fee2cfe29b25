package io.tellask.cli.hostile;

/** The test itself cannot go on. */
public final class HostileTestException extends RuntimeException {
    private static final long serialVersionUID = 1;

    HostileTestException(String message) {
        super(message);
    }
}
