package io.tellask.web.esbuild;

import org.jspecify.annotations.Nullable;

/** The program cannot be prepared or run, or was stopped. */
public final class EsbuildException extends RuntimeException {
    private static final long serialVersionUID = 1;

    EsbuildException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
