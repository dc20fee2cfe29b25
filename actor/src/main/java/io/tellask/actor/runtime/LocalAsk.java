package io.tellask.actor.runtime;

import io.tellask.actor.Promise;
import java.util.concurrent.CompletionStage;

/**
 * The promise of an ask within this process; it is itself what the message reports to. Cancelled, it cancels what the actor is still
 * working on, unless others wait for that too.
 */
final class LocalAsk extends Promise<Object> implements ReplyTo {
    private volatile CompletionStage<?> relay; // null until the method has returned a stage

    @Override
    public void reply(CallMessage call, Object result) {
        if (result instanceof CompletionStage<?> stage) {
            relay = stage.whenComplete((value, failure) -> {
                if (failure == null) {
                    complete(value);
                } else {
                    completeExceptionally(Failures.unwrap(failure));
                }
            });
            if (isDone()) {
                onAbandoned();
            }
        } else {
            complete(result);
        }
    }

    @Override
    public void fail(CallMessage call, Throwable failure) {
        completeExceptionally(failure);
    }

    @Override
    protected void onAbandoned() {
        CompletionStage<?> answering = relay;
        if (answering != null) {
            answering.toCompletableFuture().cancel(false);
        }
    }
}
