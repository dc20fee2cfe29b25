package io.tellask.actor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** The time that a promise has to settle, counted by its owner's dispatcher. Stateless. */
final class PromiseTimer {
    private PromiseTimer() {}

    /** Has something run after a time, unless the promise has settled before. */
    static void start(Promise<?> promise, long delayNanos, Runnable expiry) {
        if (!promise.isPending()) {
            return;
        }
        Cancellable timer = timer(promise, expiry, delayNanos);
        promise.observe((value, failure) -> timer.cancel());
        promise.discountDependent();
    }

    private static Cancellable timer(Promise<?> promise, Runnable expiry, long delayNanos) {
        if (promise.owner != null) {
            try {
                return promise.owner.dispatcher().schedule(expiry, delayNanos);
            } catch (RejectedExecutionException ended) {
                return alarm(expiry, delayNanos); // the owner is gone, and still the promise must settle
            }
        }
        return alarm(expiry, delayNanos);
    }

    private static Cancellable alarm(Runnable expiry, long delayNanos) {
        CompletableFuture<Void> alarm = new CompletableFuture<>();
        alarm.completeOnTimeout(null, delayNanos, TimeUnit.NANOSECONDS).thenRun(expiry);
        return () -> alarm.cancel(false);
    }
}
