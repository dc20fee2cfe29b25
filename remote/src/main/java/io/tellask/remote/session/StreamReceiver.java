package io.tellask.remote.session;

import io.tellask.actor.contract.ContractMethod;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.DecodeException;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.TraceContext;
import io.tellask.remote.frame.FrameType;
import io.tellask.remote.frame.TraceFrames;
import io.tellask.text.StackHeadroom;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The consuming end of a remote stream: a publisher whose call is made when somebody subscribes, once.
 *
 * <p>The subscriber's demand becomes credit in items and bytes at the producer, at most {@link #WINDOW_ITEMS} and the session's
 * {@code creditBytes} ahead of what the subscriber has taken. Signals run on the actor that subscribed, else on the loop.
 *
 * <p>State is confined to the consumer's executor, except {@code callId}, which is written once before the call is sent, and the account of
 * what the producer may send, which the loop compares with what came: the producer's own count is nothing to rely on.
 */
final class StreamReceiver implements Flow.Publisher<Object>, Flow.Subscription, PendingCall {
    static final int WINDOW_ITEMS = 1_024;

    private static final byte[] SENT = {};

    /** Kept reachable: an actor that lives by its references lives as long as its streams. */
    private final RemoteReference reference;

    private final RemoteTarget target;
    private final int method;
    private final ResultCodec items;
    private byte[] arguments; // let go of once sent, as what they bring
    private @Nullable PassedReferences passed;
    private final @Nullable TraceContext trace;
    private Flow.Subscriber<? super Object> subscriber;
    private Executor consumer;
    private int callId;
    private boolean opened;
    private boolean ended;
    private long demand; // asked for by the subscriber and not yet granted to the producer
    private int granted; // granted and not yet delivered
    private int deliveredBytes;
    private volatile long allowedItems; // granted since the beginning, raised before the producer is told
    private volatile long allowedBytes;
    private long receivedItems; // the loop's
    private long receivedBytes; // the loop's

    @SuppressWarnings("NullAway.Init") // subscribe() names the subscriber and where it consumes, and signals follow it
    StreamReceiver(
            RemoteReference reference,
            int method,
            ResultCodec items,
            byte[] arguments,
            @Nullable PassedReferences passed) {
        this.reference = reference;
        this.target = reference.target();
        this.method = method;
        this.arguments = arguments;
        this.passed = passed;
        this.items = items;
        trace = TraceFrames.current();
    }

    /** The trace of the code that called the method, which the opening carries; null: none. */
    @Nullable
    TraceContext trace() {
        return trace;
    }

    @Override
    public int callId() {
        return callId;
    }

    void callId(int id) {
        callId = id;
    }

