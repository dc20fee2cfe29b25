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
     * Whether any thread but a {@link DispatcherThread} has had a trace or run an actor, so that where none has, no scoped value is looked at. Plain: the
     * thread that sets it reads it, and one that inherits its scope is started by it.
     */
    private static boolean everScoped;

    private TraceScope() {}

    /** The trace that a call made now by the calling thread carries; null: none. */
    public static @Nullable Object current() {
        if (Thread.currentThread() instanceof DispatcherThread thread) {
            return thread.context().trace;
        }
        return everScoped ? scoped() : null;
    }

    private static @Nullable Object scoped() {
        if (RunContext.current() instanceof RunContext actors) {
            return actors.trace;
        }
        return BOUND.isBound() ? BOUND.get() : null;
    }

    /** The calling thread, which is virtual, runs an actor. */
    static void looksAtScopes() {
        everScoped = true;
    }

    /** Runs an operation, whose calls carry a trace; null: none. */
    public static <R extends @Nullable Object, X extends Throwable> R call(
            @Nullable Object trace, CallableOp<? extends R, X> operation) throws X {
        if (!(RunContext.current() instanceof RunContext thread)) {
            everScoped = true;
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
