package io.tellask.cli.pauselog;

import io.tellask.text.SafeText;

/** A log could not be read, or tells of no pauses; the message names file, line, value and remedy, and is safe to print. */
public final class PauseLogException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PauseLogException(String message) {
        super(SafeText.message(message));
    }

    PauseLogException(String message, Throwable cause) {
        super(SafeText.message(message), cause);
    }
}
