package io.tellask.actor;

import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.RefusedStream;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A stream pulled from an iterator as its subscriber requests. Belongs to the actor that made it, and gives way to that actor's other
 * messages after {@value #ITEMS_PER_RUN} items. Thread-safe.
 */
final class IteratorPublisher<T> implements Flow.Publisher<T> {
    /** Items handed out before the actor handles its other messages. */
    static final int ITEMS_PER_RUN = 256;

    private final @Nullable ActorCell<?> owner = ActorCell.current();
    private final Source<T> source;

    IteratorPublisher(Source<T> source) {
        this.source = source;
    }

    /** Where iterators come from, one per subscriber. */
    @FunctionalInterface
    interface Source<T> {
        Iterator<? extends T> open();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        if (owner == null) {
            start(subscriber);
        } else {
            owner.execute(() -> start(subscriber));
        }
    }

    private void start(Flow.Subscriber<? super T> subscriber) {
        if (owner != null && owner.isStopped()) {
            RefusedStream.refuse(subscriber, hasStopped(owner));
            return;
        }
        Iterator<? extends T> iterator;
        try {
            iterator = source.open();
        } catch (Throwable failure) {
            RefusedStream.refuse(subscriber, failure);
            return;
        }
        new Pull<T>(owner, iterator, subscriber).begin();
    }

    private static ActorStoppedException hasStopped(ActorCell<?> actor) {
        return new ActorStoppedException(
                "stream: actor=" + actor.name() + " has stopped; the stream ends where it was");
    }

    /**
     * One subscriber's way through its iterator.
     *
     * <p>{@code demand} counts the items requested and not yet handed out. Whoever raises it from zero runs the pull, or has the actor
     * run it; so exactly one thread pulls, and signals are serial.
     */
    private static final class Pull<T> implements Flow.Subscription, Runnable {
        private static final long UNBOUNDED = Long.MAX_VALUE;

        private final @Nullable ActorCell<?> owner;
        private final Iterator<? extends T> iterator;
        private final Flow.Subscriber<? super T> subscriber;
        private final AtomicLong demand = new AtomicLong(1); // the one is begin(), before which nothing is handed out
        private volatile boolean cancelled;
        private volatile @Nullable Throwable refusal;
        private boolean ended; // the puller's own

        Pull(@Nullable ActorCell<?> owner, Iterator<? extends T> iterator, Flow.Subscriber<? super T> subscriber) {
            this.owner = owner;
            this.iterator = iterator;
            this.subscriber = subscriber;
        }

        void begin() {
            if (owner != null) {
                owner.lifecycle().atStop(this, () -> stopped(owner));
            }
            try {
                subscriber.onSubscribe(this);
            } catch (Throwable broken) {
                cutOff(broken);
            }
            if (!endIfDue() && demand.addAndGet(-1) > 0) {
                pull();
            }
        }

        @Override
        public void request(long count) {
            if (count <= 0) {
                refusal =
                        new IllegalArgumentException("stream: requested=" + count + " < 1; request at least one item");
            }
            wake(Math.max(1, count));
        }

        @Override
        public void cancel() {
            cancelled = true;
            wake(1); // so that the iterator is closed
        }

        private void wake(long count) {
            long before = demand.getAndUpdate(now -> now + count < 0 ? UNBOUNDED : now + count);
            if (before == 0) {
                if (owner == null) {
                    pull();
                } else {
                    owner.execute(this);
                }
            }
        }

        @Override
        public void run() {
            pull();
        }

        /** Hands out items until none is requested. Demand is above zero on entry. */
        private void pull() {
            long handedOut = 0;
            while (!endIfDue()) {
                next();
                handedOut++;
                if (handedOut == ITEMS_PER_RUN && owner != null) {
                    if (use(handedOut) > 0) {
                        owner.enqueue(this);
                    }
                    return;
                }
                if (handedOut == demand.get()) {
                    if (endIfDue() || use(handedOut) == 0) {
                        return;
                    }
                    handedOut = 0;
                }
            }
        }

        private long use(long handedOut) {
            return demand.updateAndGet(now -> now == UNBOUNDED ? now : now - handedOut);
        }

        /** Ends the stream if it is over, was cancelled or broke the rules; what comes later finds it ended. */
        private boolean endIfDue() {
            if (!ended) {
                if (cancelled) {
                    finish(null);
                } else if (refusal != null) {
                    finish(() -> subscriber.onError(refusal));
                } else {
                    endIfExhausted();
                }
            }
            return ended;
        }

        private void endIfExhausted() {
            try {
                if (!iterator.hasNext()) {
                    finish(subscriber::onComplete);
                }
            } catch (Throwable failure) {
                finish(() -> subscriber.onError(failure));
            }
        }

        private void next() {
            T item;
            try {
                item = Objects.requireNonNull(iterator.next(), "the iterator yielded null");
            } catch (Throwable failure) {
                finish(() -> subscriber.onError(failure));
                return;
            }
            try {
                subscriber.onNext(item);
            } catch (Throwable broken) {
                cutOff(broken);
            }
        }

        private void cutOff(Throwable broken) {
            StreamFailures.report(owner, "a subscriber threw, its stream is cancelled", broken);
            cancelled = true;
        }

        private void stopped(ActorCell<?> actor) {
            if (!ended) {
                finish(() -> subscriber.onError(hasStopped(actor)));
            }
        }

        private void finish(@Nullable Runnable lastSignal) {
            ended = true;
            if (owner != null) {
                owner.lifecycle().forgetAtStop(this);
            }
            try {
                if (iterator instanceof AutoCloseable resource) {
                    resource.close();
                }
            } catch (Throwable failure) {
                StreamFailures.report(owner, "closing the iterator of a stream failed", failure);
            }
            try {
                if (lastSignal != null) {
                    lastSignal.run();
                }
            } catch (Throwable broken) {
                StreamFailures.report(owner, "a subscriber threw from its last signal", broken);
            }
        }
    }
}
