package io.tellask.login;

import org.jspecify.annotations.Nullable;

/** A file of passwords cannot be read or written, or has a line that is wrong; the message names the line, and nothing of it. */
public final class PasswordFileException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PasswordFileException(String message) {
        super(message);
    }

    PasswordFileException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
