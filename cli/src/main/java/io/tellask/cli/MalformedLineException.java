package io.tellask.cli;

import io.tellask.text.SafeText;

/** A line of a JSON Lines file that is not a record; the message says why, without the line's content. */
final class MalformedLineException extends Exception {
    private static final long serialVersionUID = 1;

    MalformedLineException(String message) {
        super(SafeText.message(message));
    }
}
