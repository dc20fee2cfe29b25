package io.tellask.actor;

import io.tellask.actor.runtime.OrderedSignals;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A stream of what a function makes of the items of another one, asked for as its own subscriber asks. The function runs as the actor that
 * subscribes. Thread-safe under the rules of {@link Flow}.
 */
final class MappedPublisher<T, R> implements Flow.Publisher<R> {
    private final Flow.Publisher<? extends T> source;
    private final Function<? super T, ? extends R> function;

    MappedPublisher(Flow.Publisher<? extends T> source, Function<? super T, ? extends R> function) {
        this.source = source;
        this.function = function;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super R> subscriber) {
        source.subscribe(new Mapping<>(Objects.requireNonNull(subscriber, "subscriber"), function));
    }

    private static final class Mapping<T, R> implements Flow.Subscriber<T>, Flow.Subscription {
        private final OrderedSignals hop = OrderedSignals.here();
        private final Flow.Subscriber<? super R> subscriber;
        private final Function<? super T, ? extends R> function;
        private volatile boolean done; // nothing more is signalled

        private volatile Flow.@Nullable Subscription subscription;

        Mapping(Flow.Subscriber<? super R> subscriber, Function<? super T, ? extends R> function) {
            this.subscriber = subscriber;
            this.function = function;
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
                subscriber.onSubscribe(this);
            });
        }

        @Override
        public void request(long count) {
            source().request(count);
        }

        @Override
        public void cancel() {
            done = true;
            source().cancel();
        }

        private Flow.Subscription source() {
            return Objects.requireNonNull(subscription, "subscription");
        }

        @Override
        public void onNext(T item) {
            Objects.requireNonNull(item, "item");
            hop.run(() -> map(item));
        }

        private void map(T item) {
            if (done) {
                return;
            }
            R made;
            try {
                if (hop.leadsNowhere()) {
                    throw new ActorStoppedException("stream: the actor that mapped it has stopped; it is cancelled");
                }
                made = Objects.requireNonNull(function.apply(item), "the function gave null for an item");
            } catch (Throwable failure) {
                cancel();
                subscriber.onError(failure);
                return;
            }
            subscriber.onNext(made);
        }

        @Override
        public void onError(Throwable failure) {
            Objects.requireNonNull(failure, "failure");
            hop.run(() -> end(() -> subscriber.onError(failure)));
        }

        @Override
        public void onComplete() {
            hop.run(() -> end(subscriber::onComplete));
        }

        private void end(Runnable lastSignal) {
            if (!done) {
                done = true;
                lastSignal.run();
            }
        }
    }
}
