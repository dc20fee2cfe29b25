package io.tellask.actor;

import io.tellask.actor.failure.Failures;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Functions attached to promises that no actor owns: what they throw has a text that can be read. A future whose function fails with another exception never
 * settles, since it throws itself when it wraps that one. Stateless.
 */
final class ReadableFailures {
    private ReadableFailures() {}

    static <T, R> Function<T, R> of(Function<? super T, ? extends R> function) {
        Objects.requireNonNull(function);
        return value -> {
            try {
                return function.apply(value);
            } catch (Throwable failure) {
                throw readable(failure);
            }
        };
    }

    static <T, U, R> BiFunction<T, U, R> of(BiFunction<? super T, ? super U, ? extends R> function) {
        Objects.requireNonNull(function);
        return (value, other) -> {
            try {
                return function.apply(value, other);
            } catch (Throwable failure) {
                throw readable(failure);
            }
        };
    }

    static <T> Consumer<T> of(Consumer<? super T> action) {
        Objects.requireNonNull(action);
        return value -> {
            try {
                action.accept(value);
            } catch (Throwable failure) {
                throw readable(failure);
            }
        };
    }

    static <T, U> BiConsumer<T, U> of(BiConsumer<? super T, ? super U> action) {
        Objects.requireNonNull(action);
        return (value, other) -> {
            try {
                action.accept(value, other);
            } catch (Throwable failure) {
                throw readable(failure);
            }
        };
    }

    static Runnable of(Runnable action) {
        Objects.requireNonNull(action);
        return () -> {
            try {
                action.run();
            } catch (Throwable failure) {
                throw readable(failure);
            }
        };
    }

    private static RuntimeException readable(Throwable failure) {
        return Failures.rethrow(Failures.readable(failure));
    }
}
