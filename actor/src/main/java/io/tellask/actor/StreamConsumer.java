package io.tellask.actor;

import io.tellask.actor.runtime.OrderedSignals;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A subscriber that requests in batches and settles a promise at the end. Consumes as the actor that made it.
 *
 * <p>Signals come one after the other (a rule of {@link Flow}), from whatever thread, and are heard in that order as the actor.
 */
final class StreamConsumer<T> implements Flow.Subscriber<T> {
    private final OrderedSignals hop = OrderedSignals.here();
    private final int batchItems;
    private final Consumer<? super T> consumer;
    private Promise<?> end;
    private Runnable settle;
    private Flow.Subscription subscription;
    private int unanswered;

    @SuppressWarnings("NullAway.Init") // settling() comes before subscribing, the subscription before the items
    StreamConsumer(int batchItems, Consumer<? super T> consumer) {
        this.batchItems = batchItems;
        this.consumer = consumer;
    }

    /** Says which promise settles at the end, and with what; before subscribing. */
    <R> void settling(Promise<R> promise, Supplier<R> result) {
        end = promise;
        settle = () -> {
            try {
                promise.complete(result.get());
            } catch (Throwable failure) {
                promise.completeExceptionally(failure);
            }
        };
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        Objects.requireNonNull(newSubscription, "subscription");
        hop.run(() -> {
            if (subscription != null) {
                newSubscription.cancel();
                return;
            }
            subscription = newSubscription;
            end.onCancel(newSubscription::cancel);
            newSubscription.request(batchItems);
        });
    }

    @Override
    public void onNext(T item) {
        Objects.requireNonNull(item, "item");
        hop.run(() -> consume(item));
    }

    private void consume(T item) {
        if (end.isDone()) {
            return;
        }
        try {
            checkRunning();
            consumer.accept(item);
        } catch (Throwable failure) {
            end.completeExceptionally(failure);
            subscription.cancel();
            return;
        }
        unanswered++;
        if (unanswered > batchItems / 2) {
            int more = unanswered;
            unanswered = 0;
            subscription.request(more);
        }
    }

    private void checkRunning() {
        if (hop.leadsNowhere()) {
            throw new ActorStoppedException("stream: the actor that consumed it has stopped; the stream is cancelled");
        }
    }

    @Override
    public void onError(Throwable failure) {
        Objects.requireNonNull(failure, "failure");
        hop.run(() -> end.completeExceptionally(failure));
    }

    @Override
    public void onComplete() {
        hop.run(settle);
    }
}
