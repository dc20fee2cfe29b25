package io.tellask.remote.session;

import io.tellask.actor.failure.Failures;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers an ask when the stage that the actor's method returned settles. Where the peer gives the call up first, the stage is cancelled,
 * unless others wait for it too.
 *
 * <p>Thread-safety: {@link #begin} and {@link #cancel} on the actor's dispatcher; {@link #accept} wherever the stage settles.
 */
final class DeferredAnswer implements BiConsumer<Object, Throwable> {
    private final Export export;
    private final int callId;
    private final int method;
    private @Nullable CompletionStage<?> relay;
    private boolean cancelled;

    DeferredAnswer(Export export, int callId, int method) {
        this.export = export;
        this.callId = callId;
        this.method = method;
    }

    void begin(CompletionStage<?> stage) {
        relay = stage.whenComplete(this);
        if (!export.endpoint().frames().defer(callId, this)) {
            cancel();
        }
    }

    @Override
    public void accept(@Nullable Object value, @Nullable Throwable failure) {
        if (cancelled) {
            return; // settled, or its session has ended
        }
        if (failure == null) {
            export.answerNow(callId, method, value);
        } else {
            export.failed(callId, method, Failures.unwrap(failure));
        }
    }

    /** Nobody waits for the answer any more: from any thread. */
    void givenUp() {
        export.cell().execute(this::cancel);
    }

    private void cancel() {
        CompletionStage<?> stage = relay;
        if (stage != null) {
            cancelled = true;
            stage.toCompletableFuture().cancel(false);
        }
    }
}
