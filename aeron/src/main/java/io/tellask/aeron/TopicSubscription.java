package io.tellask.aeron;

import io.aeron.Image;
import io.aeron.Subscription;
import io.tellask.actor.Dispatcher;
import io.tellask.codec.ByteReader;
import io.tellask.remote.LogLimiter;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One subscription to a topic: messages of each publisher come in order, one at a time, by the executor that was given. Those of different
 * publishers have no order among each other. Thread-safe.
 */
public final class TopicSubscription implements AutoCloseable, Topics.Part {
    /** What happens where messages come faster than they are taken. */
    public enum Slow {
        /** Publishers wait, and with them all other subscribers. */
        WAIT,
        /** The newest messages are dropped here, and counted. */
        DROP
    }

    private static final Logger LOG = System.getLogger("io.tellask.aeron");
    private static final int BATCH = 256;

    private final Topics topics;
    private final TopicMessages messages;
    private final @Nullable Object subscriber; // null: streams only
    private final @Nullable Runnable reset; // where it begins with a snapshot
    private final Executor executor;
    private final TopicSource.Rules rules;
    private final LogLimiter failures = new LogLimiter();
    private final MessageQueue queue;
    private final ByteReader message = new ByteReader(); // for the task that delivers
    private final AtomicBoolean running = new AtomicBoolean();
    private final AtomicLong received = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong gaps = new AtomicLong();
    private final AtomicLong snapshots = new AtomicLong();
    private final Runnable delivery = this::deliver;
    private final Poll poll = new Poll();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final TopicStreams streams;
    private volatile boolean closed;

    TopicSubscription(
            Topics topics,
            TopicMessages messages,
            @Nullable Object subscriber,
            @Nullable Runnable reset,
            Executor executor,
            Slow slow) {
        this.reset = reset;
        this.topics = topics;
        this.messages = messages;
        this.subscriber = subscriber;
        this.executor = executor;
        rules = new TopicSource.Rules(topics.messageBytes(), slow == Slow.DROP, reset != null);
        queue = new MessageQueue(topics.queueBytes());
        streams = new TopicStreams(messages, this::wake, queue);
    }

    /** Messages that were handed to the subscriber. */
    public long received() {
        return received.get();
    }

    /** Messages that were dropped since the subscriber was behind. */
    public long dropped() {
        return dropped.get();
    }

    /** Messages that were too long or too large for the heap, had no end, or were of another topic or version of the contract. */
    public long refused() {
        return refused.get();
    }

    /** Messages that could not be decoded, or whose method threw. */
    public long failed() {
        return failed.get();
    }

    /** How often a publisher was lost and found again, later in what it publishes. */
    public long gaps() {
        return gaps.get();
    }

    /** Snapshots that were handed to the subscriber, counted in {@link #received} too. */
    public long snapshots() {
        return snapshots.get();
    }

    /**
     * Completes when nothing is heard any more: normally after {@link #close} or when the executor takes no more tasks, by a
     * {@link TopicException} of {@code CLOSED} when the media driver has ended or something failed. Dependent actions may run on the thread
     * that serves all of Aeron: they do not block.
     */
    public CompletionStage<Void> ended() {
        return ended.minimalCompletionStage();
    }

    /** Ends the subscription; what waits is not delivered any more. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            topics.forget(this, poll);
            ended.complete(null);
            streams.end(new TopicException(
                    TopicException.Problem.CLOSED,
                    "topic: name=" + messages.topic() + ", its subscription has ended; subscribe to the topic again"));
        }
    }

    private void fail(Throwable cause) {
        TopicException failure = new TopicException(
                TopicException.Problem.CLOSED,
                "topic: name=" + messages.topic() + ", its subscription ended; subscribe again",
                cause);
        closed = true;
        ended.completeExceptionally(failure);
        streams.end(failure);
    }

    /** Opens it, on the client's thread. */
    void open(AeronClient client, TopicGroup group, int stream, int requestStream) {
        if (reset != null) {
            poll.request = new SnapshotRequest(
                    client.aeron().addExclusivePublication(group.toRequest(), requestStream), messages.digest());
        }
        poll.subscription = client.aeron().addSubscription(group.toReceive(), stream, poll::appear, poll::disappear);
        client.add(poll);
    }

    /**
     * The streams of the contract: methods of the stub that return streams give what is published from when they are subscribed to. Each
     * subscriber has its own demand; items that it did not ask for yet wait, count as what waits here, and hold publishers back or are
     * dropped with all else. It hears on the executor, or as the actor that subscribed. Each call of a method gives one more stream. A stream
     * fails with a {@link TopicException} if its publisher's did, if the publisher is gone, or if this subscription ends.
     *
     * @throws IllegalArgumentException if it is another contract
     */
    public <T> T streams(Class<T> contract) {
        messages.requireContract(Objects.requireNonNull(contract, "contract"));
        return streams.stub(contract);
    }

