package io.tellask.aeron;

import io.tellask.actor.Promise;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.aeron.TopicException.Problem;
import io.tellask.codec.ByteWriter;
import io.tellask.text.SafeLog;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Publishes a stream: waits until somebody hears, subscribes once, and sends what comes, many small items in one message. Asks for so many
 * items as it has sent, so that subscribers that are waited for hold the source back.
 *
 * <p>Thread-safety: signals come from any one thread at a time; a virtual thread of its own sends.
 */
final class TopicStreamSender implements Flow.Subscriber<Object> {
    /** Items that are asked for ahead of those that were sent. */
    static final int WINDOW_ITEMS = 256;

    /** Items are put together up to so many bytes; with the head they fit into one datagram of any network. */
    private static final int BATCH_BYTES = 1_024;

    private static final int HEAD_BYTES = 16;

    /** From one look whether somebody hears to the next. */
    private static final long LOOK_MILLIS = 10;

    /** From one look whether the publisher still lives to the next, where the source is quiet. */
    private static final long CHECK_MILLIS = 1_000;

    private static final int MOST_SPARE_BYTES = 64 * 1024;

    /** How the stream ended: null if it is complete. */
    private record End(@Nullable Throwable failure) {}

    private static final End STOPPED = new End(null);

    private final TopicPublisher<?> publisher;
    private final TopicMessages messages;
    private final ContractMethod method;
    private final TopicSignals signals;
    private final Flow.Publisher<?> source;
    private final BlockingQueue<Object> queue = new ArrayBlockingQueue<>(WINDOW_ITEMS + 2); // an end and a stop besides
    private final Promise<Void> end = new Promise<>();
    private volatile Flow.@Nullable Subscription subscription;
    private volatile boolean stopped;
    private volatile @Nullable IllegalStateException misuse;
    private ByteWriter batch = new ByteWriter(BATCH_BYTES + HEAD_BYTES); // from here on of its thread
    private ByteWriter item = new ByteWriter(TopicMessages.FIRST_BYTES);
    private int batched;

    TopicStreamSender(
            TopicPublisher<?> publisher, TopicMessages messages, ContractMethod method, Flow.Publisher<?> source) {
        this.publisher = publisher;
        this.messages = messages;
        this.method = method;
        this.signals = messages.signals(method.index());
        this.source = source;
        end.onCancel(this::stop);
    }

    /** Begins; the promise settles when the stream has ended, and ends it when it is cancelled. */
    Promise<Void> start() {
        Thread.ofVirtual().name("tellask-topic-stream").start(this::run);
        return end;
    }

    /** Ends it early. From any thread. */
    void stop() {
        stopped = true;
        queue.offer(STOPPED);
        Flow.Subscription open = subscription;
        if (open != null) {
            open.cancel();
        }
    }

    private void run() {
        Throwable failure;
        try {
            awaitHeard();
            failure = stopped ? stopFailure() : send();
        } catch (Throwable broken) {
            failure = broken;
        }
        Flow.Subscription open = subscription;
        if (failure != null && open != null) {
            open.cancel();
        }
        Throwable unsaid = tellEnd(failure);
        failure = failure == null ? unsaid : failure;
        publisher.forget(method);
        if (failure == null) {
            end.complete(null);
        } else {
            end.completeExceptionally(failure);
        }
    }

    private void awaitHeard() throws InterruptedException {
        while (!stopped && !publisher.isHeard() && !publisher.isOver()) {
            queue.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS); // nothing but a stop can come yet
        }
    }

    private Throwable stopFailure() {
        IllegalStateException wrong = misuse;
        if (wrong != null) {
            return wrong;
        }
        return publisher.isOver()
                ? new TopicException(Problem.CLOSED, "topic: method=" + method.name() + ", its publisher was closed")
                : new TopicException(Problem.STREAM_FAILED, "topic: method=" + method.name() + " was cancelled");
    }

    /** Sends what comes: what it failed with, null if it is complete. */
    private @Nullable Throwable send() throws InterruptedException {
        source.subscribe(this);
        while (true) {
            Object signal = queue.poll(CHECK_MILLIS, TimeUnit.MILLISECONDS);
            while (signal != null && !(signal instanceof End)) {
                add(signal);
                signal = queue.poll();
            }
            sendBatch();
            if (stopped || publisher.isOver()) {
                return stopFailure();
            }
            if (signal instanceof End ended) {
                return ended.failure();
            }
        }
    }

    private void add(Object value) {
        item.clear();
        try {
            signals.writeItem(value, item);
        } catch (RuntimeException notEncodable) {
            sendBatch(); // those before it are fine
            throw notEncodable;
        }
        if (batched > 0 && batch.position() + item.position() > BATCH_BYTES) {
            sendBatch();
        }
        if (batched == 0) {
            messages.beginSignal(method, publisher.givesSnapshots(), TopicSignals.ITEMS, batch);
        }
        batch.writeBytes(item.array(), 0, item.position());
        batched++;
        if (item.array().length > MOST_SPARE_BYTES) {
            item = new ByteWriter(TopicMessages.FIRST_BYTES);
        }
    }

    private void sendBatch() {
        if (batched > 0) {
            int sent = batched;
            batched = 0;
            publish(batch, () -> !stopped);
            batch.clear();
            if (batch.array().length > MOST_SPARE_BYTES) {
                batch = new ByteWriter(BATCH_BYTES + HEAD_BYTES);
            }
            Flow.Subscription open = subscription;
            if (open != null) {
                open.request(sent);
            }
        }
    }

    /** A stream has demand, so it waits for subscribers as long as they live. */
    private void publish(ByteWriter message, BooleanSupplier goesOn) {
        while (goesOn.getAsBoolean()) {
            try {
                publisher.publishSignal(message);
                return;
            } catch (TopicException behind) {
                if (behind.problem() != Problem.NO_ROOM) {
                    throw behind;
                }
            }
        }
    }

    /** What could not be sent of it; null if it was. */
    private @Nullable Throwable tellEnd(@Nullable Throwable failure) {
        ByteWriter message = new ByteWriter(TopicMessages.FIRST_BYTES);
        int kind =
                failure == null ? TopicSignals.COMPLETED : publisher.isOver() ? TopicSignals.LOST : TopicSignals.FAILED;
        messages.beginSignal(method, publisher.givesSnapshots(), kind, message);
        if (failure != null && kind == TopicSignals.FAILED) {
            message.writeUtf8(SafeLog.describe(failure));
        }
        try {
            publish(message, () -> true); // until the publisher is closed
            return null;
        } catch (TopicException notSent) {
            return notSent;
        }
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        if (subscription != null || stopped) {
            newSubscription.cancel();
            return;
        }
        subscription = newSubscription;
        newSubscription.request(WINDOW_ITEMS);
        if (stopped) { // meanwhile
            newSubscription.cancel();
        }
    }

    @Override
    public void onNext(Object next) {
        if (!queue.offer(Objects.requireNonNull(next, "item"))) {
            misuse = new IllegalStateException(
                    "topic: method=" + method.name() + ", its source sent more items than were requested");
            stop();
        }
    }

    @Override
    public void onError(Throwable failure) {
        queue.offer(new End(Objects.requireNonNull(failure, "failure")));
    }

    @Override
    public void onComplete() {
        queue.offer(new End(null));
    }
}
