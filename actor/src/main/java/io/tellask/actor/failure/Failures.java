package io.tellask.actor.failure;

import io.tellask.actor.UnreadableFailureException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** What a failed stage really failed with. */
public final class Failures {
    private static final int MAX_WRAPPERS = 64;

    private Failures() {}

    /** Strips the wrappers that stages put around a failure. Never throws. */
    public static Throwable unwrap(Throwable failure) {
        Throwable inner = failure;
        for (int depth = 0; depth < MAX_WRAPPERS; depth++) { // causes may form a circle
            Throwable cause =
                    inner instanceof CompletionException || inner instanceof ExecutionException ? cause(inner) : null;
            if (cause == null) {
                return inner;
            }
            inner = cause;
        }
        return inner;
    }

    private static @Nullable Throwable cause(Throwable wrapper) {
        try {
            return wrapper.getCause();
        } catch (Throwable unreadable) {
            return null;
        }
    }

    /**
     * The failure itself, or one that stands for it where its text cannot be read: a future that fails with that would throw at whoever
     * settles it.
     */
    public static Throwable readable(Throwable failure) {
        try {
            var _ = failure.toString();
            return failure;
        } catch (Throwable unreadable) {
            return new UnreadableFailureException(failure.getClass().getName());
        }
    }

    /** Throws any failure as it is, checked or not; never returns. */
    @SuppressWarnings("unchecked")
    public static <E extends Throwable> RuntimeException rethrow(Throwable failure) throws E {
        throw (E) failure;
    }
}
