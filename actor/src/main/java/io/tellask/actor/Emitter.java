package io.tellask.actor;

import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.RefusedStream;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The producer's side of a stream: an actor keeps it, emits items to it, and returns it to its caller as the publisher.
 *
 * <p>It belongs to the actor that made it: the subscriber hears its signals as that actor, one after the other, and an actor that stops
 * fails its open streams. Items that the subscriber has not asked for wait in a bounded buffer. One subscriber is served; a second one is
 * refused. A subscriber that requests less than 1 is failed with {@link IllegalArgumentException}, and one that throws is cut off.
 *
 * <p>Thread-safe: anybody may emit, request and cancel. An emitter made by a plain thread signals on the thread that emits or requests.
 *
 * @param <T> the items, never null
 */
public final class Emitter<T> implements Flow.Publisher<T> {
    /** Items that may wait for the subscriber's request unless the constructor says otherwise. */
    public static final int DEFAULT_BUFFER_ITEMS = 256;

    private enum State {
        OPEN,
        /** The producer has ended it; buffered items are still to be delivered. */
        ENDING,
        /** The last signal has been given, or none is wanted. */
        CLOSED
    }

    private final @Nullable ActorCell<?> owner; // null: signals run on the thread that caused them
    private final int bufferItems;
    private final Object lock = new Object();

    // All below: under the lock.
    private final ArrayDeque<T> buffer = new ArrayDeque<>();

    @SuppressWarnings("NullAway.Init") // set by subscribe(), and no signal is given before
    private Flow.Subscriber<? super T> subscriber;

    private State state = State.OPEN;
    private boolean cancelled;
    private boolean signalling; // one thread is giving signals, or has queued itself to do so
    private long requested;
    private @Nullable Throwable failure; // with ENDING: null means complete
    private @Nullable Promise<Void> writable;
    private @Nullable Runnable onCancel;

    /** A stream with a buffer of {@link #DEFAULT_BUFFER_ITEMS} items. */
    public Emitter() {
        this(DEFAULT_BUFFER_ITEMS);
    }

    /** An emitter of the calling actor that holds at most so many items, at least 1, for a subscriber that has not asked for them. */
    public Emitter(int bufferItems) {
        if (bufferItems < 1) {
            throw new IllegalArgumentException(
                    "emitter: bufferItems=" + bufferItems + " < 1; give the buffer room for an item");
        }
        this.bufferItems = bufferItems;
        owner = ActorCell.current();
    }

    /**
     * Emits an item: to the subscriber if it has asked for one, else to the buffer. Items after a cancel are dropped.
     *
     * @throws StreamLimitException if the buffer is full; the item is not emitted
     * @throws IllegalStateException if this stream was completed or failed before
     */
    public void emit(T item) {
        if (!offer(item) && !isCancelled()) {
            throw new StreamLimitException("emit: bufferedItems=" + bufferItems + " >= bufferItems=" + bufferItems
                    + "; wait for whenWritable(), or make the emitter with a larger buffer");
        }
    }

    /** Emits an item if there is room for it; false where {@link #emit} would throw {@link StreamLimitException}, and after a cancel. */
    public boolean offer(T item) {
        Objects.requireNonNull(item, "item");
        synchronized (lock) {
            if (cancelled) {
                return false;
            }
            checkOpen("emit");
            if (buffer.size() >= bufferItems) {
                return false;
            }
            buffer.add(item);
        }
        signal();
        return true;
    }

    private void checkOpen(String what) {
        if (state != State.OPEN) {
            throw new IllegalStateException(what + ": the stream has ended; nothing follows complete() or fail()");
        }
    }

    /** Settles when at least half of the buffer is free; fails with {@link CancellationException} once the stream has ended. */
    public Promise<Void> whenWritable() {
        synchronized (lock) {
            if (state != State.OPEN) {
                return Promise.failed(ended());
            }
            if (isWritable()) {
                return Promise.of(null);
            }
            if (writable == null || writable.isDone()) {
                writable = new ActorSettled<>(owner);
            }
            return writable;
        }
    }

    private boolean isWritable() {
        return buffer.size() <= bufferItems / 2;
    }

    private static CancellationException ended() {
        return new CancellationException("stream: it has ended, nothing more can be emitted");
    }

    /** Ends the stream once the buffered items are delivered. Ending it a second time changes nothing. */
    public void complete() {
        end(null);
    }

    /** Ends the stream with a failure once the buffered items are delivered. Ending it a second time changes nothing. */
    public void fail(Throwable reason) {
        end(Objects.requireNonNull(reason, "reason"));
    }

    private void end(@Nullable Throwable reason) {
        synchronized (lock) {
            if (state != State.OPEN) {
                return;
            }
            state = State.ENDING;
            failure = reason;
        }
        signal();
    }

    /** Runs an action, as the emitter's actor, when the subscriber wants no more; at once if that was before. */
    public void onCancel(Runnable action) {
        Objects.requireNonNull(action, "action");
        synchronized (lock) {
            if (!cancelled) {
                Runnable before = onCancel;
                onCancel = before == null
                        ? action
                        : () -> {
                            before.run();
                            action.run();
                        };
                return;
            }
        }
        runAsOwner(action);
    }

    /** Whether the subscriber wants no more. */
    public boolean isCancelled() {
        synchronized (lock) {
            return cancelled;
        }
    }

