package io.tellask.actor.contract;

import io.tellask.actor.CallInterruptedException;
import io.tellask.actor.Promise;
import io.tellask.actor.failure.Failures;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** How a thread waits for the answer of a call that blocks. */
public final class BlockingCalls {
    private BlockingCalls() {}

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
