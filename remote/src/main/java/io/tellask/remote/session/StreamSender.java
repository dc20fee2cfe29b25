package io.tellask.remote.session;

import io.tellask.actor.contract.ContractMethod;
import io.tellask.actor.contract.LocalReference;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.remote.ItemCarrier;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.frame.FailureFrames;
import io.tellask.text.StackHeadroom;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The producing end of a remote stream: subscribes to the publisher that the actor's method returned, or that was an argument, and sends what it emits, as far as
 * the peer has granted items and bytes, and reads what it has been sent.
 *
 * <p>Asks the publisher for at most {@value #BATCH_ITEMS} items at a time and keeps those for which there are no bytes, so that it overdraws
 * its bytes by no more than one item. Everything runs on the actor's dispatcher, but for {@link #carry}; the loop hands requests and cancels
 * over as tasks. A cancel does not wait for the actor where it need not: a stream that the actor has not begun ends on the loop, and a
 * publisher that {@linkplain #cancelAtOnce allows it} is told there.
 */
final class StreamSender implements Flow.Subscriber<Object>, ItemCarrier, AnswerRoom.Waiter {
    private static final int BATCH_ITEMS = 64;
    private static final long LET_GO = -1;

    private final Endpoint endpoint;
    private final int callId;
    private final ActorCell<?> cell;
    private final AtomicLong heldBytes = new AtomicLong(); // in the session's account; LET_GO once it is not
    private final AtomicBoolean begun =
            new AtomicBoolean(); // by the actor, or never to be: the first of the two decides
    private ContractMethod method;
    private ResultCodec items;
    private volatile Flow.@Nullable Subscription subscription;
    private long grantedItems;
    private long grantedBytes;
    private int expected; // requested from the publisher and not yet emitted
    private final Queue<Object> kept = new ArrayDeque<>(); // emitted, and waiting for bytes to be granted or room
    private @Nullable Runnable ending; // the publisher has ended; says so once nothing is kept
    private @Nullable Runnable whenLeft;
    private volatile @Nullable Runnable whenCancelled; // null where the actor alone may cancel
    private boolean waitsForRoom;
    private boolean ended;

    @SuppressWarnings("NullAway.Init") // begin() brings the codec and then subscribes
    StreamSender(Endpoint endpoint, int callId, ActorCell<?> cell, int firstItems, int firstBytes) {
        this.endpoint = endpoint;
        this.callId = callId;
        this.cell = cell;
        grantedItems = firstItems;
        grantedBytes = firstBytes;
    }

    /** Counts what the stream makes the process hold, while it is open. From any thread. */
    void hold(long bytes) {
        if (heldBytes.getAndUpdate(held -> held == LET_GO ? LET_GO : held + bytes) != LET_GO) {
            endpoint.memory().add(bytes);
        }
    }

    /** The stream has ended; the account of a session that has ended is closed as a whole. */
    void letGo() {
        long held = heldBytes.getAndSet(LET_GO);
        if (held != LET_GO && !endpoint.isEnded()) {
            endpoint.memory().add(-held);
        }
    }

    @Override
    public long handOver() {
        long held = heldBytes.getAndUpdate(bytes -> bytes == LET_GO ? LET_GO : 0);
        if (held <= 0) {
            return 0;
        }
        if (!endpoint.isEnded()) {
            endpoint.memory().add(-held);
        }
        return held;
    }

    /** The actor's method returned its publisher: on the actor's dispatcher. */
    void begin(ContractMethod called, ResultCodec codec, Flow.Publisher<Object> publisher) {
        if (begun.compareAndSet(false, true)) {
            method = called;
            items = codec;
            try {
                publisher.subscribe(this);
            } catch (Throwable broken) {
                onError(broken);
            }
        }
    }

    @Override
    public void onSubscribe(Flow.@Nullable Subscription newSubscription) {
        cell.execute(() -> {
            if (newSubscription == null) {
                breakOff(gaveNull("subscription"));
            } else if (ended || subscription != null) {
                cancel(newSubscription);
            } else {
                subscription = newSubscription;
                pull();
            }
        });
    }

    private NullPointerException gaveNull(String what) {
        return new NullPointerException(
                "stream: method=" + method.name() + " returned a publisher that gave null as its " + what);
    }

    @Override
    public void whenLeft(Runnable action) {
        whenLeft = action;
    }

    @Override
    public void cancelAtOnce(Runnable action) {
        whenCancelled = action;
    }

    @Override
    public MemoryHolder memory() {
        return endpoint.memory();
    }

    @Override
    public Carried carry(Object item) {
        return item instanceof LocalReference reference
                ? new Handed(reference)
                : endpoint.frames().encodeItem(callId, items, item);
    }

    /** The body of an item's frame; the classes in it were announced when it was made. */
    record Encoded(byte[] body, @Nullable PassedReferences passed) implements Carried {
        @Override
        public int bytes() {
            return body.length;
        }
    }

    /** A reference, which gets its number when it leaves. */
    private record Handed(LocalReference reference) implements Carried {
        @Override
        public int bytes() {
            return FrameSender.REFERENCE_BYTES;
        }
    }

    private void pull() {
        Flow.Subscription source = subscription;
        if (source != null && !ended && expected == 0 && kept.isEmpty() && grantedItems > 0 && grantedBytes > 0) {
            expected = (int) Math.min(grantedItems, BATCH_ITEMS);
            grantedItems -= expected;
            request(source, expected);
        }
    }

    @Override
    public void onNext(Object item) {
        StackHeadroom.forCall();
        Objects.requireNonNull(item, "item");
        cell.execute(() -> {
            if (ended) {
                left();
                return;
            }
            if (expected == 0) { // the peer would get more than it granted, and close the connection
                left();
                breakOff(new IllegalStateException("stream: method=" + method.name()
                        + " returned a publisher that emits more than it was asked for; count what is requested"));
                return;
            }
            expected--;
            kept.add(item);
            send();
        });
    }

    /** The stream cannot go on: ends it at both sides. */
    private void breakOff(Throwable reason) {
        cancelSource();
        if (end()) {
            endpoint.frames().failure(callId, reason, null);
        }
    }

    @Override
    public void roomMade() {
        cell.enqueue(() -> {
            waitsForRoom = false;
            send();
        });
    }

    /** Whether items must wait for the peer to read, which makes this go on when it does. */
    private boolean mustWaitForRoom() {
        if (!waitsForRoom && endpoint.answerRoom().isFull()) {
            waitsForRoom = true;
            endpoint.answerRoom().await(this);
        }
        return waitsForRoom;
    }

    /** Sends what the peer has granted and reads, and asks for more. */
    private void send() {
        while (!ended && grantedBytes > 0 && !kept.isEmpty() && !mustWaitForRoom()) {
            try {
                grantedBytes -= sendItem(kept.remove());
            } catch (Throwable unsendable) {
                breakOff(unsendable);
            }
            left();
        }
        if (ending != null && kept.isEmpty() && end()) {
            ending.run();
        }
        pull();
    }

    private int sendItem(Object item) {
        return switch (item) {
            case Encoded encoded -> endpoint.frames().item(callId, encoded);
            case Handed handed -> endpoint.frames().item(callId, items, handed.reference);
            default -> endpoint.frames().item(callId, items, item);
        };
    }

    private void left() {
        if (whenLeft != null) {
            whenLeft.run();
        }
    }

    @Override
    public void onError(@Nullable Throwable failure) {
        StackHeadroom.forCall();
        Throwable reason = failure == null ? gaveNull("failure") : failure;
        finish(() -> endpoint.frames().failure(callId, FailureFrames.ofActor(cell, reason), method));
    }

    @Override
    public void onComplete() {
        StackHeadroom.forCall();
        finish(() -> endpoint.frames().end(callId));
    }

    private void finish(Runnable tellPeer) {
        cell.execute(() -> {
            ending = tellPeer;
            send();
        });
    }

    /** The peer grants more: on the loop. */
    void requested(int moreItems, int moreBytes) {
        cell.execute(() -> {
            grantedItems += moreItems;
            grantedBytes += moreBytes;
            send();
        });
    }

    /** The peer wants no more, or has gone: on the loop. */
    void cancelled(boolean tellPeer) {
        if (begun.compareAndSet(false, true)) { // its call is dropped when the actor comes to it
            tellEnd(endpoint.streams().forget(callId) && tellPeer);
            return;
        }
        Runnable stopped = whenCancelled;
        if (stopped != null) {
            cancelSource();
            stopped.run();
        }
        cell.execute(() -> {
            boolean open = end();
            cancelSource();
            tellEnd(open && tellPeer);
        });
    }

    private void tellEnd(boolean tell) {
        if (tell) {
            endpoint.frames().end(callId);
        }
    }

    /** Tells the publisher, which may be the application's, that nothing more is wanted. */
    private void cancelSource() {
        Flow.Subscription source = subscription;
        if (source != null) {
            cancel(source);
        }
    }

    private void cancel(Flow.Subscription source) {
        try {
            source.cancel();
        } catch (Throwable broken) {
            cell.dispatcher().failed("a publisher threw when it was cancelled: actor=", cell.name(), broken);
        }
    }

    /** Asks the publisher for items; one that throws at that has its stream ended. */
    private void request(Flow.Subscription source, int count) {
        try {
            source.request(count);
        } catch (Throwable broken) {
            onError(broken);
        }
    }

    private boolean end() {
        if (ended) {
            return false;
        }
        ended = true;
        for (int rest = kept.size(); rest > 0; rest--) {
            left();
        }
        kept.clear();
        endpoint.answerRoom().forget(this);
        return endpoint.streams().forget(callId);
    }
}
