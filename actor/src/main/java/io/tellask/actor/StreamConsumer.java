package io.tellask.actor;

import io.tellask.actor.runtime.ActorCell;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A subscriber that requests in batches and settles a promise at the end. Consumes as the actor that made it.
 *
 * <p>Signals come one after the other (a rule of {@link Flow}), from whatever thread. Those that arrive elsewhere hop to the actor; one
 * that arrives on the actor overtakes none that is still hopping.
 */
final class StreamConsumer<T> implements Flow.Subscriber<T> {
    private final ActorCell<?> owner = ActorCell.current();
    private final AtomicInteger hopping = new AtomicInteger();
    private final int batchItems;
    private final Consumer<? super T> consumer;
    private Promise<?> end;
    private Runnable settle;
    private Flow.Subscription subscription;
    private int unanswered;

    StreamConsumer(int batchItems, Consumer<? super T> consumer) {
        this.batchItems = batchItems;
        this.consumer = consumer;
    }

    /** Says which promise settles at the end, and with what; before subscribing. */
    <R> void settling(Promise<R> promise, Supplier<R> result) {
        end = promise;
        settle = () -> promise.complete(result.get());
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        Objects.requireNonNull(newSubscription, "subscription");
        asOwner(() -> {
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
        asOwner(() -> consume(item));
    }

    private void consume(T item) {
        if (end.isDone()) {
            return;
        }
        try {
            checkRunning();
            consumer.accept(item);
        } catch (RuntimeException | Error failure) {
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
        if (owner != null && owner.isStopped()) {
            throw new ActorStoppedException("stream: actor=" + owner.name() + ", which consumed it, has stopped");
        }
    }

    @Override
    public void onError(Throwable failure) {
        Objects.requireNonNull(failure, "failure");
        asOwner(() -> end.completeExceptionally(failure));
    }

    @Override
    public void onComplete() {
        asOwner(settle);
    }

    private void asOwner(Runnable signal) {
        if (owner == null || (hopping.get() == 0 && ActorCell.current() == owner)) {
            signal.run();
        } else {
            hopping.incrementAndGet();
            owner.enqueue(() -> {
                hopping.decrementAndGet();
                signal.run();
            });
        }
    }
}
