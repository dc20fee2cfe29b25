package io.tellask.testkit;

import org.jspecify.annotations.Nullable;

/**
 * How something behaves that is called by one caller at a time: what a {@link History} is compared with. Stateless.
 *
 * @param <S> its states: immutable, with {@code equals} and {@code hashCode}
 * @param <O> its operations
 * @param <R> their results, with {@code equals}
 */
public interface SequentialModel<S, O, R> {
    /**
     * What an operation leaves and returns.
     *
     * @param state afterwards
     * @param result what the caller gets
     * @param <S> the model's states
     * @param <R> its results
     */
    record Outcome<S, R>(S state, @Nullable R result) {}

    /** The state in which it begins. */
    S initial();

    /** What an operation does in a state; the state itself does not change. */
    Outcome<S, R> apply(S state, O operation);
}
