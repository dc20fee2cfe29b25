package io.tellask.aeron;

import io.tellask.aeron.calls.TopicTarget;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Who subscribed to the streams of one {@link TopicSubscription}, each with a demand of its own.
 *
 * <p>Thread-safety: those who subscribe, ask for more and cancel only put themselves into a queue; all else belongs to the delivery of the
 * subscription, which is one task at a time.
 */
final class TopicStreams {
    private static final byte[] NOTHING = {};

    private final TopicMessages messages;
    private final Runnable wake;
    private final MessageQueue queue;
    private final Queue<TopicStreamReceiver> ready = new ConcurrentLinkedQueue<>();
    private final List<TopicStreamReceiver> open = new ArrayList<>();
    private volatile @Nullable TopicException over;

    /**
     * @param wake has the delivery called
     * @param queue counts what waits for demand, too
     */
    TopicStreams(TopicMessages messages, Runnable wake, MessageQueue queue) {
        this.messages = messages;
        this.wake = wake;
        this.queue = queue;
    }

    /** An object whose stream methods give the streams. */
    <T> T stub(Class<T> contract) {
        return contract.cast(messages.reference(new Stub()));
    }

    /** Gives the streams of the methods that return one. */
    private final class Stub implements TopicTarget {
        @Override
        public ByteWriter begin(int method) {
            throw new UnsupportedOperationException(
                    "topic: the method tells; call it on TopicPublisher.tell, and hear it by the subscriber that was given");
        }

        @Override
        public void end(ByteWriter message) {
            throw new AssertionError("nothing was begun");
        }

        @Override
        public Flow.Publisher<?> stream(int method) {
            return TopicStreams.this.stream(messages.signals(method));
        }

        @Override
        public String toString() {
            return "streams of topic " + messages.topic();
        }
    }

    private Flow.Publisher<Object> stream(TopicSignals signals) {
        return subscriber -> {
            TopicStreamReceiver receiver =
                    new TopicStreamReceiver(this, signals, Objects.requireNonNull(subscriber, "subscriber"), queue);
            receiver.schedule();
        };
    }

    void schedule(TopicStreamReceiver receiver) {
        ready.add(receiver);
        wake.run();
    }

    boolean isReady() {
        return !ready.isEmpty();
    }

    /** Ends all, and those that come later. From any thread; the delivery tells them. */
    void end(TopicException cause) {
        if (over == null) {
            over = cause;
        }
        wake.run();
    }

    // --- below on the delivery only

    void deliver(int index, ByteReader in) {
        TopicSignals signals = messages.signals(index);
        int kind = in.readByte();
        byte[] content = open.isEmpty() ? NOTHING : in.readBytes(in.remaining()); // may wait for demand
        for (TopicStreamReceiver receiver : List.copyOf(open)) {
            if (receiver.hears(signals)) {
                receiver.add(content, kind);
                receiver.turn();
            }
        }
    }

    /** Has those do something that wait for it. */
    void turn() {
        TopicException cause = over;
        if (cause != null) {
            List.copyOf(open).forEach(receiver -> receiver.fail(cause));
        }
        int waiting = ready.size();
        for (int i = 0; i < waiting; i++) {
            TopicStreamReceiver receiver = ready.poll();
            if (receiver != null) {
                receiver.begin();
                if (cause == null) {
                    receiver.turn();
                } else {
                    receiver.fail(cause);
                }
            }
        }
    }

    void opened(TopicStreamReceiver receiver) {
        open.add(receiver);
    }

    void ended(TopicStreamReceiver receiver) {
        open.remove(receiver);
    }
}
