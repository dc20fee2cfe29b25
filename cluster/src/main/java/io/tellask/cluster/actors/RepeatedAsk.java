package io.tellask.cluster.actors;

import io.tellask.actor.Promise;
import io.tellask.actor.failure.Failures;
import io.tellask.actor.runtime.CallMessage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to an ask of an actor that may have to be found: the ask is made again, of the actor where it is then, as long as it surely did not run.
 * Thread-safe.
 */
final class RepeatedAsk extends Promise<Object> implements Waiting, BiConsumer<Object, Throwable> {
    private final KeyedForwarding forwarding;
    private final CallMessage call;
    private volatile @Nullable Promise<?> attempt;
    private volatile @Nullable Object asked;
    private volatile long begun; // when it had to wait first; 0: never

    RepeatedAsk(KeyedForwarding forwarding, CallMessage call) {
        this.forwarding = forwarding;
        this.call = call;
    }

    @Override
    public long waitsSince(long now) {
        if (begun == 0) {
            begun = now;
        }
        return begun;
    }

    @Override
    public void make(Object reference) {
        if (isDone()) {
            return; // given up
        }
        try {
            makeNow(reference);
        } catch (Throwable refused) {
            completeExceptionally(refused);
        }
    }

    /** Makes the ask; throws what the reference throws at once. */
    void makeNow(Object reference) throws Throwable {
        asked = reference;
        Promise<?> made = (Promise<?>) call.repeat(reference);
        attempt = made;
        if (made != null) {
            made.whenComplete(this);
        }
        if (isDone()) {
            onAbandoned();
        }
    }

    @Override
    public void accept(@Nullable Object value, @Nullable Throwable failure) {
        if (failure == null) {
            complete(value);
            return;
        }
        Throwable cause = Failures.unwrap(failure);
        Object target = asked;
        boolean isOver = target == null
                || isDone()
                || !Outcomes.didNotRun(cause, target) && !forwarding.wasRefusedAhead(this, cause);
        if (isOver) {
            completeExceptionally(Outcomes.told(cause));
        }
        if (!forwarding.comesBack(this) && !isOver) {
            forwarding.again(this, target);
        }
    }

    @Override
    public void fail(RuntimeException reason) {
        completeExceptionally(reason);
    }

    @Override
    protected void onAbandoned() {
        Promise<?> made = attempt;
        if (made != null) {
            made.cancel(false);
        }
    }
}
