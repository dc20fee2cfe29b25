package io.tellask.cli.server;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Brings the items of a stream to the calling thread, which may block: at most {@value #WINDOW} are under way.
 *
 * <p>The subscriber's methods are called by the stream's thread, {@link #forEach} by one other thread.
 */
public final class BlockingItems<T> implements Flow.Subscriber<T> {
    private static final int WINDOW = 1_024;

    /** What ends the queue: {@code failure} is null at a regular end. */
    private record End(@Nullable Throwable failure) {}

    private final BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
    private final BlockingQueue<Flow.Subscription> subscribed = new LinkedBlockingQueue<>(1);

    private BlockingItems() {}

    /**
     * Hands each item to the action, until the stream ends or {@code limit} items were seen; then the rest is cancelled. The next item may take as long as a
     * single answer, {@link Connection#ANSWER_TIME}.
     *
     * @return how many items the action saw
     * @throws CompletionException with the stream's failure
     * @throws TimeoutException if the next item takes longer
     */
    public static <T> long forEach(Flow.Publisher<T> stream, long limit, Consumer<? super T> action)
            throws InterruptedException, TimeoutException {
        return forEachWhile(stream, limit, always(action));
    }

    /** As {@link #forEach(Flow.Publisher, long, Consumer)}, of a stream that is to end within a time, however many items it has. */
    public static <T> long forEach(Flow.Publisher<T> stream, Duration within, Consumer<? super T> action)
            throws InterruptedException, TimeoutException {
        long endNanos = System.nanoTime() + within.toNanos();
        return drain(stream, Long.MAX_VALUE, () -> endNanos - System.nanoTime(), within, always(action));
    }

    private static <T> Predicate<T> always(Consumer<? super T> action) {
        return item -> {
            action.accept(item);
            return true;
        };
    }

    /** As {@link #forEach(Flow.Publisher, long, Consumer)}, until the action wants no more. */
    public static <T> long forEachWhile(Flow.Publisher<T> stream, long limit, Predicate<? super T> action)
            throws InterruptedException, TimeoutException {
        return drain(stream, limit, Connection.ANSWER_TIME::toNanos, Connection.ANSWER_TIME, action);
    }

    /** As {@link #forEachWhile}, of a stream that tells of what happens and may be silent for as long as nothing does. */
    public static <T> long watchWhile(Flow.Publisher<T> stream, long limit, Predicate<? super T> action)
            throws InterruptedException, TimeoutException {
        return drain(stream, limit, () -> Long.MAX_VALUE, Duration.ofNanos(Long.MAX_VALUE), action);
    }

    private static <T> long drain(
            Flow.Publisher<T> stream, long limit, LongSupplier leftNanos, Duration allowed, Predicate<? super T> action)
            throws InterruptedException, TimeoutException {
        BlockingItems<T> items = new BlockingItems<>();
        stream.subscribe(items);
        return items.drain(limit, leftNanos, allowed, action);
    }

    private long drain(long limit, LongSupplier leftNanos, Duration allowed, Predicate<? super T> action)
            throws InterruptedException, TimeoutException {
        long seen = 0;
        int unrequested = 0;
        while (true) {
            long nanos = leftNanos.getAsLong();
            Object next = nanos <= 0 ? null : queue.poll(nanos, TimeUnit.NANOSECONDS);
            if (next == null) {
                cancel();
                throw Connection.late(allowed);
            }
            if (next instanceof End(Throwable failure)) {
                if (failure != null) {
                    throw new CompletionException(failure);
                }
                return seen;
            }
            boolean more = action.test(cast(next));
            if (++seen >= limit || !more) {
                cancel();
                return seen;
            }
            if (++unrequested == WINDOW / 2) {
                subscription().request(unrequested);
                unrequested = 0;
            }
        }
    }

    @SuppressWarnings("unchecked") // only items and ends are queued
    private T cast(Object item) {
        return (T) item;
    }

    private Flow.Subscription subscription() {
        Flow.Subscription subscription = subscribed.peek();
        if (subscription == null) {
            throw new CancellationException("stream: an item came before the subscription");
        }
        return subscription;
    }

    private void cancel() {
        Flow.Subscription subscription = subscribed.peek();
        if (subscription != null) { // a stream that never answered has none
            subscription.cancel();
        }
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        if (!subscribed.offer(subscription)) {
            subscription.cancel();
            return;
        }
        subscription.request(WINDOW);
    }

    @Override
    public void onNext(T item) {
        queue.add(item);
    }

    @Override
    public void onError(Throwable failure) {
        queue.add(new End(failure));
    }

    @Override
    public void onComplete() {
        queue.add(new End(null));
    }
}
