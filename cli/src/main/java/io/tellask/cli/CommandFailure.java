package io.tellask.cli;

/** A command could not do what it was asked; the message is the line that the user reads. */
final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    CommandFailure(String message) {
        super(message);
    }

    CommandFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
