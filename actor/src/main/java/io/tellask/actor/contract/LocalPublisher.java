package io.tellask.actor.contract;

import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.OrderedSignals;
import io.tellask.actor.runtime.RefusedStream;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A publisher that a local call passed as an argument, as the actor that is called sees it: whoever subscribes hears its signals on his own
 * actor, and the publisher is called as the actor that passed it. It serves one subscriber, as a stream from another process does. Thread-safe.
 */
public final class LocalPublisher implements Flow.Publisher<Object> {
    private final @Nullable ActorCell<?> owner;
    private final Flow.Publisher<Object> publisher;
    private final @Nullable UnaryOperator<Object> copy;
    private final AtomicBoolean subscribed = new AtomicBoolean();

    private LocalPublisher(
            @Nullable ActorCell<?> owner, Flow.Publisher<Object> publisher, @Nullable UnaryOperator<Object> copy) {
        this.owner = owner;
        this.publisher = publisher;
        this.copy = copy;
    }

    /** What the actor that is called gets; the publisher itself where that knows its subscribers' actors already. */
    static Flow.@Nullable Publisher<Object> of(
            Flow.@Nullable Publisher<Object> passed, @Nullable UnaryOperator<Object> copy) {
        return passed == null || passed instanceof LocalPublisher || passed instanceof LocalStream
                ? passed
                : new LocalPublisher(ActorCell.current(), passed, copy);
    }

    /** As {@link #of(Flow.Publisher, UnaryOperator)}, of a publisher that an actor passed before. */
    public static Flow.Publisher<Object> of(ActorCell<?> owner, Flow.Publisher<Object> passed) {
        return new LocalPublisher(owner, passed, null);
    }

    @Override
    public void subscribe(Flow.Subscriber<? super Object> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        if (!subscribed.compareAndSet(false, true)) {
            RefusedStream.refuse(
                    subscriber,
                    new IllegalStateException(
                            "stream: it has a subscriber already; a publisher that is an argument serves one"));
            return;
        }
        StreamRelay relay =
                new StreamRelay(owner, OrderedSignals.here(), subscriber, copy, "a publisher that was an argument");
        if (owner == null) {
            begin(relay);
        } else {
            owner.execute(() -> begin(relay));
        }
    }

    private void begin(StreamRelay relay) {
        try {
            publisher.subscribe(relay);
        } catch (Throwable broken) {
            relay.broken(broken);
        }
    }
}
