package io.tellask.test;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * The seed of all random tests: {@code -Dtellask.seed=N}, or 1. A test draws its numbers from it alone, so that the seed repeats the test. As
 * an extension that every test has, it adds the seed to the report of a failure.
 */
public final class Seed implements TestExecutionExceptionHandler {
    private static final String PROPERTY = "tellask.seed";
    private static final long DEFAULT = 1;

    /** The seed of this run. */
    public static long given() {
        return Long.getLong(PROPERTY, DEFAULT);
    }

    @Override
    public void handleTestExecutionException(ExtensionContext test, Throwable failure) throws Throwable {
        failure.addSuppressed(new Note());
        throw failure;
    }

    /** A line in the report of a failure, without a stack of its own. */
    private static final class Note extends RuntimeException {
        Note() {
            super("repeat the random choices of this run with -D" + PROPERTY + "=" + given(), null, false, false);
        }
    }
}
