package io.tellask.remote.session;

import java.util.concurrent.Flow;

/** Signals for subscribers that get no stream. */
final class Streams {
    private Streams() {}

    static void refuse(Flow.Subscriber<?> subscriber, Throwable reason) {
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
