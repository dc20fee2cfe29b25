package io.tellask.actor;

import io.tellask.actor.failure.Failures;
import io.tellask.actor.failure.UnheardFailures;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.Progress;
import io.tellask.actor.runtime.RunContext;
import io.tellask.text.StackHeadroom;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A result that will arrive: a {@link CompletableFuture} that belongs to the actor that made it.
 *
 * <p>Functions attached to it run as that actor, one at a time with its messages, whoever settles the promise. Attached by another
 * actor, a function runs as that other actor, and what the method returns belongs there too. Only a promise made by a plain thread, with
 * a function attached by a plain thread, behaves as the superclass: the function runs on the thread that settles it. A function with an
 * executor of its own runs there, and what depends on it is back with the actor.
 *
 * <p>Cancelling a promise, or its running out of time, tells what it was derived from: a promise whose dependents have all been cancelled
 * is cancelled itself, up to the call that would have answered it.
 *
 * <p>Errors: functions see failures as the superclass hands them on, the promise's own as itself and a source's wrapped in
 * {@link CompletionException}. Waiting ({@code get}, {@code join}) on a thread that runs actors raises {@link BlockingCallException}
 * unless the promise is done; an actor on a virtual thread may wait for what others settle, and not for functions that run as itself. So does waiting on
 * the thread that steps a simulation, for what only that can bring. Once the actor has stopped its functions do not run; what depends on them fails with
 * {@link ActorStoppedException}. What promises of groups and stages nest in each other settles at whatever depth: one that is nested more
 * than 64 levels deep settles a little later, in a task of the dispatcher or on a virtual thread. Thread-safe.
 *
 * @param <T> the value
 */
