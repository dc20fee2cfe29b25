package io.tellask.actor;

import io.tellask.actor.Continuation.OfBiConsumer;
import io.tellask.actor.Continuation.OfBiFunction;
import io.tellask.actor.Continuation.OfConsumer;
import io.tellask.actor.Continuation.OfFunction;
import io.tellask.actor.Continuation.OfRunnable;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.RunContext;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A future that belongs to an actor: what depends on two of them, or on one of two. {@link OwnedFuture} says where functions run. Thread-safe.
 *
 * @param <T> the value
 */
abstract sealed class PairedFuture<T> extends CompletableFuture<T> permits OwnedFuture {
    final @Nullable ActorCell<?> owner; // null: made by a plain thread

    PairedFuture(@Nullable ActorCell<?> owner) {
        this.owner = owner;
    }

    /** The name of the actor that it was made by; empty where that was a plain thread. */
    protected final String madeBy() {
        return owner == null ? "" : owner.name();
    }

    /** Whether this actor has made it. */
    protected final boolean isMadeBy(ActorCell<?> actor) {
        return owner == actor;
    }

    /** The actor that what is attached now runs as and belongs to: the attaching one, else the owner, else null. */
    final @Nullable ActorCell<?> home() {
        RunContext.promiseTouched(owner);
        ActorCell<?> current = ActorCell.current();
        return current != null ? current : owner;
    }

    @Override
    public boolean isDone() {
        RunContext.promiseTouched(owner);
        return super.isDone();
    }

    /** Whether so much is attached to this promise that what comes goes behind {@link Relays}. */
    abstract boolean isCrowded();

    private static boolean isCrowded(CompletionStage<?> other) {
        return other instanceof Promise<?> promise && promise.isCrowded();
    }

    /** What one more dependent waits for in place of this promise: itself, or where it is crowded a relay. */
    abstract Promise<T> place();

    /** What settles as this promise does, for one dependent; this promise itself if it has settled. */
    abstract Promise<T> relay();

    private static <U> CompletionStage<U> place(CompletionStage<U> other) {
        return other instanceof Promise<U> promise ? promise.place() : other;
    }

    /*
     * What waits for one of two leaves the other one unsettled, and the future then unlinks it from that one, which is not told. So each of the
     * two stands behind a relay, or its dependents could not be counted.
     */

    private static boolean isShared(CompletionStage<?> source) {
        return source instanceof Promise<?> promise && !(source instanceof Relays.Relay<?>) && promise.isPending();
    }

    @SuppressWarnings("unchecked")
    private static <S extends CompletionStage<?>> S own(S source) {
        return isShared(source) ? (S) ((Promise<?>) source).relay() : source;
    }

    /** Hears of the outcome on the thread that settles this promise: for our own code only. */
    final void observe(BiConsumer<? super T, ? super Throwable> observer) {
        RunContext.promiseTouched(owner);
        super.whenComplete(observer);
    }

    static <U> Promise<U> promise(CompletableFuture<U> dependent) {
        return (Promise<U>) dependent;
    }

    private <U> Promise<U> linked(CompletableFuture<U> dependent, CompletionStage<?> other, boolean either) {
        Promise<U> promise = promise(dependent);
        promise.alsoFollow(other, either);
        promise.letGoWhenSettled(this);
        promise.letGoWhenSettled(other);
        return promise;
    }

