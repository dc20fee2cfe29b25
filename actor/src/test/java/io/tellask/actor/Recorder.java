package io.tellask.actor;

import io.tellask.actor.runtime.ActorCell;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

/** A subscriber that writes down what it hears, and checks that signals are serial and that none follows the last. */
class Recorder<T> implements Flow.Subscriber<T> {
    final List<T> items = Collections.synchronizedList(new ArrayList<>());
    volatile Flow.Subscription subscription;
    volatile Throwable failure;
    volatile boolean completed;
    volatile ActorCell<?> actor;
    volatile String broken;
    private final AtomicInteger inside = new AtomicInteger();
    private final long firstRequest;

    Recorder(long firstRequest) {
        this.firstRequest = firstRequest;
    }

    private void enter(String signal) {
        if (inside.getAndIncrement() != 0) {
            broken = signal + " within or beside another signal";
        }
        if (completed || failure != null) {
            broken = signal + " after the last signal";
        }
        if ((subscription == null) != signal.equals("onSubscribe")) {
            broken = signal + " out of turn";
        }
        actor = ActorCell.current();
    }

    private void leave() {
        inside.decrementAndGet();
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        enter("onSubscribe");
        subscription = newSubscription;
        if (firstRequest != 0) {
            newSubscription.request(firstRequest);
        }
        leave();
    }

    @Override
    public void onNext(T item) {
        enter("onNext");
        items.add(item);
        leave();
    }

    @Override
    public void onError(Throwable newFailure) {
        enter("onError");
        failure = newFailure;
        leave();
    }

    @Override
    public void onComplete() {
        enter("onComplete");
        completed = true;
        leave();
    }
}
