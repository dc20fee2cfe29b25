package io.tellask.actor.runtime;

import java.util.concurrent.Flow;

/** Ends a stream before it began: the subscriber is told why, with a subscription that does nothing. Stateless. */
public final class RefusedStream {
    private RefusedStream() {}

    public static void refuse(Flow.Subscriber<?> subscriber, Throwable reason) {
        subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long count) {
                // nothing will come
            }

            @Override
            public void cancel() {
                // nothing to end
            }
        });
        subscriber.onError(reason);
    }
}
