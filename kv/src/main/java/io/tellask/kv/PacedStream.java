package io.tellask.kv;

import io.tellask.actor.Emitter;
import io.tellask.remote.ItemCarrier;
import io.tellask.remote.LogLimiter;
import io.tellask.remote.UntakenItems;
import io.tellask.store.Scan;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A stream that a virtual thread feeds, which waits where the subscriber is slow: what the subscriber has not taken is bounded in items and in
 * bytes. Begins when somebody subscribes; made by an actor, whose stop ends it.
 *
 * <p>{@link #emit} and {@link #pause} belong to the feeding thread; the rest is thread-safe.
 */
abstract class PacedStream<T> implements Flow.Publisher<T> {
    /** Each item counts as so many bytes more than it says, so that many small ones are no more than {@value #BUFFER_ITEMS}. */
    private static final int ITEM_BYTES = 1 << 10;

    private static final int BUFFER_ITEMS = UntakenItems.MOST_BYTES / ITEM_BYTES;

    private static final Logger LOG = System.getLogger("io.tellask.kv");

    private static final LogLimiter LIMITER = new LogLimiter();

    private final Emitter<T> emitter = new Emitter<>(BUFFER_ITEMS + 1);
    private final AtomicBoolean begun = new AtomicBoolean();
    private final UntakenItems untaken = new UntakenItems();
    private volatile @Nullable Thread feeder;
    private volatile boolean ended;
    private volatile boolean fed;
    private volatile @Nullable Throwable reason;

    /** Prepares to feed, on the subscribing thread; what it throws fails the stream. */
    abstract void begin();

    /** Emits everything, on the feeding thread; what it throws fails the stream. */
    abstract void feed();

    /** Lets go of what {@link #begin} took; called once, also if that failed. */
    abstract void release();

    /** What an item weighs. */
    abstract int bytes(T item);

    @Override
    public final void subscribe(Flow.Subscriber<? super T> subscriber) {
        if (!begun.compareAndSet(false, true)) {
            emitter.subscribe(subscriber); // refuses it
            return;
        }
        emitter.onCancel(() -> end(null));
        emitter.subscribe(new Counting(subscriber));
        if (ended) {
            untaken.end(); // it may have been cancelled as it was subscribed to
            emitter.fail(new KeyValueException("stream refused: its connection holds too much; it is about to end"));
            return;
        }
        try {
            begin();
            feeder = Thread.ofVirtual().name("tellask-stream").start(this::run);
        } catch (Throwable refused) {
            releaseSafely();
            untaken.end();
            emitter.fail(refused);
        }
    }

    /** Lets go of what was taken; a failure of that must not keep the stream from its end. */
    private void releaseSafely() {
        try {
            release();
        } catch (Throwable failure) {
            if (LIMITER.admit(System.nanoTime()) != LogLimiter.LEFT_OUT) {
                SafeLog.log(LOG, Level.WARNING, "a stream could not let go of what it reads", null, failure);
            }
        }
    }

    private void run() {
        Throwable failure;
        untaken.begin();
        try {
            feed();
            failure = reason;
        } catch (Throwable broken) {
            failure = reason == null ? broken : reason;
        } finally {
            releaseSafely();
            untaken.finish();
            fed = true;
            endIfTaken(untaken.bytes());
        }
        if (failure == null) {
            emitter.complete();
        } else {
            emitter.fail(failure);
        }
    }

    /** Emits an item once there is room for it; false if the stream has ended. */
    final boolean emit(T item) {
        untaken.awaitRoom(true, this::hasEnded);
        untaken.awaitLeaving(this::hasEnded);
        int bytes = bytes(item) + ITEM_BYTES;
        untaken.add(bytes);
        if (untaken.isFull()) {
            ended = true;
        }
        if (ended || !emitter.offer(item)) {
            untaken.add(-bytes);
            return false;
        }
        return true;
    }

    /**
     * Moves a scan on; false at its end, or the stream's. Gives way to other streams while it passes by records that are none of its own.
     */
    final boolean next(Scan<?, ?> scan, MapDamage damage) {
        return next(() -> damage.told(() -> scan.nextWithin(UntakenItems.PASSED_BYTES)), scan::hasEnded);
    }

    /** As {@link #next(Scan, MapDamage)}, of something else that is looked through in steps. */
    final boolean next(BooleanSupplier step, BooleanSupplier hasEnded) {
        boolean found = false;
        while (!found && !ended && !hasEnded.getAsBoolean()) {
            found = step.getAsBoolean();
            if (!found) {
                untaken.giveWay(UntakenItems.TURN_BYTES);
            }
        }
        return found;
    }

    /** Something of so many bytes was looked at that is not emitted: lets other streams have their turn where that was enough. */
    final void lookedAt(int bytes) {
        untaken.giveWay(bytes);
    }

    /** Waits for something on the feeding thread, while other streams of the connection go on. */
    final <R> R await(Supplier<R> wait) {
        untaken.rest();
        try {
            return wait.get();
        } finally {
            untaken.goOn();
        }
    }

    /** Lets the feeding thread wait for {@link #wake}, or for nothing. */
    final void pause() {
        untaken.rest();
        LockSupport.park(this);
        untaken.goOn();
    }

    final void wake() {
        LockSupport.unpark(feeder);
    }

    final boolean hasEnded() {
        return ended;
    }

    /** Ends the stream behind what was emitted, with a failure if there is one. The first reason counts. */
    final void end(@Nullable Throwable failure) {
        if (!ended) {
            reason = failure;
            ended = true;
        }
        endIfTaken(untaken.bytes());
        untaken.wake();
        wake();
    }

    /** Nothing is counted any more once everything is fed and taken, or nobody takes it. */
    private void endIfTaken(long rest) {
        if (fed && (rest == 0 || emitter.isCancelled())) {
            untaken.end();
        }
    }

    private void taken(int bytes) {
        endIfTaken(untaken.add(-bytes));
    }

    /** Passes signals on, and counts what was taken: what goes to another process when it has left. */
    private final class Counting implements Flow.Subscriber<T> {
        private final Flow.Subscriber<? super T> subscriber;
        private final boolean carried;
        private final Queue<Integer> leaving = new ConcurrentLinkedQueue<>();

        Counting(Flow.Subscriber<? super T> subscriber) {
            this.subscriber = subscriber;
            if (subscriber instanceof ItemCarrier carrier) {
                carrier.whenLeft(() -> taken(leaving.remove()));
                carrier.cancelAtOnce(() -> end(null));
                if (!untaken.leaveBy(carrier)) {
                    ended = true;
                }
                carried = true;
            } else {
                carried = false;
            }
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscriber.onSubscribe(subscription);
        }

        @Override
        public void onNext(T item) {
            int bytes = bytes(item) + ITEM_BYTES;
            if (carried) {
                leaving.add(bytes);
            } else {
                taken(bytes);
            }
            subscriber.onNext(item);
        }

        @Override
        public void onError(Throwable failure) {
            subscriber.onError(failure);
        }

        @Override
        public void onComplete() {
            subscriber.onComplete();
        }
    }
}