    @Override
    public <U, V> Promise<V> thenCombine(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> fn) {
        if (isCrowded() || isCrowded(other)) {
            return place().thenCombine(place(other), fn);
        }
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.thenCombine(other, ReadableFailures.of(fn))
                        : thenCombineAs(home, false, other, fn),
                other,
                false);
    }

    @Override
    public <U, V> Promise<V> thenCombineAsync(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> fn) {
        if (isCrowded() || isCrowded(other)) {
            return place().thenCombineAsync(place(other), fn);
        }
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.thenCombineAsync(other, ReadableFailures.of(fn))
                        : thenCombineAs(home, true, other, fn),
                other,
                false);
    }

    @Override
    public <U, V> Promise<V> thenCombineAsync(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> fn, Executor executor) {
        if (isCrowded() || isCrowded(other)) {
            return place().thenCombineAsync(place(other), fn, executor);
        }
        return linked(super.thenCombineAsync(other, ReadableFailures.of(fn), executor), other, false);
    }

    private <U, V> CompletableFuture<V> thenCombineAs(
            ActorCell<?> home,
            boolean asOwnMessage,
            CompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> fn) {
        OfBiFunction<T, U, V> hop = new OfBiFunction<>(home, asOwnMessage, Objects.requireNonNull(fn));
        return super.thenCombineAsync(other, hop, hop.executor());
    }

    @Override
    public <U> Promise<Void> thenAcceptBoth(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action) {
        if (isCrowded() || isCrowded(other)) {
            return place().thenAcceptBoth(place(other), action);
        }
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.thenAcceptBoth(other, ReadableFailures.of(action))
                        : thenAcceptBothAs(home, false, other, action),
                other,
                false);
    }

    @Override
    public <U> Promise<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action) {
        if (isCrowded() || isCrowded(other)) {
            return place().thenAcceptBothAsync(place(other), action);
        }
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.thenAcceptBothAsync(other, ReadableFailures.of(action))
                        : thenAcceptBothAs(home, true, other, action),
                other,
                false);
    }

    @Override
    public <U> Promise<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action, Executor executor) {
        if (isCrowded() || isCrowded(other)) {
            return place().thenAcceptBothAsync(place(other), action, executor);
        }
        return linked(super.thenAcceptBothAsync(other, ReadableFailures.of(action), executor), other, false);
    }

    private <U> CompletableFuture<Void> thenAcceptBothAs(
            ActorCell<?> home,
            boolean asOwnMessage,
            CompletionStage<? extends U> other,
            BiConsumer<? super T, ? super U> action) {
        OfBiConsumer<T, U> hop = new OfBiConsumer<>(home, asOwnMessage, Objects.requireNonNull(action));
        return super.thenAcceptBothAsync(other, hop, hop.executor());
    }

    @Override
    public Promise<Void> runAfterBoth(CompletionStage<?> other, Runnable action) {
        if (isCrowded() || isCrowded(other)) {
            return place().runAfterBoth(place(other), action);
        }
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.runAfterBoth(other, ReadableFailures.of(action))
                        : runAfterBothAs(home, false, other, action),
                other,
                false);
    }

    @Override
    public Promise<Void> runAfterBothAsync(CompletionStage<?> other, Runnable action) {
        if (isCrowded() || isCrowded(other)) {
            return place().runAfterBothAsync(place(other), action);
        }
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.runAfterBothAsync(other, ReadableFailures.of(action))
                        : runAfterBothAs(home, true, other, action),
                other,
                false);
    }

    @Override
    public Promise<Void> runAfterBothAsync(CompletionStage<?> other, Runnable action, Executor executor) {
        if (isCrowded() || isCrowded(other)) {
            return place().runAfterBothAsync(place(other), action, executor);
        }
        return linked(super.runAfterBothAsync(other, ReadableFailures.of(action), executor), other, false);
    }

    private CompletableFuture<Void> runAfterBothAs(
            ActorCell<?> home, boolean asOwnMessage, CompletionStage<?> other, Runnable action) {
        OfRunnable hop = new OfRunnable(home, asOwnMessage, Objects.requireNonNull(action));
        return super.runAfterBothAsync(other, hop, hop.executor());
    }

    @Override
    public <U> Promise<U> applyToEither(CompletionStage<? extends T> other, Function<? super T, U> fn) {
        if (isShared(this) || isShared(other)) {
            return own(this).applyToEither(own(other), fn);
        }
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.applyToEither(other, ReadableFailures.of(fn))
                        : applyToEitherAs(home, false, other, fn),
                other,
                true);
    }

    @Override
    public <U> Promise<U> applyToEitherAsync(CompletionStage<? extends T> other, Function<? super T, U> fn) {
        if (isShared(this) || isShared(other)) {
            return own(this).applyToEitherAsync(own(other), fn);
        }
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.applyToEitherAsync(other, ReadableFailures.of(fn))
                        : applyToEitherAs(home, true, other, fn),
                other,
                true);
    }

    @Override
    public <U> Promise<U> applyToEitherAsync(
            CompletionStage<? extends T> other, Function<? super T, U> fn, Executor executor) {
        if (isShared(this) || isShared(other)) {
            return own(this).applyToEitherAsync(own(other), fn, executor);
        }
        return linked(super.applyToEitherAsync(other, ReadableFailures.of(fn), executor), other, true);
    }

    private <U> CompletableFuture<U> applyToEitherAs(
            ActorCell<?> home, boolean asOwnMessage, CompletionStage<? extends T> other, Function<? super T, U> fn) {
        OfFunction<T, U> hop = new OfFunction<>(home, asOwnMessage, Objects.requireNonNull(fn));
        return super.applyToEitherAsync(other, hop, hop.executor());
    }

    @Override
    public Promise<Void> acceptEither(CompletionStage<? extends T> other, Consumer<? super T> action) {
        if (isShared(this) || isShared(other)) {
            return own(this).acceptEither(own(other), action);
        }
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.acceptEither(other, ReadableFailures.of(action))
                        : acceptEitherAs(home, false, other, action),
                other,
                true);
    }

    @Override
    public Promise<Void> acceptEitherAsync(CompletionStage<? extends T> other, Consumer<? super T> action) {
        if (isShared(this) || isShared(other)) {
            return own(this).acceptEitherAsync(own(other), action);
        }
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.acceptEitherAsync(other, ReadableFailures.of(action))
                        : acceptEitherAs(home, true, other, action),
                other,
                true);
    }

    @Override
    public Promise<Void> acceptEitherAsync(
            CompletionStage<? extends T> other, Consumer<? super T> action, Executor executor) {
        if (isShared(this) || isShared(other)) {
            return own(this).acceptEitherAsync(own(other), action, executor);
        }
        return linked(super.acceptEitherAsync(other, ReadableFailures.of(action), executor), other, true);
    }

    private CompletableFuture<Void> acceptEitherAs(
            ActorCell<?> home, boolean asOwnMessage, CompletionStage<? extends T> other, Consumer<? super T> action) {
        OfConsumer<T> hop = new OfConsumer<>(home, asOwnMessage, Objects.requireNonNull(action));
        return super.acceptEitherAsync(other, hop, hop.executor());
    }

    @Override
    public Promise<Void> runAfterEither(CompletionStage<?> other, Runnable action) {
        if (isShared(this) || isShared(other)) {
            return own(this).runAfterEither(own(other), action);
        }
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.runAfterEither(other, ReadableFailures.of(action))
                        : runAfterEitherAs(home, false, other, action),
                other,
                true);
    }

    @Override
    public Promise<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable action) {
        if (isShared(this) || isShared(other)) {
            return own(this).runAfterEitherAsync(own(other), action);
        }
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.runAfterEitherAsync(other, ReadableFailures.of(action))
                        : runAfterEitherAs(home, true, other, action),
                other,
                true);
    }

    @Override
    public Promise<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable action, Executor executor) {
        if (isShared(this) || isShared(other)) {
            return own(this).runAfterEitherAsync(own(other), action, executor);
        }
        return linked(super.runAfterEitherAsync(other, ReadableFailures.of(action), executor), other, true);
    }

    private CompletableFuture<Void> runAfterEitherAs(
            ActorCell<?> home, boolean asOwnMessage, CompletionStage<?> other, Runnable action) {
        OfRunnable hop = new OfRunnable(home, asOwnMessage, Objects.requireNonNull(action));
        return super.runAfterEitherAsync(other, hop, hop.executor());
    }
}
