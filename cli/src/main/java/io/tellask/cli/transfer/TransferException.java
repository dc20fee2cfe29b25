package io.tellask.cli.transfer;

import io.tellask.text.SafeText;

/** A file is not one that an export wrote, or not all of it, or an export cannot write it. */
public final class TransferException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TransferException(String message) {
        super(SafeText.message(message));
    }

    TransferException(String message, Throwable cause) {
        super(SafeText.message(message), cause);
    }
}
