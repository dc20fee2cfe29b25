package io.tellask.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A subscriber that records what it is told, and asks for items only as the test says. Thread-safe. */
public final class StreamProbe<T> implements Flow.Subscriber<T> {
    private final List<T> items = new ArrayList<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;
    private long wanted;
    private int violations;

    /** A probe that asks for so many items at once it is subscribed; {@link Long#MAX_VALUE}: for all. */
    public StreamProbe(long firstRequest) {
        wanted = firstRequest;
    }

    /** Asks for more. */
    public void request(long count) {
        Flow.Subscription known;
        synchronized (this) {
            known = subscription;
            if (known == null) {
                wanted += count;
                return;
            }
        }
        known.request(count);
    }

    /** Ends the stream from this side. */
    public synchronized void cancel() {
        if (subscription != null) {
            subscription.cancel();
        }
    }

    /** The items so far, in order. */
    public synchronized List<T> items() {
        return List.copyOf(items);
    }

    /** Settles when the stream ends: with null, or with what it failed with. */
    public CompletableFuture<Void> ended() {
        return ended;
    }

    /** What the stream failed with. */
    public Optional<Throwable> failure() {
        return ended.isCompletedExceptionally() ? Optional.of(ended.exceptionNow()) : Optional.empty();
    }

    /** How often the publisher broke the rules: a second subscription, or a signal after the end. */
    public synchronized int violations() {
        return violations;
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        long first;
        synchronized (this) {
            if (subscription != null) {
                violations++;
                newSubscription.cancel();
                return;
            }
            subscription = newSubscription;
            first = wanted;
        }
        if (first > 0) {
            newSubscription.request(first);
        }
    }

    @Override
    public synchronized void onNext(T item) {
        items.add(item);
        violations += ended.isDone() ? 1 : 0;
    }

    @Override
    public void onError(Throwable failure) {
        end(ended.completeExceptionally(failure));
    }

    @Override
    public void onComplete() {
        end(ended.complete(null));
    }

    private synchronized void end(boolean first) {
        violations += first ? 0 : 1;
    }
}
