package io.tellask.actor.runtime;

/** An error that throws whatever it is asked. */
public final class UnreadableError extends Error {
    @Override
    public String getMessage() {
        throw new OutOfMemoryError("as asked");
    }

    @Override
    public String toString() {
        throw new StackOverflowError("as asked");
    }

    @Override
    public synchronized Throwable getCause() {
        throw new AssertionError("as asked");
    }
}
