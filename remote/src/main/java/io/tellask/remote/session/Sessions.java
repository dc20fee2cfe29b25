package io.tellask.remote.session;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.runtime.RunContext;
import java.time.Duration;
import java.util.Optional;

/** Finds the session that the calling thread is serving. */
public final class Sessions {
    private Sessions() {}

    /** The endpoint whose call is being executed on this thread. */
    public static Optional<Endpoint> current() {
        RunContext thread = RunContext.current();
        return thread != null && thread.caller() instanceof SessionCaller caller
                ? Optional.of(caller.endpoint())
                : Optional.empty();
    }

    /** What is left of the deadline that asks of this thread inherit, at least nothing; empty where there is none. */
    public static Optional<Duration> remainingTime() {
        RunContext thread = RunContext.current();
        Dispatcher dispatcher = thread == null ? null : thread.dispatcher();
        long deadlineNanos = RunContext.handedOnNanos();
        return deadlineNanos == 0 || dispatcher == null
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(Math.max(0, deadlineNanos - dispatcher.nanoTime())));
    }
}