    /** Signals for a subscriber that gets no stream. */
    private static void refuse(Flow.Subscriber<?> subscriber, Throwable reason) {
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

    ResultCodec items() {
        return items;
    }

    @Override
    public ContractMethod method() {
        return target.contract().method(method);
    }

    @Override
    public void subscribe(Flow.Subscriber<? super Object> newSubscriber) {
        StackHeadroom.forCall();
        synchronized (this) {
            if (subscriber != null) {
                refuse(
                        newSubscriber,
                        new IllegalStateException("stream: method="
                                + target.contract().method(method).name()
                                + " has a subscriber already; call the method again"));
                return;
            }
            subscriber = java.util.Objects.requireNonNull(newSubscriber, "subscriber");
        }
        ActorCell<?> current = ActorCell.current();
        consumer = current != null ? current : new LoopExecutor(target.endpoint());
        consumer.execute(() -> {
            try {
                subscriber.onSubscribe(this);
            } catch (Throwable broken) {
                cutOff(broken);
            }
        });
    }

    @Override
    public void request(long count) {
        StackHeadroom.forCall();
        consumer.execute(() -> {
            if (ended) {
                return;
            }
            if (count <= 0) {
                cancelNow();
                giveError(new IllegalArgumentException("stream: request=" + count + " < 1; ask for at least one item"));
                return;
            }
            demand = demand + count < 0 ? Long.MAX_VALUE : demand + count;
            grant();
        });
    }

    /** Passes demand on to the producer, opening the stream with the first of it. */
    private void grant() {
        int more = (int) Math.min(demand, WINDOW_ITEMS - granted);
        if (more <= 0 || opened && more < WINDOW_ITEMS / 2 && granted > WINDOW_ITEMS / 2) {
            return;
        }
        demand = demand == Long.MAX_VALUE ? demand : demand - more;
        granted += more;
        if (opened) {
            requestMore(more);
        } else {
            open(more);
        }
    }

    private void refillBytes() {
        if (!ended && deliveredBytes >= target.endpoint().limits().creditBytes() / 4) {
            requestMore(0);
        }
    }

    private void requestMore(int moreItems) {
        int moreBytes = deliveredBytes;
        deliveredBytes = 0;
        allow(moreItems, moreBytes);
        target.endpoint().frames().request(callId, moreItems, moreBytes);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    private void allow(int moreItems, int moreBytes) {
        allowedItems += moreItems;
        allowedBytes += moreBytes;
    }

    private void open(int firstItems) {
        opened = true;
        allow(firstItems, target.endpoint().limits().creditBytes());
        byte[] encoded = arguments;
        PassedReferences brought = passed;
        arguments = SENT;
        passed = null;
        boolean sent = false;
        try {
            byte[] list = PassedReferences.handAll(brought);
            sent = target.endpoint().large().open(target, method, this, firstItems, list, encoded);
        } catch (Throwable notSent) {
            fail(notSent);
        }
        if (sent) {
            PassedReferences.allLeft(brought);
        } else {
            PassedReferences.takeAllBack(brought);
        }
    }

    /** Writes what follows the method in an opening frame. */
    static void writeOpening(ByteWriter out, int firstItems, int firstBytes) {
        out.writeVarInt(firstItems);
        out.writeVarInt(firstBytes);
    }

    @Override
    public void cancel() {
        StackHeadroom.forCall();
        consumer.execute(this::cancelNow);
    }

    private void cancelNow() {
        if (!ended) {
            ended = true;
            if (opened) {
                target.endpoint().frames().cancel(callId);
            }
        }
    }

    /** An item came: takes it from what the producer may send, bytes as a call takes them from its credit. On the loop. */
    void spend(int bytes) {
        receivedItems++;
        if (receivedItems > allowedItems || receivedBytes >= allowedBytes) {
            throw new ProtocolException("item: call id=" + Integer.toUnsignedString(callId) + ", items=" + receivedItems
                    + " of " + allowedItems + ", bytes=" + receivedBytes + " of " + allowedBytes
                    + "; the peer sent more than it was granted");
        }
        receivedBytes += bytes;
    }

    /** An item came: decoded on the loop, delivered on the consumer. */
    void item(ByteReader in, Endpoint endpoint) {
        int bytes = FrameType.CALL_ID_BYTES + in.remaining();
        spend(bytes);
        Object value;
        try {
            value = items.read(in, endpoint);
            if (value == null) {
                throw new DecodeException("item: method=" + method().name()
                        + " emitted null, which no publisher may; the peer is damaged or hostile");
            }
        } catch (Throwable undecodable) {
            give(undecodable);
            return;
        }
        deliver(value, bytes);
    }

    /** An item could not be taken: the subscriber is told, and the producer stopped. */
    void give(Throwable failure) {
        consumer.execute(() -> {
            if (!ended) {
                cancelNow();
                giveError(failure);
            }
        });
    }

    private void giveError(Throwable failure) {
        try {
            subscriber.onError(failure);
        } catch (Throwable broken) {
            report(broken);
        }
    }

    /** The subscriber broke the rules of Flow: its stream ends, and nothing else. */
    private void cutOff(Throwable broken) {
        report(broken);
        cancelNow();
    }

    private void report(Throwable broken) {
        target.endpoint()
                .loop()
                .failed("a subscriber threw, its stream is cancelled: method=", method().name(), broken);
    }

    void deliver(@Nullable Object value, int bytes) {
        consumer.execute(() -> {
            if (ended) {
                return;
            }
            granted--;
            deliveredBytes += bytes;
            try {
                subscriber.onNext(value);
            } catch (Throwable broken) {
                cutOff(broken);
                return;
            }
            grant();
            refillBytes();
        });
    }

    /** The peer has ended the stream, and the subscriber is told: on the loop. */
    void settled() {
        if (reference instanceof RemoteStream passed) {
            Endpoint endpoint = target.endpoint();
            endpoint.runOnLoopLater(() -> endpoint.imports().consumed(passed)); // behind what the subscriber sends now
        }
    }

    void complete() {
        consumer.execute(() -> {
            if (!ended) {
                ended = true;
                try {
                    subscriber.onComplete();
                } catch (Throwable broken) {
                    report(broken);
                }
            }
        });
    }

    @Override
    public void fail(Throwable failure) {
        consumer.execute(() -> {
            if (!ended) {
                ended = true;
                giveError(failure);
            }
        });
    }

    /** Runs tasks on the session's loop: at once if the caller is on it, or if the loop has ended with its system. */
    private record LoopExecutor(Endpoint endpoint) implements Executor {
        @Override
        public void execute(Runnable task) {
            if (endpoint.loop().isCurrent()) {
                task.run();
                return;
            }
            try {
                endpoint.loop().execute(task);
            } catch (RejectedExecutionException loopEnded) {
                task.run(); // nothing else runs any more that could come between
            }
        }
    }
}
