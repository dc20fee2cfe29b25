package io.tellask.actor.runtime;

import io.tellask.actor.BlockingCallException;
import io.tellask.actor.Dispatcher;
import org.jspecify.annotations.Nullable;

/** Whether what a thread waits for can come while it waits. Stateless. */
public final class Progress {
    private Progress() {}

    /**
     * Refuses to wait for what a dispatcher brings that goes on only as the calling thread steps it; null: no dispatcher alone brings it.
     *
     * @throws BlockingCallException with what to do instead
     */
    public static void require(String what, @Nullable Dispatcher dispatcher) {
        if (dispatcher != null && dispatcher.isSteppedByCurrentThread()) {
            throw new BlockingCallException(what + ": thread="
                    + Thread.currentThread().getName() + " would wait for dispatcher=" + dispatcher
                    + " of the simulation that it steps, which stands still meanwhile; use simulation.await(promise), or"
                    + " simulation.call(...) for code that waits by itself");
        }
    }
}
