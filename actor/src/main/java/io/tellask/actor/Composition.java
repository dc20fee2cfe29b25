package io.tellask.actor;

import io.tellask.actor.failure.Failures;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The function of a {@code thenCompose}, remembering the promise it returned: cancelling the composed promise cancels that one, or
 * before it exists, the source.
 *
 * <p>The state is the source, later the returned promise, or a mark once cancelled; what is past is let go, so that a queue built by
 * composing promise after promise does not keep its history alive. Thread-safe.
 */
final class Composition<T, U> extends AtomicReference<Object> implements Function<T, CompletionStage<U>> {
    private static final Object CANCELLED = new Object();

    private final transient Function<? super T, ? extends CompletionStage<U>> function;

    Composition(Function<? super T, ? extends CompletionStage<U>> function) {
        this.function = Objects.requireNonNull(function);
    }

    /** Says what the composed promise waits for until the function has run. */
    void source(@Nullable Object source) {
        compareAndSet(null, source);
    }

    @Override
    public CompletionStage<U> apply(T value) {
        CompletionStage<U> inner = applied(value);
        if (inner instanceof Promise<U> promise) {
            Promise<U> place = promise.place();
            if (!advanceTo(place)) {
                place.abandonIfUnused();
            }
            return place;
        }
        return inner;
    }

    private CompletionStage<U> applied(T value) {
        try {
            return function.apply(value);
        } catch (Throwable failure) {
            throw Failures.rethrow(Failures.readable(failure));
        }
    }

    private boolean advanceTo(Promise<U> inner) {
        return getAndUpdate(state -> state == CANCELLED ? state : inner) != CANCELLED;
    }

    /** The composed promise was cancelled: returns what it waited for, or null. */
    @Nullable
    Object cancel() {
        Object waitedFor = getAndSet(CANCELLED);
        return waitedFor == CANCELLED ? null : waitedFor;
    }
}
