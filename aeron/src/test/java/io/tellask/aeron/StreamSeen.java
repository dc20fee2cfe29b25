package io.tellask.aeron;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** Keeps the items of a stream, and how it ended. */
final class StreamSeen<T> implements Flow.Subscriber<T> {
    final List<T> items = Collections.synchronizedList(new ArrayList<>());
    final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
    final CompletableFuture<String> end = new CompletableFuture<>();
    private final long first;
    private final boolean oneByOne;

    /** Asks for so many items, and for no more. */
    StreamSeen(long first) {
        this(first, false);
    }

    private StreamSeen(long first, boolean oneByOne) {
        this.first = first;
        this.oneByOne = oneByOne;
    }

    /** Asks for an item whenever one has come. */
    static <T> StreamSeen<T> oneByOne() {
        return new StreamSeen<>(1, true);
    }

    static <T> StreamSeen<T> all() {
        return new StreamSeen<>(Long.MAX_VALUE);
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        subscription.complete(newSubscription);
        if (first > 0) {
            newSubscription.request(first);
        }
    }

    @Override
    public void onNext(T item) {
        items.add(item);
        if (oneByOne) {
            subscription.join().request(1);
        }
    }

    @Override
    public void onError(Throwable failure) {
        end.complete(
                failure instanceof TopicException known ? known.problem() + ": " + known.getMessage() : "" + failure);
    }

    @Override
    public void onComplete() {
        end.complete("complete");
    }
}