    /** How many items the subscriber waits for beyond those that are on their way. */
    public long requested() {
        synchronized (lock) {
            return Math.max(0, requested - buffer.size());
        }
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> newSubscriber) {
        Objects.requireNonNull(newSubscriber, "subscriber");
        synchronized (lock) {
            if (subscriber == null) {
                subscriber = newSubscriber;
                signalling = true; // nothing is signalled before onSubscribe has returned
            } else {
                newSubscriber = refused(newSubscriber);
            }
        }
        if (newSubscriber != null) {
            runAsOwner(this::begin);
        }
    }

    private Flow.@Nullable Subscriber<? super T> refused(Flow.Subscriber<? super T> second) {
        runAsOwner(() -> RefusedStream.refuse(
                second,
                new IllegalStateException("stream: it has a subscriber already; an emitter serves one, make another")));
        return null;
    }

    private void begin() {
        try {
            subscriber.onSubscribe(new Subscription());
        } catch (Throwable broken) {
            cutOff(broken);
        }
        endWithOwner();
        deliver();
    }

    private void endWithOwner() {
        if (owner == null) {
            return;
        }
        if (owner.isStopped()) {
            failStopped(owner);
        } else if (!isClosed()) {
            owner.lifecycle().atStop(this, () -> failStopped(owner));
        }
    }

    private void failStopped(ActorCell<?> actor) {
        fail(new ActorStoppedException("stream: actor=" + actor.name() + " has stopped; the stream ends where it was"));
    }

    private boolean isClosed() {
        synchronized (lock) {
            return state == State.CLOSED;
        }
    }

    /** Has the signals that are due given, unless somebody is at it already. */
    private void signal() {
        synchronized (lock) {
            if (signalling || subscriber == null) {
                return;
            }
            signalling = true;
        }
        runAsOwner(this::deliver);
    }

    private void runAsOwner(Runnable task) {
        if (owner == null) {
            task.run();
        } else {
            owner.execute(task);
        }
    }

    /** Gives signals until none is due. Only whoever set {@link #signalling} comes here. */
    private void deliver() {
        while (true) {
            T item;
            Promise<Void> nowWritable;
            synchronized (lock) {
                if (state == State.ENDING && buffer.isEmpty()) {
                    break;
                }
                if (state == State.CLOSED || requested == 0 || buffer.isEmpty()) {
                    signalling = false;
                    return;
                }
                item = buffer.poll();
                if (requested != Long.MAX_VALUE) {
                    requested--;
                }
                nowWritable = takeWritable();
            }
            give(item, nowWritable);
        }
        deliverEnd();
    }

    private @Nullable Promise<Void> takeWritable() {
        Promise<Void> waiting = isWritable() ? writable : null;
        if (waiting != null) {
            writable = null;
        }
        return waiting;
    }

    private void give(T item, @Nullable Promise<Void> nowWritable) {
        try {
            subscriber.onNext(item);
        } catch (Throwable broken) {
            cutOff(broken);
        }
        if (nowWritable != null) {
            nowWritable.complete(null);
        }
    }

    private void deliverEnd() {
        Throwable reason;
        synchronized (lock) {
            reason = failure;
            state = State.CLOSED;
            signalling = false;
        }
        try {
            if (reason == null) {
                subscriber.onComplete();
            } else {
                subscriber.onError(reason);
            }
        } catch (Throwable broken) {
            StreamFailures.report(owner, "a subscriber threw from its last signal", broken);
        }
        closed(null);
    }

    private void cutOff(Throwable broken) {
        StreamFailures.report(owner, "a subscriber threw, its stream is cancelled", broken);
        cancel();
    }

    private void cancel() {
        Runnable action;
        synchronized (lock) {
            if (state == State.CLOSED) {
                return;
            }
            state = State.CLOSED;
            cancelled = true;
            buffer.clear();
            action = onCancel;
        }
        closed(action);
    }

    private void closed(@Nullable Runnable action) {
        Promise<Void> waiting;
        synchronized (lock) {
            waiting = writable;
            writable = null;
            onCancel = null;
        }
        if (waiting != null) {
            waiting.completeExceptionally(ended());
        }
        if (action != null) {
            runAsOwner(action);
        }
        if (owner != null) {
            owner.execute(() -> owner.lifecycle().forgetAtStop(this));
        }
    }

    private void request(long count) {
        synchronized (lock) {
            if (state == State.CLOSED) {
                return;
            }
            if (count > 0) {
                requested = requested + count < 0 ? Long.MAX_VALUE : requested + count;
            }
        }
        if (count <= 0) {
            refuseRequest(count);
        }
        signal();
    }

    /** The subscriber broke the rules of Flow: it is failed at once, and the producer hears of a cancel. */
    private void refuseRequest(long count) {
        Runnable action;
        synchronized (lock) {
            if (state == State.CLOSED || cancelled) {
                return;
            }
            cancelled = true;
            buffer.clear();
            state = State.ENDING;
            failure = new IllegalArgumentException("stream: requested=" + count + " < 1; request at least one item");
            action = onCancel;
            onCancel = null;
        }
        if (action != null) {
            runAsOwner(action);
        }
    }

    private final class Subscription implements Flow.Subscription {
        @Override
        public void request(long count) {
            Emitter.this.request(count);
        }

        @Override
        public void cancel() {
            Emitter.this.cancel();
        }
    }
}