    private void wake() {
        if (!running.get() && running.compareAndSet(false, true)) {
            try {
                executor.execute(delivery);
            } catch (RejectedExecutionException over) {
                close();
                endStreams();
            } catch (Throwable broken) {
                fail(broken);
                topics.forget(this, poll);
                endStreams();
                throw broken;
            }
        }
    }

    /** Nothing runs any more: whoever subscribed to a stream is told here. */
    private void endStreams() {
        streams.turn();
        running.set(false);
        if (streams.isReady()) { // meanwhile
            wake();
        }
    }

    private void deliver() {
        streams.turn();
        for (int i = 0; i < BATCH && !closed && queue.take(message); i++) {
            deliver(message);
            queue.handled(); // only now: that is what is waited for
        }
        boolean more = queue.isAmidBatch();
        running.set(false);
        if ((more || queue.hasBatches()) && !closed || streams.isReady()) {
            wake();
        }
    }

    private void deliver(ByteReader message) {
        try {
            if (reset != null && TopicMessages.isSnapshot(message)) {
                reset.run();
                snapshots.incrementAndGet();
            }
            messages.deliver(message, subscriber, streams);
            received.lazySet(received.getPlain() + 1); // one task at a time does so
        } catch (Throwable failure) {
            failed.incrementAndGet();
            failures.log(
                    LOG,
                    Level.WARNING,
                    () -> "a subscriber failed: topic=" + messages.topic() + ", failure=" + SafeLog.describe(failure)
                            + place(failure));
        }
    }

    /** Where the subscriber threw. */
    private static String place(Throwable failure) {
        StackTraceElement[] stack = failure.getStackTrace();
        return stack.length == 0 ? "" : ", at=" + stack[0];
    }

    /** The part on the client's thread: reads what comes while there is room for it. */
    final class Poll implements Polled, TopicSource.Losses {
        private final List<TopicSource> sources = new ArrayList<>();
        private final Map<Integer, Long> left = new HashMap<>(); // positions of publishers that were lost
        private @Nullable Subscription subscription;
        private @Nullable SnapshotRequest request;
        private boolean over;

        private void appear(Image image) {
            sources.add(new TopicSource(image, messages, queue, rules, this));
            Long before = left.remove(image.sessionId());
            if (before != null && image.joinPosition() != before) {
                gaps.incrementAndGet();
            }
        }

        private void disappear(Image image) {
            for (TopicSource source : sources) {
                if (source.isOf(image)) {
                    source.release();
                    source.endStreams(sources.size() == 1);
                }
            }
            handOver();
            sources.removeIf(source -> source.isOf(image));
            if (!image.isEndOfStream()) {
                if (left.size() >= Topics.MOST_LOST_PUBLISHERS) {
                    left.clear();
                }
                left.put(image.sessionId(), image.position());
            }
        }

        @Override
        public int poll(long nowNanos) {
            int count = 0;
            boolean waits = false;
            for (int i = 0; i < sources.size(); i++) {
                TopicSource source = sources.get(i);
                count += source.poll();
                waits |= source.waitsForSnapshot();
            }
            if (count > 0) {
                handOver();
            }
            if (waits && request != null && queue.hasRoom()) {
                request.send(nowNanos);
            }
            return count;
        }

        /** What was read can be taken from now on. */
        private void handOver() {
            TopicSource.handOver(queue, sources, this);
            if (queue.hasBatches()) {
                wake();
            }
        }

        private void release() {
            sources.forEach(TopicSource::release);
        }

        @Override
        public void dropped() {
            dropped.incrementAndGet();
        }

        @Override
        public void refused(int count) {
            refused.addAndGet(count);
        }

        @Override
        public void refused(String reason) {
            refused.incrementAndGet();
            failures.log(LOG, Level.WARNING, () -> "a message was refused: topic=" + messages.topic() + ", " + reason);
        }

        void stop() {
            over = true;
            release();
            Subscription open = subscription;
            if (open != null) {
                open.close();
            }
            if (request != null) {
                request.close();
            }
        }

        @Override
        public boolean isOver() {
            return over;
        }

        @Override
        public @Nullable Dispatcher loop() {
            return executor instanceof Dispatcher loop ? loop : null;
        }

        @Override
        public void abandon(@Nullable Throwable cause) {
            try {
                stop();
            } finally {
                if (cause == null) {
                    close(); // the loop that it serves has ended
                } else {
                    fail(cause);
                }
            }
        }

        @Override
        public void clientEnded(Throwable cause) {
            release();
            over = true;
            fail(cause);
        }
    }
}
