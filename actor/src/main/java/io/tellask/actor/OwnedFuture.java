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
 * A future that belongs to an actor: decides for each attached function where it runs, and links what depends on what for cancelling.
 *
 * <p>Each kind of continuation has three forms. The plain one runs nested where the actor's code is running already; {@code Async} is
 * always a message of its own; with an executor the function runs there. Without an actor all three are those of the superclass.
 * Thread-safe.
 *
 * @param <T> the value
 */
abstract sealed class OwnedFuture<T> extends CompletableFuture<T> permits Promise {
    final @Nullable ActorCell<?> owner; // null: made by a plain thread

    OwnedFuture(@Nullable ActorCell<?> owner) {
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

    /** Whether so much is attached to this promise that what comes goes behind a {@link #relay}. */
    abstract boolean isCrowded();

    /** What settles as this promise does, for one dependent; this promise itself if it has just settled. */
    abstract Promise<T> relay();

    /** Hears of the outcome on the thread that settles this promise: for our own code only. */
    final void observe(BiConsumer<? super T, ? super Throwable> observer) {
        RunContext.promiseTouched(owner);
        super.whenComplete(observer);
    }

    private static <U> Promise<U> promise(CompletableFuture<U> dependent) {
        return (Promise<U>) dependent;
    }

    private static <U> Promise<U> linked(CompletableFuture<U> dependent, CompletionStage<?> other) {
        Promise<U> promise = promise(dependent);
        if (other instanceof Promise<?> source) {
            promise.alsoFollow(source);
        }
        return promise;
    }

    private static <U> Promise<U> linked(CompletableFuture<U> dependent, Composition<?, U> composition) {
        Promise<U> promise = promise(dependent);
        promise.followThrough(composition);
        return promise;
    }

    @Override
    public <U> Promise<U> thenApply(Function<? super T, ? extends U> fn) {
        if (isCrowded()) {
            return relay().thenApply(fn);
        }
        ActorCell<?> home = home();
        return promise(home == null ? super.thenApply(ReadableFailures.of(fn)) : thenApplyAs(home, false, fn));
    }

    @Override
    public <U> Promise<U> thenApplyAsync(Function<? super T, ? extends U> fn) {
        if (isCrowded()) {
            return relay().thenApplyAsync(fn);
        }
        ActorCell<?> home = home();
        return promise(home == null ? super.thenApplyAsync(ReadableFailures.of(fn)) : thenApplyAs(home, true, fn));
    }

    @Override
    public <U> Promise<U> thenApplyAsync(Function<? super T, ? extends U> fn, Executor executor) {
        if (isCrowded()) {
            return relay().thenApplyAsync(fn, executor);
        }
        return promise(super.thenApplyAsync(ReadableFailures.of(fn), executor));
    }

    private <U> CompletableFuture<U> thenApplyAs(
            ActorCell<?> home, boolean asOwnMessage, Function<? super T, ? extends U> fn) {
        OfFunction<T, U> hop = new OfFunction<>(home, asOwnMessage, Objects.requireNonNull(fn));
        return super.thenApplyAsync(hop, hop.executor());
    }

    @Override
    public Promise<Void> thenAccept(Consumer<? super T> action) {
        if (isCrowded()) {
            return relay().thenAccept(action);
        }
        ActorCell<?> home = home();
        return promise(
                home == null ? super.thenAccept(ReadableFailures.of(action)) : thenAcceptAs(home, false, action));
    }

    @Override
    public Promise<Void> thenAcceptAsync(Consumer<? super T> action) {
        if (isCrowded()) {
            return relay().thenAcceptAsync(action);
        }
        ActorCell<?> home = home();
        return promise(
                home == null ? super.thenAcceptAsync(ReadableFailures.of(action)) : thenAcceptAs(home, true, action));
    }

    @Override
    public Promise<Void> thenAcceptAsync(Consumer<? super T> action, Executor executor) {
        if (isCrowded()) {
            return relay().thenAcceptAsync(action, executor);
        }
        return promise(super.thenAcceptAsync(ReadableFailures.of(action), executor));
    }

    private CompletableFuture<Void> thenAcceptAs(ActorCell<?> home, boolean asOwnMessage, Consumer<? super T> action) {
        OfConsumer<T> hop = new OfConsumer<>(home, asOwnMessage, Objects.requireNonNull(action));
        return super.thenAcceptAsync(hop, hop.executor());
    }

    @Override
    public Promise<Void> thenRun(Runnable action) {
        if (isCrowded()) {
            return relay().thenRun(action);
        }
        ActorCell<?> home = home();
        return promise(home == null ? super.thenRun(ReadableFailures.of(action)) : thenRunAs(home, false, action));
    }

    @Override
    public Promise<Void> thenRunAsync(Runnable action) {
        if (isCrowded()) {
            return relay().thenRunAsync(action);
        }
        ActorCell<?> home = home();
        return promise(home == null ? super.thenRunAsync(ReadableFailures.of(action)) : thenRunAs(home, true, action));
    }

    @Override
    public Promise<Void> thenRunAsync(Runnable action, Executor executor) {
        if (isCrowded()) {
            return relay().thenRunAsync(action, executor);
        }
        return promise(super.thenRunAsync(ReadableFailures.of(action), executor));
    }

    private CompletableFuture<Void> thenRunAs(ActorCell<?> home, boolean asOwnMessage, Runnable action) {
        OfRunnable hop = new OfRunnable(home, asOwnMessage, Objects.requireNonNull(action));
        return super.thenRunAsync(hop, hop.executor());
    }

    @Override
    public <U, V> Promise<V> thenCombine(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> fn) {
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.thenCombine(other, ReadableFailures.of(fn))
                        : thenCombineAs(home, false, other, fn),
                other);
    }

