package io.tellask.cli.json;

import io.tellask.text.SafeText;

/** A line of a JSON Lines file that is not a record; the message says why, without the line's content. */
public final class MalformedLineException extends Exception {
    private static final long serialVersionUID = 1;

    public MalformedLineException(String message) {
        super(SafeText.message(message));
    }
}
