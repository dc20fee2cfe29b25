package io.tellask.kv;

import java.util.concurrent.Flow;
import java.util.function.Function;

/** A stream whose items are made of another one's; what the function throws ends it. */
record MappedStream<A, B>(Flow.Publisher<A> source, Function<? super A, ? extends B> function)
        implements Flow.Publisher<B> {
    @Override
    public void subscribe(Flow.Subscriber<? super B> subscriber) {
        source.subscribe(new Mapping<>(subscriber, function));
    }

    /** Signals come one after the other, so it needs no lock. */
    private static final class Mapping<A, B> implements Flow.Subscriber<A> {
        private final Flow.Subscriber<? super B> subscriber;
        private final Function<? super A, ? extends B> function;
        private Flow.Subscription subscription;
        private boolean ended;

        @SuppressWarnings("NullAway.Init") // the first signal sets the subscription
        Mapping(Flow.Subscriber<? super B> subscriber, Function<? super A, ? extends B> function) {
            this.subscriber = subscriber;
            this.function = function;
        }

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            subscription = newSubscription;
            subscriber.onSubscribe(newSubscription);
        }

        @Override
        public void onNext(A item) {
            if (ended) {
                return;
            }
            B mapped;
            try {
                mapped = function.apply(item);
            } catch (Throwable broken) {
                ended = true;
                subscription.cancel();
                subscriber.onError(broken);
                return;
            }
            subscriber.onNext(mapped);
        }

        @Override
        public void onError(Throwable failure) {
            if (!ended) {
                ended = true;
                subscriber.onError(failure);
            }
        }

        @Override
        public void onComplete() {
            if (!ended) {
                ended = true;
                subscriber.onComplete();
            }
        }
    }
}