    @Override
    public <U, V> Promise<V> thenCombineAsync(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> fn) {
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.thenCombineAsync(other, ReadableFailures.of(fn))
                        : thenCombineAs(home, true, other, fn),
                other);
    }

    @Override
    public <U, V> Promise<V> thenCombineAsync(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> fn, Executor executor) {
        return linked(super.thenCombineAsync(other, ReadableFailures.of(fn), executor), other);
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
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.thenAcceptBoth(other, ReadableFailures.of(action))
                        : thenAcceptBothAs(home, false, other, action),
                other);
    }

    @Override
    public <U> Promise<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action) {
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.thenAcceptBothAsync(other, ReadableFailures.of(action))
                        : thenAcceptBothAs(home, true, other, action),
                other);
    }

    @Override
    public <U> Promise<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action, Executor executor) {
        return linked(super.thenAcceptBothAsync(other, ReadableFailures.of(action), executor), other);
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
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.runAfterBoth(other, ReadableFailures.of(action))
                        : runAfterBothAs(home, false, other, action),
                other);
    }

    @Override
    public Promise<Void> runAfterBothAsync(CompletionStage<?> other, Runnable action) {
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.runAfterBothAsync(other, ReadableFailures.of(action))
                        : runAfterBothAs(home, true, other, action),
                other);
    }

    @Override
    public Promise<Void> runAfterBothAsync(CompletionStage<?> other, Runnable action, Executor executor) {
        return linked(super.runAfterBothAsync(other, ReadableFailures.of(action), executor), other);
    }

    private CompletableFuture<Void> runAfterBothAs(
            ActorCell<?> home, boolean asOwnMessage, CompletionStage<?> other, Runnable action) {
        OfRunnable hop = new OfRunnable(home, asOwnMessage, Objects.requireNonNull(action));
        return super.runAfterBothAsync(other, hop, hop.executor());
    }

    @Override
    public <U> Promise<U> applyToEither(CompletionStage<? extends T> other, Function<? super T, U> fn) {
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.applyToEither(other, ReadableFailures.of(fn))
                        : applyToEitherAs(home, false, other, fn),
                other);
    }

    @Override
    public <U> Promise<U> applyToEitherAsync(CompletionStage<? extends T> other, Function<? super T, U> fn) {
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.applyToEitherAsync(other, ReadableFailures.of(fn))
                        : applyToEitherAs(home, true, other, fn),
                other);
    }

    @Override
    public <U> Promise<U> applyToEitherAsync(
            CompletionStage<? extends T> other, Function<? super T, U> fn, Executor executor) {
        return linked(super.applyToEitherAsync(other, ReadableFailures.of(fn), executor), other);
    }

    private <U> CompletableFuture<U> applyToEitherAs(
            ActorCell<?> home, boolean asOwnMessage, CompletionStage<? extends T> other, Function<? super T, U> fn) {
        OfFunction<T, U> hop = new OfFunction<>(home, asOwnMessage, Objects.requireNonNull(fn));
        return super.applyToEitherAsync(other, hop, hop.executor());
    }

    @Override
    public Promise<Void> acceptEither(CompletionStage<? extends T> other, Consumer<? super T> action) {
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.acceptEither(other, ReadableFailures.of(action))
                        : acceptEitherAs(home, false, other, action),
                other);
    }

    @Override
    public Promise<Void> acceptEitherAsync(CompletionStage<? extends T> other, Consumer<? super T> action) {
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.acceptEitherAsync(other, ReadableFailures.of(action))
                        : acceptEitherAs(home, true, other, action),
                other);
    }

    @Override
    public Promise<Void> acceptEitherAsync(
            CompletionStage<? extends T> other, Consumer<? super T> action, Executor executor) {
        return linked(super.acceptEitherAsync(other, ReadableFailures.of(action), executor), other);
    }

    private CompletableFuture<Void> acceptEitherAs(
            ActorCell<?> home, boolean asOwnMessage, CompletionStage<? extends T> other, Consumer<? super T> action) {
        OfConsumer<T> hop = new OfConsumer<>(home, asOwnMessage, Objects.requireNonNull(action));
        return super.acceptEitherAsync(other, hop, hop.executor());
    }

    @Override
    public Promise<Void> runAfterEither(CompletionStage<?> other, Runnable action) {
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.runAfterEither(other, ReadableFailures.of(action))
                        : runAfterEitherAs(home, false, other, action),
                other);
    }

    @Override
    public Promise<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable action) {
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.runAfterEitherAsync(other, ReadableFailures.of(action))
                        : runAfterEitherAs(home, true, other, action),
                other);
    }

    @Override
    public Promise<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable action, Executor executor) {
        return linked(super.runAfterEitherAsync(other, ReadableFailures.of(action), executor), other);
    }

    private CompletableFuture<Void> runAfterEitherAs(
            ActorCell<?> home, boolean asOwnMessage, CompletionStage<?> other, Runnable action) {
        OfRunnable hop = new OfRunnable(home, asOwnMessage, Objects.requireNonNull(action));
        return super.runAfterEitherAsync(other, hop, hop.executor());
    }

    @Override
    public <U> Promise<U> thenCompose(Function<? super T, ? extends CompletionStage<U>> fn) {
        if (isCrowded()) {
            return relay().thenCompose(fn);
        }
        Composition<T, U> composition = new Composition<>(fn);
        ActorCell<?> home = home();
        return linked(
                home == null ? super.thenCompose(composition) : thenComposeAs(home, false, composition), composition);
    }

    @Override
    public <U> Promise<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> fn) {
        if (isCrowded()) {
            return relay().thenComposeAsync(fn);
        }
        Composition<T, U> composition = new Composition<>(fn);
        ActorCell<?> home = home();
        return linked(
                home == null ? super.thenComposeAsync(composition) : thenComposeAs(home, true, composition),
                composition);
    }

    @Override
    public <U> Promise<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> fn, Executor executor) {
        if (isCrowded()) {
            return relay().thenComposeAsync(fn, executor);
        }
        Composition<T, U> composition = new Composition<>(fn);
        return linked(super.thenComposeAsync(composition, executor), composition);
    }

    private <U> CompletableFuture<U> thenComposeAs(
            ActorCell<?> home, boolean asOwnMessage, Composition<T, U> composition) {
        OfFunction<T, CompletionStage<U>> hop = new OfFunction<>(home, asOwnMessage, composition);
        return super.thenComposeAsync(hop, hop.executor());
    }

    @Override
    public Promise<T> whenComplete(BiConsumer<? super T, ? super Throwable> action) {
        if (isCrowded()) {
            return relay().whenComplete(action);
        }
        ActorCell<?> home = home();
        return promise(
                home == null ? super.whenComplete(ReadableFailures.of(action)) : whenCompleteAs(home, false, action));
    }

    @Override
    public Promise<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> action) {
        if (isCrowded()) {
            return relay().whenCompleteAsync(action);
        }
        ActorCell<?> home = home();
        return promise(
                home == null
                        ? super.whenCompleteAsync(ReadableFailures.of(action))
                        : whenCompleteAs(home, true, action));
    }

    @Override
    public Promise<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> action, Executor executor) {
        if (isCrowded()) {
            return relay().whenCompleteAsync(action, executor);
        }
        return promise(super.whenCompleteAsync(ReadableFailures.of(action), executor));
    }

    private CompletableFuture<T> whenCompleteAs(
            ActorCell<?> home, boolean asOwnMessage, BiConsumer<? super T, ? super Throwable> action) {
        OfBiConsumer<T, Throwable> hop = new OfBiConsumer<>(home, asOwnMessage, Objects.requireNonNull(action));
        return super.whenCompleteAsync(hop, hop.executor());
    }

    @Override
    public <U> Promise<U> handle(BiFunction<? super T, Throwable, ? extends U> fn) {
        if (isCrowded()) {
            return relay().handle(fn);
        }
        ActorCell<?> home = home();
        return promise(home == null ? super.handle(ReadableFailures.of(fn)) : handleAs(home, false, fn));
    }

    @Override
    public <U> Promise<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> fn) {
        if (isCrowded()) {
            return relay().handleAsync(fn);
        }
        ActorCell<?> home = home();
        return promise(home == null ? super.handleAsync(ReadableFailures.of(fn)) : handleAs(home, true, fn));
    }

    @Override
    public <U> Promise<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> fn, Executor executor) {
        if (isCrowded()) {
            return relay().handleAsync(fn, executor);
        }
        return promise(super.handleAsync(ReadableFailures.of(fn), executor));
    }

    private <U> CompletableFuture<U> handleAs(
            ActorCell<?> home, boolean asOwnMessage, BiFunction<? super T, Throwable, ? extends U> fn) {
        OfBiFunction<T, Throwable, U> hop = new OfBiFunction<>(home, asOwnMessage, Objects.requireNonNull(fn));
        return super.handleAsync(hop, hop.executor());
    }

    @Override
    public Promise<T> exceptionally(Function<Throwable, ? extends T> fn) {
        if (isCrowded()) {
            return relay().exceptionally(fn);
        }
        ActorCell<?> home = home();
        return promise(home == null ? super.exceptionally(ReadableFailures.of(fn)) : exceptionallyAs(home, false, fn));
    }

    @Override
    public Promise<T> exceptionallyAsync(Function<Throwable, ? extends T> fn) {
        if (isCrowded()) {
            return relay().exceptionallyAsync(fn);
        }
        ActorCell<?> home = home();
        return promise(
                home == null ? super.exceptionallyAsync(ReadableFailures.of(fn)) : exceptionallyAs(home, true, fn));
    }

    @Override
    public Promise<T> exceptionallyAsync(Function<Throwable, ? extends T> fn, Executor executor) {
        if (isCrowded()) {
            return relay().exceptionallyAsync(fn, executor);
        }
        return promise(super.exceptionallyAsync(ReadableFailures.of(fn), executor));
    }

    private CompletableFuture<T> exceptionallyAs(
            ActorCell<?> home, boolean asOwnMessage, Function<Throwable, ? extends T> fn) {
        OfFunction<Throwable, T> hop = new OfFunction<>(home, asOwnMessage, Objects.requireNonNull(fn));
        return super.exceptionallyAsync(hop, hop.executor());
    }

    @Override
    public Promise<T> exceptionallyCompose(Function<Throwable, ? extends CompletionStage<T>> fn) {
        if (isCrowded()) {
            return relay().exceptionallyCompose(fn);
        }
        Composition<Throwable, T> composition = new Composition<>(fn);
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.exceptionallyCompose(composition)
                        : exceptionallyComposeAs(home, false, composition),
                composition);
    }

    @Override
    public Promise<T> exceptionallyComposeAsync(Function<Throwable, ? extends CompletionStage<T>> fn) {
        if (isCrowded()) {
            return relay().exceptionallyComposeAsync(fn);
        }
        Composition<Throwable, T> composition = new Composition<>(fn);
        ActorCell<?> home = home();
        return linked(
                home == null
                        ? super.exceptionallyComposeAsync(composition)
                        : exceptionallyComposeAs(home, true, composition),
                composition);
    }

    @Override
    public Promise<T> exceptionallyComposeAsync(
            Function<Throwable, ? extends CompletionStage<T>> fn, Executor executor) {
        if (isCrowded()) {
            return relay().exceptionallyComposeAsync(fn, executor);
        }
        Composition<Throwable, T> composition = new Composition<>(fn);
        return linked(super.exceptionallyComposeAsync(composition, executor), composition);
    }

    private CompletableFuture<T> exceptionallyComposeAs(
            ActorCell<?> home, boolean asOwnMessage, Composition<Throwable, T> composition) {
        OfFunction<Throwable, CompletionStage<T>> hop = new OfFunction<>(home, asOwnMessage, composition);
        return super.exceptionallyComposeAsync(hop, hop.executor());
    }
}
