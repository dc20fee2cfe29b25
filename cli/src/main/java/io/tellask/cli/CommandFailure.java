package io.tellask.cli;

import io.tellask.text.SafeText;

/** A command could not do what it was asked; the message is the line that the user reads. */
final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    CommandFailure(String message) {
        super(SafeText.message(message));
    }

    CommandFailure(String message, Throwable cause) {
        super(SafeText.message(message), cause);
    }
}
