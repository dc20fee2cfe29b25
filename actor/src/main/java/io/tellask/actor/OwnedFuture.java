package io.tellask.actor;

import io.tellask.actor.Continuation.OfBiConsumer;
import io.tellask.actor.Continuation.OfBiFunction;
import io.tellask.actor.Continuation.OfConsumer;
import io.tellask.actor.Continuation.OfFunction;
import io.tellask.actor.Continuation.OfRunnable;
import io.tellask.actor.runtime.ActorCell;
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
abstract sealed class OwnedFuture<T> extends PairedFuture<T> permits LinkedFuture {
    OwnedFuture(@Nullable ActorCell<?> owner) {
        super(owner);
    }

    private static <U> Promise<U> linked(CompletableFuture<U> dependent, Composition<?, U> composition) {
        Promise<U> promise = promise(dependent);
        promise.followThrough(composition);
        return promise;
    }

    @Override
    public <U> Promise<U> thenApply(Function<? super T, ? extends U> fn) {
        if (isCrowded()) {
            return place().thenApply(fn);
        }
        ActorCell<?> home = home();
        return promise(home == null ? super.thenApply(ReadableFailures.of(fn)) : thenApplyAs(home, false, fn));
    }

    @Override
    public <U> Promise<U> thenApplyAsync(Function<? super T, ? extends U> fn) {
        if (isCrowded()) {
            return place().thenApplyAsync(fn);
        }
        ActorCell<?> home = home();
        return promise(home == null ? super.thenApplyAsync(ReadableFailures.of(fn)) : thenApplyAs(home, true, fn));
    }

    @Override
    public <U> Promise<U> thenApplyAsync(Function<? super T, ? extends U> fn, Executor executor) {
        if (isCrowded()) {
            return place().thenApplyAsync(fn, executor);
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
            return place().thenAccept(action);
        }
        ActorCell<?> home = home();
        return promise(
                home == null ? super.thenAccept(ReadableFailures.of(action)) : thenAcceptAs(home, false, action));
    }

    @Override
    public Promise<Void> thenAcceptAsync(Consumer<? super T> action) {
        if (isCrowded()) {
            return place().thenAcceptAsync(action);
        }
        ActorCell<?> home = home();
        return promise(
                home == null ? super.thenAcceptAsync(ReadableFailures.of(action)) : thenAcceptAs(home, true, action));
    }

    @Override
    public Promise<Void> thenAcceptAsync(Consumer<? super T> action, Executor executor) {
        if (isCrowded()) {
            return place().thenAcceptAsync(action, executor);
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
            return place().thenRun(action);
        }
        ActorCell<?> home = home();
        return promise(home == null ? super.thenRun(ReadableFailures.of(action)) : thenRunAs(home, false, action));
    }

    @Override
    public Promise<Void> thenRunAsync(Runnable action) {
        if (isCrowded()) {
            return place().thenRunAsync(action);
        }
        ActorCell<?> home = home();
        return promise(home == null ? super.thenRunAsync(ReadableFailures.of(action)) : thenRunAs(home, true, action));
    }

    @Override
    public Promise<Void> thenRunAsync(Runnable action, Executor executor) {
        if (isCrowded()) {
            return place().thenRunAsync(action, executor);
        }
        return promise(super.thenRunAsync(ReadableFailures.of(action), executor));
    }

    private CompletableFuture<Void> thenRunAs(ActorCell<?> home, boolean asOwnMessage, Runnable action) {
        OfRunnable hop = new OfRunnable(home, asOwnMessage, Objects.requireNonNull(action));
        return super.thenRunAsync(hop, hop.executor());
    }

    @Override
    public <U> Promise<U> thenCompose(Function<? super T, ? extends CompletionStage<U>> fn) {
        if (isCrowded()) {
            return place().thenCompose(fn);
        }
        Composition<T, U> composition = new Composition<>(fn);
        ActorCell<?> home = home();
        return linked(
                home == null ? super.thenCompose(composition) : thenComposeAs(home, false, composition), composition);
    }

    @Override
    public <U> Promise<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> fn) {
        if (isCrowded()) {
            return place().thenComposeAsync(fn);
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
            return place().thenComposeAsync(fn, executor);
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
            return place().whenComplete(action);
        }
        ActorCell<?> home = home();
        return promise(
                home == null ? super.whenComplete(ReadableFailures.of(action)) : whenCompleteAs(home, false, action));
    }

    @Override
    public Promise<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> action) {
        if (isCrowded()) {
            return place().whenCompleteAsync(action);
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
            return place().whenCompleteAsync(action, executor);
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
            return place().handle(fn);
        }
        ActorCell<?> home = home();
        return promise(home == null ? super.handle(ReadableFailures.of(fn)) : handleAs(home, false, fn));
    }

    @Override
    public <U> Promise<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> fn) {
        if (isCrowded()) {
            return place().handleAsync(fn);
        }
        ActorCell<?> home = home();
        return promise(home == null ? super.handleAsync(ReadableFailures.of(fn)) : handleAs(home, true, fn));
    }

    @Override
    public <U> Promise<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> fn, Executor executor) {
        if (isCrowded()) {
            return place().handleAsync(fn, executor);
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
            return place().exceptionally(fn);
        }
        ActorCell<?> home = home();
        return promise(home == null ? super.exceptionally(ReadableFailures.of(fn)) : exceptionallyAs(home, false, fn));
    }

    @Override
    public Promise<T> exceptionallyAsync(Function<Throwable, ? extends T> fn) {
        if (isCrowded()) {
            return place().exceptionallyAsync(fn);
        }
        ActorCell<?> home = home();
        return promise(
                home == null ? super.exceptionallyAsync(ReadableFailures.of(fn)) : exceptionallyAs(home, true, fn));
    }

    @Override
    public Promise<T> exceptionallyAsync(Function<Throwable, ? extends T> fn, Executor executor) {
        if (isCrowded()) {
            return place().exceptionallyAsync(fn, executor);
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
            return place().exceptionallyCompose(fn);
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
            return place().exceptionallyComposeAsync(fn);
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
            return place().exceptionallyComposeAsync(fn, executor);
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
