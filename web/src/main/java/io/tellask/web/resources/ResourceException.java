package io.tellask.web.resources;

import org.jspecify.annotations.Nullable;

/** A file that was found cannot be read. Its message names the path within the site, never one of the machine. */
public final class ResourceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ResourceException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
