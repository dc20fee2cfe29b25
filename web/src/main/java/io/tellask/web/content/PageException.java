package io.tellask.web.content;

/** A page is broken. The message is for those who write it; it names paths within the site only. */
public final class PageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param message lines of plain text */
    public PageException(String message) {
        super(message);
    }
}
