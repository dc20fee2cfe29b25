package io.tellask.remote.session;

import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.ContractMethod;
import java.util.concurrent.Flow;

/**
 * The producing end of a remote stream: subscribes to the publisher that the actor's method returned and sends what it emits, as far as
 * the peer has granted items and bytes.
 *
 * <p>Asks the publisher for at most {@value #BATCH_ITEMS} items at a time, so that it overdraws its bytes by no more than these.
 * Everything runs on the actor's dispatcher; the loop hands requests and cancels over as tasks.
 */
final class StreamSender implements Flow.Subscriber<Object> {
    private static final int BATCH_ITEMS = 64;

    private final Endpoint endpoint;
    private final int callId;
    private final ActorCell<?> cell;
    private ContractMethod method;
    private ResultCodec items;
    private Flow.Subscription subscription;
    private long grantedItems;
    private long grantedBytes;
    private int expected; // requested from the publisher and not yet emitted
    private boolean ended;

    @SuppressWarnings("NullAway.Init") // begin() brings the codec and then subscribes
    StreamSender(Endpoint endpoint, int callId, ActorCell<?> cell, int firstItems, int firstBytes) {
        this.endpoint = endpoint;
        this.callId = callId;
        this.cell = cell;
        grantedItems = firstItems;
        grantedBytes = firstBytes;
    }

    /** The actor's method returned its publisher: on the actor's dispatcher. */
    void begin(ContractMethod called, ResultCodec codec, Flow.Publisher<Object> publisher) {
        method = called;
        items = codec;
        publisher.subscribe(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        cell.execute(() -> {
            subscription = newSubscription;
            if (ended) {
                newSubscription.cancel();
            } else {
                pull();
            }
        });
    }

    private void pull() {
        if (subscription != null && !ended && expected == 0 && grantedItems > 0 && grantedBytes > 0) {
            expected = (int) Math.min(grantedItems, BATCH_ITEMS);
            grantedItems -= expected;
            subscription.request(expected);
        }
    }

    @Override
    public void onNext(Object item) {
        cell.execute(() -> {
            if (ended) {
                return;
            }
            expected--;
            try {
                grantedBytes -= endpoint.frames().item(callId, items, item);
            } catch (RuntimeException unsendable) {
                subscription.cancel();
                if (end()) {
                    endpoint.frames().failure(callId, unsendable, null);
                }
                return;
            }
            pull();
        });
    }

    @Override
    public void onError(Throwable failure) {
        cell.execute(() -> {
            if (end()) {
                endpoint.frames().failure(callId, failure, method);
            }
        });
    }

    @Override
    public void onComplete() {
        cell.execute(() -> {
            if (end()) {
                endpoint.frames().end(callId);
            }
        });
    }

    /** The peer grants more: on the loop. */
    void requested(int moreItems, int moreBytes) {
        cell.execute(() -> {
            grantedItems += moreItems;
            grantedBytes += moreBytes;
            pull();
        });
    }

    /** The peer wants no more, or has gone: on the loop. */
    void cancelled(boolean tellPeer) {
        cell.execute(() -> {
            boolean open = end();
            if (subscription != null) {
                subscription.cancel();
            }
            if (open && tellPeer) {
                endpoint.frames().end(callId);
            }
        });
    }

    private boolean end() {
        if (ended) {
            return false;
        }
        ended = true;
        return endpoint.streams().forget(callId);
    }
}
