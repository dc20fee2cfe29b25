package io.tellask.actor;

import io.tellask.actor.runtime.DispatcherThread;
import java.util.concurrent.Executor;

/**
 * Runs the step of a function with the deadline of the call during which it was attached, so that asks which it makes inherit that. It
 * stands between the future and the {@link Continuation}, and only where there is a deadline: functions without one carry no field for it.
 *
 * <p>Thread-safety: as the continuation's.
 */
final class InheritedDeadline implements Executor, Runnable {
    private final Continuation continuation;
    private final long deadlineNanos;

    @SuppressWarnings("NullAway.Init") // set before this is queued
    private Runnable step;

    InheritedDeadline(Continuation continuation, long deadlineNanos) {
        this.continuation = continuation;
        this.deadlineNanos = deadlineNanos;
    }

    /** Called by the future when the source has settled, once. */
    @Override
    public void execute(Runnable newStep) {
        step = newStep;
        continuation.execute(this);
    }

    @Override
    public void run() {
        DispatcherThread.runUntil(deadlineNanos, step);
    }
}
