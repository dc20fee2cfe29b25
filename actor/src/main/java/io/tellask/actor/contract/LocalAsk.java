package io.tellask.actor.contract;

import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.Promise;
import io.tellask.actor.failure.Failures;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.AwaitedCall;
import io.tellask.actor.runtime.CallMessage;
import io.tellask.actor.runtime.OpenAnswer;
import io.tellask.actor.runtime.ReplyTo;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The promise of an ask within this process; it is itself what the message reports to. Cancelled, it cancels what the actor is still
 * working on, unless others wait for that too.
 */
final class LocalAsk extends Promise<Object> implements ReplyTo, AwaitedCall {
    private final boolean promised; // the method declares a promise, rather than the value
    private @Nullable ActorCell<?> asked; // null once it has answered at once: a promise that is kept does not keep it
    private volatile @Nullable Answer answer; // null until the method has returned a stage

    LocalAsk(boolean promised) {
        this.promised = promised;
    }

    /** Says who answers, before the call is queued. */
    void isAsked(ActorCell<?> answering) {
        asked = answering;
    }

    @Override
    protected boolean waitsForMaker() {
        ActorCell<?> answering = asked;
        return answering != null && isMadeBy(answering);
    }

    @Override
    protected @Nullable Dispatcher settledOn() {
        Answer later = answer;
        ActorCell<?> answering = asked;
        boolean fromAnywhere =
                later != null && !(later.relay() instanceof Promise<?>); // functions of a promise run as the actor
        return fromAnywhere || answering == null ? null : answering.dispatcher();
    }

    @Override
    public void reply(CallMessage call, @Nullable Object result) {
        if (result instanceof Promise<?> promise && promise.getClass() == Promise.class && isValue(promise)) {
            asked = null;
            complete(promise.getNow(null));
        } else if (result instanceof CompletionStage<?> stage) {
            Answer later = new Answer(call.method());
            later.await(stage);
            answer = later;
            if (isDone()) {
                onAbandoned();
            }
        } else if (result == null && promised) {
            asked = null;
            completeExceptionally(new NullPointerException("the method returned null instead of a promise"));
        } else {
            asked = null;
            complete(result);
        }
    }

    /** The usual answer is there already, and needs no function attached. */
    private static boolean isValue(Promise<?> promise) {
        return promise.isDone() && !promise.isCompletedExceptionally();
    }

    @Override
    public void fail(CallMessage call, Throwable failure) {
        asked = null;
        completeExceptionally(Failures.unwrap(failure));
    }

    @Override
    public String sender() {
        return madeBy();
    }

    @Override
    public @Nullable CompletionStage<?> answeredBy() {
        Answer later = answer;
        return later == null ? null : later.relay();
    }

    @Override
    public @Nullable String callName() {
        Answer later = answer;
        return later == null ? null : later.method;
    }

    @Override
    protected void onAbandoned() {
        Answer later = answer;
        if (later != null) {
            later.giveUp();
        }
    }

    /** Settles this promise, on the thread that settles the stage or as the actor that ends. */
    private final class Answer extends OpenAnswer {
        private final String method;

        Answer(String method) {
            this.method = method;
        }

        @Override
        protected void answer(@Nullable Object value, @Nullable Throwable failure) {
            settle(value, failure);
        }

        @Override
        protected void fail(ActorStoppedException reason) {
            completeExceptionally(reason);
        }
    }
}
