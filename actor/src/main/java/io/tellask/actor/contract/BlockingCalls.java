package io.tellask.actor.contract;

import io.tellask.actor.BlockingCallException;
import io.tellask.actor.CallInterruptedException;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.Promise;
import io.tellask.actor.failure.Failures;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** How a thread waits for the answer of a call that blocks. */
public final class BlockingCalls {
    private BlockingCalls() {}

    /**
     * Refuses to wait for what a dispatcher brings that goes on only as the calling thread steps it; null: no dispatcher alone brings it.
     *
     * @throws BlockingCallException with what to do instead
     */
    public static void requireProgress(String what, @Nullable Dispatcher dispatcher) {
        if (dispatcher != null && dispatcher.isSteppedByCurrentThread()) {
            throw new BlockingCallException(what + ": thread="
                    + Thread.currentThread().getName() + " would wait for dispatcher=" + dispatcher
                    + " of the simulation that it steps, which stands still meanwhile; use simulation.await(promise), or"
                    + " simulation.call(...) for code that waits by itself");
        }
    }

    /**
     * The value of the promise; raises what it failed with. An interrupt cancels the promise, and so the call.
     *
     * @throws CallInterruptedException if the thread is interrupted first; its flag stays set
     */
    public static <T> @Nullable T await(Promise<T> promise, String call) {
        try {
            return promise.get();
        } catch (ExecutionException failure) {
            throw Failures.rethrow(Failures.unwrap(Objects.requireNonNullElse(failure.getCause(), failure)));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            promise.cancel(false);
            throw new CallInterruptedException("call: " + call
                    + " was cancelled, the thread was interrupted while it waited; it may have been executed");
        }
    }
}
