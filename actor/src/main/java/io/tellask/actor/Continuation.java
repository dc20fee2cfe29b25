package io.tellask.actor;

import io.tellask.actor.failure.Failures;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.Message;
import io.tellask.actor.runtime.RunContext;
import io.tellask.actor.runtime.TraceScope;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A function attached to a promise, on its way to the actor that must run it.
 *
 * <p>Thread-safety: handed from thread to thread by the future and by the mailbox; each field is written before its hand-over.
 */
abstract sealed class Continuation extends Message implements Executor {
    /*
     * # Three roles in one object
     *
     * CompletableFuture wants a function and an executor per continuation, the mailbox wants a message. All three are this object, so a
     * continuation of an actor costs one allocation more than a plain one and none when it hops.
     *
     * # Why the function asks whether the actor has stopped
     *
     * A future settles its dependent only by running the step it handed to the executor. So the step also runs after the actor has
     * stopped, but the function then throws instead of touching the actor's state: the dependent fails, and the user's code does not run.
     */

    private final ActorCell<?> cell;
    private final int incarnation;
    private final boolean asOwnMessage;

    @SuppressWarnings("NullAway.Init") // set before this is queued
    private Runnable step;

    private @Nullable RuntimeException refusal;

    private Continuation(ActorCell<?> cell, boolean asOwnMessage) {
        this.cell = cell;
        incarnation = cell.incarnation();
        this.asOwnMessage = asOwnMessage;
    }

    /** What runs the function's step: this, or where it is attached for a call with a deadline or a trace, one that keeps those. */
    final Executor executor() {
        long deadlineNanos = RunContext.handedOnNanos();
        Object trace = TraceScope.current();
        return deadlineNanos == 0 && trace == null ? this : new Inherited(this, deadlineNanos, trace);
    }

    /** Called by the future when the source has settled, on whatever thread settled it. */
    @Override
    public void execute(Runnable newStep) {
        if (asOwnMessage || !cell.tryRunNested(newStep, incarnation)) {
            step = newStep;
            cell.sendCredited(this);
        }
    }

    @Override
    public void deliver(ActorCell<?> receiver) {
        if (receiver.isStopped()) {
            refuse(new ActorStoppedException("continuation: actor=" + receiver.name()
                    + " has stopped; its code no longer runs, attach the continuation from outside it"));
        } else if (receiver.incarnation() != incarnation) {
            refuse(new ActorStoppedException("continuation: actor=" + receiver.name()
                    + " has been made again after a failure; code of its former object no longer runs"));
        } else {
            step.run();
        }
    }

    @Override
    public void refuse(RuntimeException reason) {
        refusal = reason;
        step.run();
    }

    final void checkAdmitted() {
        if (refusal != null) {
            throw refusal;
        }
    }

    static final class OfFunction<T, R> extends Continuation implements Function<T, R> {
        private final Function<? super T, ? extends R> function;

        OfFunction(ActorCell<?> cell, boolean asOwnMessage, Function<? super T, ? extends R> function) {
            super(cell, asOwnMessage);
            this.function = function;
        }

        @Override
        public R apply(T value) {
            checkAdmitted();
            try {
                return function.apply(value);
            } catch (Throwable failure) {
                throw Failures.rethrow(Failures.readable(failure));
            }
        }
    }

    static final class OfBiFunction<T, U, R> extends Continuation implements BiFunction<T, U, R> {
        private final BiFunction<? super T, ? super U, ? extends R> function;

        OfBiFunction(ActorCell<?> cell, boolean asOwnMessage, BiFunction<? super T, ? super U, ? extends R> function) {
            super(cell, asOwnMessage);
            this.function = function;
        }

        @Override
        public R apply(T value, U other) {
            checkAdmitted();
            try {
                return function.apply(value, other);
            } catch (Throwable failure) {
                throw Failures.rethrow(Failures.readable(failure));
            }
        }
    }

    static final class OfConsumer<T> extends Continuation implements Consumer<T> {
        private final Consumer<? super T> action;

        OfConsumer(ActorCell<?> cell, boolean asOwnMessage, Consumer<? super T> action) {
            super(cell, asOwnMessage);
            this.action = action;
        }

        @Override
        public void accept(T value) {
            checkAdmitted();
            try {
                action.accept(value);
            } catch (Throwable failure) {
                throw Failures.rethrow(Failures.readable(failure));
            }
        }
    }

    static final class OfBiConsumer<T, U> extends Continuation implements BiConsumer<T, U> {
        private final BiConsumer<? super T, ? super U> action;

        OfBiConsumer(ActorCell<?> cell, boolean asOwnMessage, BiConsumer<? super T, ? super U> action) {
            super(cell, asOwnMessage);
            this.action = action;
        }

        @Override
        public void accept(T value, U other) {
            checkAdmitted();
            try {
                action.accept(value, other);
            } catch (Throwable failure) {
                throw Failures.rethrow(Failures.readable(failure));
            }
        }
    }

    static final class OfRunnable extends Continuation implements Runnable {
        private final Runnable action;

        OfRunnable(ActorCell<?> cell, boolean asOwnMessage, Runnable action) {
            super(cell, asOwnMessage);
            this.action = action;
        }

        @Override
        public void run() {
            checkAdmitted();
            try {
                action.run();
            } catch (Throwable failure) {
                throw Failures.rethrow(Failures.readable(failure));
            }
        }
    }

    /**
     * Runs a function's step with the deadline and the trace of the call during which the function was attached, so that what it asks
     * inherits those. It stands between the future and the function only where there is one of them: others carry no field for it.
     */
    private static final class Inherited implements Executor, Runnable {
        private final Continuation continuation;
        private final long deadlineNanos;
        private final @Nullable Object trace;

        @SuppressWarnings("NullAway.Init") // set before this is queued
        private Runnable step;

        Inherited(Continuation continuation, long deadlineNanos, @Nullable Object trace) {
            this.continuation = continuation;
            this.deadlineNanos = deadlineNanos;
            this.trace = trace;
        }

        /** Called by the future when the source has settled, once. */
        @Override
        public void execute(Runnable newStep) {
            step = newStep;
            continuation.execute(this);
        }

        @Override
        public void run() {
            RunContext.runFor(deadlineNanos, trace, step);
        }
    }
}
