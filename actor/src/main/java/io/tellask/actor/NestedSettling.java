package io.tellask.actor;

import io.tellask.actor.failure.UnheardFailures;
import io.tellask.actor.runtime.RunContext;
import io.tellask.text.StackHeadroom;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Settles a promise from within a function of another one, on the same thread while such settlings are not nested too deep.
 *
 * <p>A future calls the functions of its dependents in a loop, but a function that settles another promise, as those of groups do, is a
 * call within a call. A function that finds no stack left fails where nobody sees it, and the promise would stay open for ever. So a
 * settling that is nested deeper than {@link #MAX_DEPTH}, or too near the end of the stack, is handed on: to the dispatcher of this thread,
 * else to a new virtual thread, as a plain thread may be about to wait for the outcome. Thread-safe.
 */
final class NestedSettling {
    static final int MAX_DEPTH = 64;

    private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);

    private NestedSettling() {}

    static void run(Runnable settling) {
        int[] depth = DEPTH.get();
        if (depth[0] == MAX_DEPTH || !hasStack()) {
            handOn(settling);
            return;
        }
        depth[0]++;
        try {
            settling.run();
        } finally {
            depth[0]--;
        }
    }

    private static boolean hasStack() {
        try {
            StackHeadroom.forSettling();
            return true;
        } catch (StackOverflowError tooDeep) {
            return false;
        }
    }

    private static void handOn(Runnable settling) {
        try {
            if (!queued(settling, RunContext.current())) {
                Thread.startVirtualThread(settling);
            }
        } catch (Throwable failure) {
            UnheardFailures.SHARED.failed("a promise stays open, its settling could not be handed on", null, failure);
        }
    }

    private static boolean queued(Runnable settling, @Nullable RunContext thread) {
        Dispatcher dispatcher = thread == null ? null : thread.dispatcher();
        if (dispatcher == null) {
            return false;
        }
        try {
            dispatcher.execute(settling);
            return true;
        } catch (RejectedExecutionException ended) {
            return false; // and still the promise must settle
        }
    }
}
