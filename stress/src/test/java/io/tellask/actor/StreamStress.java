package io.tellask.actor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Iterator;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A stream of an iterator without an actor, whose items are requested and called off by several threads: signals come one after the other. */
public final class StreamStress {
    private StreamStress() {}

    /** Digits that begin with 1, in an iterator that counts how often it is closed; the fields of subscriber and iterator are plain ones. */
    private static final class Digits implements Iterator<Integer>, AutoCloseable, Flow.Subscriber<Integer> {
        private int given;
        private int received;
        private int closed;
        private Flow.@Nullable Subscription subscription;

        @Override
        public boolean hasNext() {
            return true;
        }

        @Override
        public Integer next() {
            return ++given;
        }

        @Override
        public void close() {
            closed++;
        }

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            subscription = newSubscription;
        }

        @Override
        public void onNext(Integer digit) {
            received = received * 10 + digit;
        }

        @Override
        public void onError(Throwable failure) {
            received = -1;
        }

        @Override
        public void onComplete() {
            received = -2;
        }

        Flow.Subscription subscription() {
            if (subscription == null) {
                throw new IllegalStateException("nothing was subscribed");
            }
            return subscription;
        }
    }

    /** A subscriber that has requested nothing yet. */
    public abstract static class Subscribed {
        private final Digits digits = new Digits();
        final Flow.Subscription subscription;

        Subscribed() {
            new IteratorPublisher<Integer>(() -> digits).subscribe(digits);
            subscription = digits.subscription();
        }

        final void tell(II_Result result) {
            result.r1 = digits.received;
            result.r2 = digits.closed;
        }
    }

    /** Two request items: all come, in order. */
    @JCStressTest
    @Outcome(id = "123, 0", expect = ACCEPTABLE, desc = "as many as requested, in order")
    @Outcome(expect = FORBIDDEN, desc = "items are lost, more come, or two threads signalled at once")
    @State
    public static class TwoRequests extends Subscribed {
        @Actor
        public void requestOne() {
            subscription.request(1);
        }

        @Actor
        public void requestTwo() {
            subscription.request(2);
        }

        @Arbiter
        public void compare(II_Result result) {
            tell(result);
        }
    }

    /** One requests, and one calls the stream off: the iterator is closed, once. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 1", "12, 1"},
            expect = ACCEPTABLE,
            desc = "some items, and the end")
    @Outcome(expect = FORBIDDEN, desc = "the iterator stays open, is closed twice, or items come out of order")
    @State
    public static class RequestBesideCancel extends Subscribed {
        @Actor
        public void requestTwo() {
            subscription.request(2);
        }

        @Actor
        public void cancel() {
            subscription.cancel();
        }

        @Arbiter
        public void compare(II_Result result) {
            tell(result);
        }
    }
}
