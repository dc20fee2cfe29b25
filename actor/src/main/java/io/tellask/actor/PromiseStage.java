package io.tellask.actor;

import io.tellask.actor.runtime.ActorCell;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A promise seen only as a stage: functions can be attached, everything else raises {@link UnsupportedOperationException}.
 * {@link #toCompletableFuture} gives an ordinary promise. Thread-safe.
 */
final class PromiseStage<T> extends Promise<T> {
    PromiseStage(@Nullable ActorCell<?> owner) {
        super(owner);
    }

    private static UnsupportedOperationException unsupported() {
        return new UnsupportedOperationException(
                "promise: only a stage is known here; use toCompletableFuture() for a promise");
    }

    /** On whatever thread settles its source. */
    @Override
    protected @Nullable Dispatcher settledOn() {
        return null;
    }

    @Override
    public Promise<T> toCompletableFuture() {
        return copy();
    }

    @Override
    public T get() {
        throw unsupported();
    }

    @Override
    public T get(long timeout, TimeUnit unit) {
        throw unsupported();
    }

    @Override
    public T join() {
        throw unsupported();
    }

    @Override
    public T getNow(@Nullable T valueIfAbsent) {
        throw unsupported();
    }

    @Override
    public T resultNow() {
        throw unsupported();
    }

    @Override
    public Throwable exceptionNow() {
        throw unsupported();
    }

    @Override
    public boolean complete(@Nullable T value) {
        throw unsupported();
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        throw unsupported();
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        throw unsupported();
    }

    @Override
    public Promise<T> onCancel(Runnable action) {
        throw unsupported();
    }

    @Override
    public void obtrudeValue(@Nullable T value) {
        throw unsupported();
    }

    @Override
    public void obtrudeException(Throwable failure) {
        throw unsupported();
    }

    @Override
    public boolean isDone() {
        throw unsupported();
    }

    @Override
    public boolean isCancelled() {
        throw unsupported();
    }

    @Override
    public boolean isCompletedExceptionally() {
        throw unsupported();
    }

    @Override
    public State state() {
        throw unsupported();
    }

    @Override
    public int getNumberOfDependents() {
        throw unsupported();
    }

    @Override
    public Promise<T> completeAsync(Supplier<? extends T> supplier) {
        throw unsupported();
    }

    @Override
    public Promise<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        throw unsupported();
    }

    @Override
    public Promise<T> orTimeout(long timeout, TimeUnit unit) {
        throw unsupported();
    }

    @Override
    public Promise<T> completeOnTimeout(@Nullable T value, long timeout, TimeUnit unit) {
        throw unsupported();
    }
}
