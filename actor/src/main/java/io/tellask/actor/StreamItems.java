package io.tellask.actor;

import io.tellask.actor.failure.Failures;
import io.tellask.actor.runtime.RunContext;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The items of a stream for a loop on a thread that may wait: {@code for (Chunk chunk : items)}. Made by {@link Streams#iterate}.
 *
 * <p>The stream is subscribed to when the loop begins, once, and no more than a batch of items is asked for ahead. What the stream fails
 * with is thrown by the loop, as it is. Closing it cancels the stream, so a loop that may end early stands in a {@code try} with this as its
 * resource; an interrupt and the end of the stream close it as well.
 *
 * <p>Items are taken by one thread at a time; anybody may close.
 *
 * @param <T> the items
 */
public final class StreamItems<T> implements Iterable<T>, AutoCloseable {
    private final Flow.Publisher<? extends T> publisher;
    private final int batchItems;
    private final Object lock = new Object();

    // All below: under the lock.
    private final ArrayDeque<T> arrived = new ArrayDeque<>();
    private Flow.@Nullable Subscription subscription;
    private @Nullable Throwable failure;
    private int taken; // and not asked for anew
    private boolean begun;
    private boolean ended; // no more items arrive
    private boolean closed;

    StreamItems(Flow.Publisher<? extends T> publisher, int batchItems) {
        this.publisher = publisher;
        this.batchItems = batchItems;
    }

    /**
     * The items, from the first one on. {@code hasNext} and {@code next} wait for the next one.
     *
     * @throws IllegalStateException if there was a loop before: a stream is for one
     * @throws BlockingCallException on a thread that runs actors, unless it is virtual and runs one; so does its iterator
     */
    @Override
    public Iterator<T> iterator() {
        requireMayWait();
        synchronized (lock) {
            if (begun) {
                throw new IllegalStateException("iterate: the items were asked for before; call iterate again");
            }
            begun = true;
        }
        RunContext.runAsNobody(() -> publisher.subscribe(new Arrival()));
        return new Items();
    }

    private static void requireMayWait() {
        if (!RunContext.mayWait()) {
            throw new BlockingCallException("iterate: items are waited for, thread="
                    + Thread.currentThread().getName() + " runs actors; use Streams.forEach");
        }
    }

    /** Cancels the stream, unless it has ended; a loop that goes on finds no more items. */
    @Override
    public void close() {
        Flow.Subscription known;
        synchronized (lock) {
            known = ended || closed ? null : subscription;
            closed = true;
            begun = true;
            failure = null;
            arrived.clear();
            lock.notifyAll();
        }
        if (known != null) {
            known.cancel();
        }
    }

    /** Waits until an item is there, or none will be: then false, or what the stream failed with is thrown, once. */
    private boolean await() {
        requireMayWait();
        Throwable reason;
        try {
            synchronized (lock) {
                while (arrived.isEmpty() && !ended && !closed) {
                    lock.wait();
                }
                if (!arrived.isEmpty()) {
                    return true;
                }
                reason = failure;
                failure = null;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            close();
            throw new CallInterruptedException(
                    "iterate: the stream was cancelled, the thread was interrupted while it waited for an item");
        }
        if (reason != null) {
            throw Failures.<RuntimeException>rethrow(reason);
        }
        return false;
    }

    private T take() {
        Flow.Subscription asked = null;
        int more;
        T item;
        synchronized (lock) {
            item = arrived.poll();
            if (item == null) {
                throw new NoSuchElementException("iterate: the items were closed");
            }
            more = ++taken;
            if (more > batchItems / 2 && !ended && !closed) {
                taken = 0;
                asked = subscription;
            }
        }
        if (asked != null) {
            asked.request(more);
        }
        return item;
    }

    private final class Items implements Iterator<T> {
        @Override
        public boolean hasNext() {
            return await();
        }

        @Override
        public T next() {
            if (!await()) {
                throw new NoSuchElementException("iterate: the stream has ended");
            }
            return take();
        }
    }

    private final class Arrival implements Flow.Subscriber<T> {
        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            Objects.requireNonNull(newSubscription, "subscription");
            boolean wanted;
            synchronized (lock) {
                wanted = subscription == null && !closed;
                if (wanted) {
                    subscription = newSubscription;
                }
            }
            if (wanted) {
                newSubscription.request(batchItems);
            } else {
                newSubscription.cancel();
            }
        }

        @Override
        public void onNext(T item) {
            Objects.requireNonNull(item, "item");
            synchronized (lock) {
                if (!closed) {
                    arrived.add(item);
                    lock.notifyAll();
                }
            }
        }

        @Override
        public void onError(Throwable reason) {
            end(Objects.requireNonNull(reason, "failure"));
        }

        @Override
        public void onComplete() {
            end(null);
        }

        private void end(@Nullable Throwable reason) {
            synchronized (lock) {
                if (!closed) {
                    failure = reason;
                }
                ended = true;
                lock.notifyAll();
            }
        }
    }
}
