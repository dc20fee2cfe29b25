package io.tellask.cli;

import io.tellask.remote.RemoteException;

/** The server refused the record of a line; the message says why. */
final class RefusedRecordException extends Exception {
    private static final long serialVersionUID = 1;

    private final long lineNumber;

    RefusedRecordException(long lineNumber, RemoteException refusal) {
        super("the server refused the record, " + refusal.reason(), refusal);
        this.lineNumber = lineNumber;
    }

    long lineNumber() {
        return lineNumber;
    }
}
