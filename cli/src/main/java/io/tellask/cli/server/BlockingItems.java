package io.tellask.cli.server;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
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
     * Hands each item to the action, until the stream ends or {@code limit} items were seen; then the rest is cancelled.
     *
     * @return how many items the action saw
     * @throws CompletionException with the stream's failure
     */
    public static <T> long forEach(Flow.Publisher<T> stream, long limit, Consumer<? super T> action)
            throws InterruptedException {
        return forEachWhile(stream, limit, item -> {
            action.accept(item);
            return true;
        });
    }

    /** As {@link #forEach}, until the action wants no more. */
    public static <T> long forEachWhile(Flow.Publisher<T> stream, long limit, Predicate<? super T> action)
            throws InterruptedException {
        BlockingItems<T> items = new BlockingItems<>();
        stream.subscribe(items);
        return items.drain(limit, action);
    }

    private long drain(long limit, Predicate<? super T> action) throws InterruptedException {
        long seen = 0;
        int unrequested = 0;
        while (true) {
            Object next = queue.take();
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
        subscription().cancel();
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
