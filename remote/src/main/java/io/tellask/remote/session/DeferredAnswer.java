package io.tellask.remote.session;

import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.WaitChain;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.actor.failure.Failures;
import io.tellask.actor.runtime.OpenAnswer;
import io.tellask.remote.frame.OwnFailure;
import io.tellask.text.SafeText;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Answers an ask of a peer when the stage that the actor's method returned settles, or the actor ends before. Where the peer gives the call up first, the stage is cancelled,
 * unless others wait for it too. Given up, it refers to its session no more: the stage may stay open for as long as the actor keeps it.
 *
 * <p>Thread-safety: {@link #begin} and {@link #cancel} on the actor's dispatcher; {@link #answer} wherever the stage settles.
 */
final class DeferredAnswer extends OpenAnswer {
    private @Nullable Export export; // null: given up
    private final int callId;
    private final int method;

    DeferredAnswer(Export export, int callId, int method) {
        this.export = export;
        this.callId = callId;
        this.method = method;
    }

    void begin(CompletionStage<?> stage) {
        await(stage);
        Export waiting = export;
        if (waiting != null && !waiting.endpoint().frames().defer(callId, this)) {
            cancel();
        }
    }

    @Override
    protected void answer(@Nullable Object value, @Nullable Throwable failure) {
        Export waiting = export;
        if (waiting == null) {
            return; // settled, or its session has ended
        }
        if (failure == null) {
            waiting.answerNow(callId, method, value);
        } else {
            waiting.failed(callId, method, Failures.unwrap(failure));
        }
    }

    @Override
    protected void fail(ActorStoppedException reason) {
        Export waiting = export;
        if (waiting != null) {
            waiting.failed(callId, method, new OwnFailure(reason));
        }
    }

    /** How this call waits for an ask of this side's; empty if it does not. From any thread that took this under the lock. */
    Optional<WaitChain> waitsFor(RemotePromise ask) {
        CompletionStage<?> stage = relay();
        Export waiting = export;
        return stage == null || waiting == null ? Optional.empty() : WaitChain.between(describe(waiting), stage, ask);
    }

    /** What this call waits for; empty if it was given up. As {@link #waitsFor}. */
    Optional<WaitChain> waitChain() {
        CompletionStage<?> stage = relay();
        Export waiting = export;
        return stage == null || waiting == null
                ? Optional.empty()
                : Optional.of(WaitChain.of(describe(waiting), stage));
    }

    private String describe(Export called) {
        ContractMethod asked = called.method(method);
        return asked.method().getDeclaringClass().getSimpleName() + "." + asked.name() + " of "
                + SafeText.of(called.cell().name());
    }

    /** The method that was called; null if the call was given up. */
    @Nullable
    ContractMethod method() {
        Export waiting = export;
        return waiting == null ? null : waiting.method(method);
    }

    /** Nobody waits for the answer any more: from any thread. */
    void givenUp() {
        Export waiting = export;
        if (waiting != null) {
            waiting.cell().execute(this::cancel);
        }
    }

    private void cancel() {
        if (relay() != null) {
            export = null;
            giveUp();
        }
    }
}
