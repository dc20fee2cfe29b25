package io.tellask.actor.runtime;

import java.lang.ScopedValue.CallableOp;
import org.jspecify.annotations.Nullable;

/**
 * The trace that calls made by a thread carry on: of threads that run actors a field of theirs, of any other a scoped value. What it is the
 * module that sends it knows; here it is an object that is passed from a call to those made meanwhile. Stateless; thread-safe.
 */
public final class TraceScope {
    private static final ScopedValue<@Nullable Object> BOUND = ScopedValue.newInstance();

    /**
     * Whether any thread has had a trace, so that those which never have are not asked. Plain: the thread that sets it reads it, and one
     * that inherits its scope is started by it.
     */
    private static boolean everBound;

    private TraceScope() {}

    /** The trace that a call made now by the calling thread carries; null: none. */
    public static @Nullable Object current() {
        return RunContext.current() instanceof RunContext thread ? thread.trace : bound();
    }

    private static @Nullable Object bound() {
        return everBound && BOUND.isBound() ? BOUND.get() : null;
    }

    /** Runs an operation, whose calls carry a trace; null: none. */
    public static <R extends @Nullable Object, X extends Throwable> R call(
            @Nullable Object trace, CallableOp<? extends R, X> operation) throws X {
        if (!(RunContext.current() instanceof RunContext thread)) {
            everBound = true;
            return ScopedValue.where(BOUND, trace).call(operation);
        }
        Object before = thread.trace;
        thread.trace = trace;
        try {
            return operation.call();
        } finally {
            thread.trace = before;
        }
    }
}
