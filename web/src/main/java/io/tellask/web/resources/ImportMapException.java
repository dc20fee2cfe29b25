package io.tellask.web.resources;

/** An import map is malformed or too long; the message says which of its parts. */
public final class ImportMapException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ImportMapException(String message) {
        super(message);
    }
}
