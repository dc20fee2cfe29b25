package io.tellask.web.content;

import java.util.stream.Collectors;

/** A page is broken. The message is for those who write it; it names paths within the site only. */
public final class PageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean logged;

    /** @param message lines of plain text: where, what, and an empty one before the lines around the place */
    public PageException(String message) {
        this(message, false);
    }

    /** @param logged whether the log says so already */
    public PageException(String message, boolean logged) {
        super(message);
        this.logged = logged;
    }

    /** One line for the log: where it is broken and why, without the lines around. */
    public String summary() {
        return String.valueOf(getMessage()).lines().limit(2).collect(Collectors.joining(": "));
    }

    /** Whether the log says so already. */
    public boolean isLogged() {
        return logged;
    }
}
