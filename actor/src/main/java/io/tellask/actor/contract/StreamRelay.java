package io.tellask.actor.contract;

import io.tellask.actor.failure.UnheardFailures;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.OrderedSignals;
import io.tellask.actor.runtime.RefusedStream;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Hands the signals of a publisher to a subscriber as the subscriber's actor, and its requests to the publisher as the publisher's. Where
 * one of the two has no actor, its side runs on the thread that signals.
 *
 * <p>Thread-safe under the rules of {@link Flow}.
 */
final class StreamRelay implements Flow.Subscriber<Object> {
    private final @Nullable ActorCell<?> producer;
    private final OrderedSignals consumer;
    private final Flow.Subscriber<? super Object> subscriber;
    private final @Nullable UnaryOperator<Object> copy; // null: items are passed as they are
    private final String source;

    @SuppressWarnings("NullAway.Init") // the first signal sets it; the producer's own
    private Flow.Subscription subscription;

    private boolean refused; // an item could not be copied; the producer's own

    /** {@code source} says where the publisher comes from, for errors. */
    StreamRelay(
            @Nullable ActorCell<?> producer,
            OrderedSignals consumer,
            Flow.Subscriber<? super Object> subscriber,
            @Nullable UnaryOperator<Object> copy,
            String source) {
        this.producer = producer;
        this.consumer = consumer;
        this.subscriber = subscriber;
        this.copy = copy;
        this.source = source;
    }

    @Override
    public void onSubscribe(Flow.@Nullable Subscription newSubscription) {
        if (newSubscription == null) {
            refuse(gaveNull("subscription"));
            return;
        }
        subscription = newSubscription;
        consumer.run(() -> subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long count) {
                asProducer(() -> newSubscription.request(count));
            }

            @Override
            public void cancel() {
                asProducer(newSubscription::cancel);
            }
        }));
    }

    /** The subscriber gets no stream. */
    void refuse(Throwable reason) {
        consumer.run(() -> RefusedStream.refuse(subscriber, reason));
    }

    /** The publisher threw when it was subscribed to. */
    void broken(Throwable failure) {
        if (subscription == null) {
            refuse(failure);
        } else {
            onError(failure);
        }
    }

    private void asProducer(Runnable task) {
        if (producer == null) {
            task.run();
        } else {
            producer.execute(task);
        }
    }

    private NullPointerException gaveNull(String what) {
        return new NullPointerException("stream: " + source + " gave null as its " + what);
    }

    @Override
    public void onNext(Object item) {
        Objects.requireNonNull(item, "item");
        if (consumer.leadsNowhere()) {
            subscription.cancel();
            return;
        }
        if (copy == null) {
            consumer.run(() -> hand(item));
        } else {
            copied(copy, item);
        }
    }

    /** Hands a copy; an item of which none can be made ends the stream. */
    private void copied(UnaryOperator<Object> copying, Object item) {
        if (refused) {
            return;
        }
        Object copied;
        try {
            copied = copying.apply(item);
        } catch (Throwable failure) {
            refused = true;
            subscription.cancel();
            consumer.run(() -> subscriber.onError(failure));
            return;
        }
        consumer.run(() -> hand(copied));
    }

    private void hand(Object item) {
        try {
            subscriber.onNext(item);
        } catch (Throwable broken) {
            asProducer(subscription::cancel);
            report(broken);
        }
    }

    private void report(Throwable broken) {
        if (producer == null) {
            UnheardFailures.SHARED.failed("a subscriber threw, its stream is cancelled", null, broken);
        } else {
            producer.reportTellFailure("onNext of a subscriber", broken);
        }
    }

    @Override
    public void onError(@Nullable Throwable failure) {
        if (refused) {
            return;
        }
        Throwable reason = failure == null ? gaveNull("failure") : failure;
        consumer.run(() -> subscriber.onError(reason));
    }

    @Override
    public void onComplete() {
        if (!refused) {
            consumer.run(subscriber::onComplete);
        }
    }
}
