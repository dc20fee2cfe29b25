package io.tellask.cluster;

import java.util.concurrent.Flow;

/** Lets go of what a stream reads when it ends, however it does. */
final class ClosingSubscriber implements Flow.Subscriber<byte[]> {
    private final Flow.Subscriber<? super byte[]> subscriber;
    private final Runnable close;

    ClosingSubscriber(Flow.Subscriber<? super byte[]> subscriber, Runnable close) {
        this.subscriber = subscriber;
        this.close = close;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long items) {
                subscription.request(items);
            }

            @Override
            public void cancel() {
                subscription.cancel();
                close.run();
            }
        });
    }

    @Override
    public void onNext(byte[] item) {
        subscriber.onNext(item);
    }

    @Override
    public void onError(Throwable failure) {
        close.run();
        subscriber.onError(failure);
    }

    @Override
    public void onComplete() {
        close.run();
        subscriber.onComplete();
    }
}
