package io.tellask.actor.runtime;

import io.tellask.actor.Promise;
import java.util.concurrent.CompletionStage;

/** The promise of an ask within this process; it is itself what the message reports to. */
final class LocalAsk extends Promise<Object> implements ReplyTo {
    @Override
    public void reply(CallMessage call, Object result) {
        if (result instanceof CompletionStage<?> stage) {
            stage.whenComplete((value, failure) -> {
                if (failure == null) {
                    complete(value);
                } else {
                    completeExceptionally(Failures.unwrap(failure));
                }
            });
        } else {
            complete(result);
        }
    }

    @Override
    public void fail(CallMessage call, Throwable failure) {
        completeExceptionally(failure);
    }
}
