package io.tellask.cli.kv;

import io.tellask.cli.terminal.Failures;

/** The server refused the record of a line; the message says why. */
final class RefusedRecordException extends Exception {
    private static final long serialVersionUID = 1;

    private final long lineNumber;

    RefusedRecordException(long lineNumber, RuntimeException refusal) {
        super("the server refused the record, " + Failures.line(refusal), refusal);
        this.lineNumber = lineNumber;
    }

    long lineNumber() {
        return lineNumber;
    }
}
