package io.tellask.actor.runtime;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** What a failed stage really failed with. */
public final class Failures {
    private Failures() {}

    /** Strips the wrappers that stages put around a failure. */
    public static Throwable unwrap(Throwable failure) {
        Throwable inner = failure;
        while ((inner instanceof CompletionException || inner instanceof ExecutionException)
                && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }

    /** Throws any failure as it is, checked or not; never returns. */
    @SuppressWarnings("unchecked")
    public static <E extends Throwable> RuntimeException rethrow(Throwable failure) throws E {
        throw (E) failure;
    }
}
