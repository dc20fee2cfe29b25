package io.tellask.cli.terminal;

import io.tellask.text.SafeText;

/** A command could not do what it was asked; the message is the line that the user reads. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CommandFailure(String message) {
        super(SafeText.message(message));
    }

    public CommandFailure(String message, Throwable cause) {
        super(SafeText.message(message), cause);
    }

    /** Fails unless something holds. */
    public static void unless(boolean holds, String otherwise) {
        if (!holds) {
            throw new CommandFailure(otherwise);
        }
    }
}
