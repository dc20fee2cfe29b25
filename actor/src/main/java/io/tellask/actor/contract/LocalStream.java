package io.tellask.actor.contract;

import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.CallMessage;
import io.tellask.actor.runtime.OrderedSignals;
import io.tellask.actor.runtime.RefusedStream;
import io.tellask.actor.runtime.ReplyTo;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The publisher that a stream method of a local reference returns: the call is made when somebody subscribes, once.
 *
 * <p>The actor's signals reach the subscriber on the subscriber's own actor, if it subscribed from one; its requests reach the actor's
 * publisher on the actor.
 */
final class LocalStream implements Flow.Publisher<Object>, ReplyTo {
    private final ActorCell<?> producer;
    private final CallMessage call;
    private final @Nullable UnaryOperator<Object> copy;
    private final AtomicBoolean subscribed = new AtomicBoolean();
    private Flow.Subscriber<? super Object> subscriber;
    private OrderedSignals consumer;

    @SuppressWarnings("NullAway.Init") // subscribe() names the subscriber and its hop, and only then makes the call
    LocalStream(ActorCell<?> producer, CallMessage call, @Nullable UnaryOperator<Object> copy) {
        this.producer = producer;
        this.call = call;
        this.copy = copy;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super Object> newSubscriber) {
        Objects.requireNonNull(newSubscriber, "subscriber");
        if (!subscribed.compareAndSet(false, true)) {
            RefusedStream.refuse(
                    newSubscriber,
                    new IllegalStateException("stream: method=" + call.method()
                            + " has a subscriber already; call the method again for another stream"));
            return;
        }
        subscriber = newSubscriber;
        consumer = OrderedSignals.here();
        call.replyTo = this;
        producer.send(call);
    }

    @Override
    @SuppressWarnings("unchecked")
    public void reply(CallMessage answered, @Nullable Object result) {
        if (result == null) {
            fail(
                    answered,
                    new NullPointerException(
                            "stream: method=" + call.method() + " returned null instead of a publisher"));
            return;
        }
        ((Flow.Publisher<Object>) result)
                .subscribe(new StreamRelay(
                        producer,
                        consumer,
                        subscriber,
                        copy,
                        "method=" + call.method() + " returned a publisher that"));
    }

    @Override
    public void fail(CallMessage answered, Throwable failure) {
        consumer.run(() -> RefusedStream.refuse(subscriber, failure));
    }
}