public non-sealed class Promise<T> extends LinkedFuture<T> {
    /** A promise of the calling actor, or of nobody where a plain thread calls. */
    public Promise() {
        this(ActorCell.current());
    }

    /** A promise of a given actor; null: of nobody. */
    protected Promise(@Nullable ActorCell<?> owner) {
        super(owner);
    }

    /** A promise that has this value already. */
    public static <T> Promise<T> of(@Nullable T value) {
        Promise<T> promise = new Promise<>();
        promise.complete(value);
        return promise;
    }

    /** A promise that has failed already. */
    public static <T> Promise<T> failed(Throwable failure) {
        Promise<T> promise = new Promise<>();
        promise.completeExceptionally(failure);
        return promise;
    }

    /** A promise of the calling actor that settles as a stage does; cancelling it cancels the stage only where that is a promise. */
    @SuppressWarnings("unchecked")
    public static <T> Promise<T> from(CompletionStage<? extends T> stage) {
        if (stage instanceof Promise<?> promise) {
            return ((Promise<T>) promise).copy();
        }
        Promise<T> result = new Promise<>();
        stage.whenComplete(result::settle);
        return result;
    }

    /** All values in order; fails as soon as one fails, with that failure. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <T> Promise<List<T>> all(CompletionStage<? extends T>... stages) {
        Objects.requireNonNull(stages, "stages");
        return all(Arrays.asList(stages));
    }

    /** As {@link #all(CompletionStage...)}. */
    public static <T> Promise<List<T>> all(Collection<? extends CompletionStage<? extends T>> stages) {
        Objects.requireNonNull(stages, "stages");
        return PromiseGroup.all(List.copyOf(stages));
    }

    /** The first value to arrive; fails only once all have failed, with the last failure. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <T> Promise<T> any(CompletionStage<? extends T>... stages) {
        Objects.requireNonNull(stages, "stages");
        return any(Arrays.asList(stages));
    }

    /** As {@link #any(CompletionStage...)}. */
    public static <T> Promise<T> any(Collection<? extends CompletionStage<? extends T>> stages) {
        Objects.requireNonNull(stages, "stages");
        return PromiseGroup.any(List.copyOf(stages));
    }

    /** Settles as the first stage does that settles, with a value or a failure. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <T> Promise<T> race(CompletionStage<? extends T>... stages) {
        Objects.requireNonNull(stages, "stages");
        return race(Arrays.asList(stages));
    }

    /** As {@link #race(CompletionStage...)}. */
    public static <T> Promise<T> race(Collection<? extends CompletionStage<? extends T>> stages) {
        Objects.requireNonNull(stages, "stages");
        return PromiseGroup.race(List.copyOf(stages));
    }

    /** A promise for what is attached to this one: of the attaching actor, else of this promise's. */
    @Override
    public <U> Promise<U> newIncompleteFuture() {
        Promise<U> dependent = new Promise<>(home());
        dependent.follow(this);
        return dependent;
    }

    /** Runs tasks as the actor that functions attached now would run as, each as a message of its own. */
    @Override
    public Executor defaultExecutor() {
        ActorCell<?> home = home();
        return home == null ? super.defaultExecutor() : home::enqueue;
    }

    @Override
    public Promise<T> toCompletableFuture() {
        return this;
    }

    @Override
    public Promise<T> copy() {
        return isCrowded() ? place().copy() : (Promise<T>) super.copy();
    }

    /** This promise, seen only as a stage: whoever holds it can attach functions, and neither settle nor cancel it. */
    @Override
    public CompletionStage<T> minimalCompletionStage() {
        PromiseStage<T> stage = new PromiseStage<>(home());
        Promise<T> source = place();
        ((Promise<T>) stage).follow(source);
        source.observe(stage::relay);
        return stage;
    }

    /** Fails this promise; with an {@link UnreadableFailureException} in place of an exception that throws when its text is asked for. */
    @Override
    public boolean completeExceptionally(Throwable failure) {
        StackHeadroom.forSettling();
        return failNow(failure);
    }

    private boolean failNow(Throwable failure) {
        RunContext.promiseTouched(owner);
        Throwable readable = Failures.readable(failure);
        try {
            return super.completeExceptionally(readable);
        } catch (Throwable broken) {
            return goOn(broken);
        }
    }

    @Override
    public boolean complete(@Nullable T value) {
        StackHeadroom.forSettling();
        return completeNow(value);
    }

    private boolean completeNow(@Nullable T value) {
        RunContext.promiseTouched(owner);
        try {
            return super.complete(value);
        } catch (Throwable broken) {
            return goOn(broken);
        }
    }

    /**
     * One of the functions attached failed in a way that the superclass does not expect, such as with an exception whose text cannot be
     * read: this promise is settled, and the other functions still wait for their turn.
     */
    private boolean goOn(Throwable broken) {
        UnheardFailures.SHARED.failed("a function attached to a promise failed", null, broken);
        for (int left = super.getNumberOfDependents(); left > 0; left--) {
            try {
                super.complete(null); // settles nothing a second time, and has the others called
                return true;
            } catch (Throwable another) {
                UnheardFailures.SHARED.failed("a function attached to a promise failed", null, another);
            }
        }
        return true;
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        checkMayWait();
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        checkMayWait();
        try {
            return super.get(timeout, unit);
        } catch (TimeoutException late) {
            throw noAnswer(timeout, unit);
        }
    }

    @Override
    public T join() {
        checkMayWait();
        return super.join();
    }

    private void checkMayWait() {
        RunContext.promiseTouched(owner);
        if (super.isDone()) {
            return;
        }
        RunContext context = RunContext.current();
        if (context != null && !context.isOfOneActor()) {
            throw new BlockingCallException(
                    "promise: waiting on thread=" + Thread.currentThread().getName()
                            + ", which runs actors; attach a function (thenAccept, whenComplete) instead");
        }
        if (context != null && owner != null && owner == context.actor() && waitsForMaker()) {
            throw new BlockingCallException("promise: actor=" + owner.name()
                    + " would wait for itself; attach a function (thenAccept, whenComplete) instead, or wait for what this"
                    + " promise was made from");
        }
        Progress.require("promise", HeldPromise.holder(this));
    }

    /** The dispatcher by whose tasks alone this promise settles; null: something else settles it, or may. On any thread. */
    protected @Nullable Dispatcher settledOn() {
        return owner != null && waitsForMaker() ? owner.dispatcher() : null;
    }

    /**
     * Whether it is certain that this promise settles only once the actor that made it is done with its message: it is that of a function which runs as this actor,
     * or of a call to itself. Of a promise that something else settles, or may settle, false. On any thread.
     */
    protected boolean waitsForMaker() {
        return isDerived();
    }

    /** Settles this promise with what the supplier returns, run as the actor. */
    @Override
    public Promise<T> completeAsync(Supplier<? extends T> supplier) {
        ActorCell<?> home = home();
        if (home == null) {
            super.completeAsync(supplier);
            return this;
        }
        Objects.requireNonNull(supplier);
        Function<Object, T> function = ignored -> supplier.get();
        Continuation.OfFunction<Object, T> hop = new Continuation.OfFunction<>(home, true, function);
        CompletableFuture.completedFuture(null).thenApplyAsync(hop, hop).whenComplete(this::relay);
        return this;
    }

    @Override
    public Promise<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        super.completeAsync(supplier, executor);
        return this;
    }

    /**
     * Fails this promise with {@link TimeoutException}, which names the {@link WaitChain}, after a time counted by the owner's dispatcher; the
     * call is then cancelled.
     */
    @Override
    public Promise<T> orTimeout(long timeout, TimeUnit unit) {
        PromiseTimer.start(this, unit.toNanos(timeout), () -> {
            RunContext.promiseTouched(owner);
            if (isPending() && super.completeExceptionally(noAnswer(timeout, unit))) {
                leave();
            }
        });
        return this;
    }

    private TimeoutException noAnswer(long timeout, TimeUnit unit) {
        return new TimeoutException("promise: no answer after " + timeout + " " + unit
                + WaitChain.of(this).asReason());
    }

    /** Settles this promise with a value after a time counted by the owner's dispatcher; the call is then cancelled. */
    @Override
    public Promise<T> completeOnTimeout(@Nullable T value, long timeout, TimeUnit unit) {
        PromiseTimer.start(this, unit.toNanos(timeout), () -> {
            RunContext.promiseTouched(owner);
            if (super.complete(value)) {
                leave();
            }
        });
        return this;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return abandon();
    }

    /**
     * A reference to the actor that this promise of a reference will bring, if it is that of a call to another process: calls of it leave at
     * once, and are executed in their order as soon as the actor is there. If the promise brings none, asks fail and tells are dropped. The
     * value itself if it is here.
     *
     * @throws IllegalStateException if the promise is not settled, and is no call to another process that returns a reference: use {@link
     * #thenCompose}
     */
    public T pipelined() {
        if (state() == Future.State.SUCCESS) {
            return join();
        }
        throw new IllegalStateException("pipelined: the promise is not settled, and is not that of a call to another"
                + " process; use thenCompose");
    }

    /** Runs an action when this promise is cancelled, as functions attached now would run: for whoever works on the answer. */
    public Promise<T> onCancel(Runnable action) {
        Objects.requireNonNull(action, "action");
        whenComplete((value, failure) -> {
            if (super.isCancelled()) {
                action.run();
            }
        });
        discountDependent();
        return this;
    }

    /**
     * Called once when nobody waits for this promise any longer: it was cancelled, its last dependent was, or its time ran out. It is
     * settled by then. On any thread; must neither block nor throw.
     */
    @Override
    protected void onAbandoned() {}

    /**
     * For a function of another promise: settles this one as that did, with the failure itself, and lets go of the sources. Nested deep,
     * this happens a little later.
     */
    protected final void settle(@Nullable T value, @Nullable Throwable failure) {
        NestedSettling.run(() -> {
            if (failure == null ? completeNow(value) : failNow(Failures.unwrap(failure))) {
                letGo();
            }
        });
    }

    /** As {@link #settle}, but as a dependent of a source does: with the failure wrapped. */
    final void relay(@Nullable T value, @Nullable Throwable failure) {
        NestedSettling.run(() -> settleAs(value, failure == null ? null : wrapped(Failures.readable(failure))));
    }

    /** With the failure as it is. */
    final void settleAs(@Nullable T value, @Nullable Throwable failure) {
        if (failure == null) {
            completeNow(value);
        } else {
            failNow(failure);
        }
    }

    private static Throwable wrapped(Throwable failure) {
        return failure instanceof CompletionException ? failure : new CompletionException(failure);
    }
}
