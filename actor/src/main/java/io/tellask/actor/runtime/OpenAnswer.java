package io.tellask.actor.runtime;

import io.tellask.actor.ActorStoppedException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to an ask whose method returned a stage: given when that settles, and a failure if the actor stops or is made again before. Given
 * once, or never if it is given up.
 *
 * <p>Thread-safety: {@link #await} on the actor's dispatcher, the rest from any thread.
 */
public abstract class OpenAnswer implements BiConsumer<Object, Throwable> {
    private @Nullable OpenAnswers actor; // null: nobody can stop before the answer
    private @Nullable CompletionStage<?> relay;

    boolean isOpen; // these three are guarded by the actor's cell

    @Nullable
    OpenAnswer previous;

    @Nullable
    OpenAnswer next;

    /** Gives the answer when the stage settles, by the actor whose code is running. */
    public final void await(CompletionStage<?> stage) {
        OpenAnswers current = ActorCell.current();
        if (current != null) {
            actor = current;
            current.add(this);
        }
        try {
            relay = stage.whenComplete(this);
        } catch (Throwable notAttached) { // a stage of the application's; who asked is told of this instead
            leave();
            throw notAttached;
        }
    }

    /** What was derived from the stage; null before {@link #await}. */
    public final @Nullable CompletionStage<?> relay() {
        return relay;
    }

    /** Nobody waits for the answer any more: cancels the stage, unless others wait for it. */
    public final void giveUp() {
        leave();
        CompletionStage<?> answering = relay;
        if (answering != null) {
            answering.toCompletableFuture().cancel(false);
        }
    }

    @Override
    public final void accept(@Nullable Object value, @Nullable Throwable failure) {
        if (leave()) {
            answer(value, failure);
        }
    }

    private boolean leave() {
        OpenAnswers owing = actor;
        return owing == null || owing.remove(this);
    }

    /** The stage has settled. */
    protected abstract void answer(@Nullable Object value, @Nullable Throwable failure);

    /** The actor has stopped or is made again. */
    protected abstract void fail(ActorStoppedException reason);
}
