package io.tellask.aeron;

import io.aeron.Image;
import io.aeron.Subscription;
import io.tellask.actor.Dispatcher;
import io.tellask.remote.LogLimiter;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
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
    private static final int FRAGMENTS = 256;
    private static final int BATCH = 64;

    /** Ends of streams that are taken beyond what may wait. */
    private static final int ENDS_BYTES = 64 * 1024;

    private final Topics topics;
    private final TopicMessages messages;
    private final @Nullable Object subscriber; // null: streams only
    private final @Nullable Runnable reset; // where it begins with a snapshot
    private final Executor executor;
    private final Slow slow;
    private final LogLimiter failures = new LogLimiter();
    private final Queue<byte[]> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong queuedBytes = new AtomicLong();
    private final AtomicBoolean running = new AtomicBoolean();
    private final AtomicLong received = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong gaps = new AtomicLong();
    private final AtomicLong snapshots = new AtomicLong();
    private final Runnable delivery = this::deliver;
    private final Poll poll = new Poll();
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
        this.slow = slow;
        streams = new TopicStreams(messages, this::wake, queuedBytes);
    }

    /** Messages that were handed to the subscriber. */
    public long received() {
        return received.get();
    }

    /** Messages that were dropped since the subscriber was behind. */
    public long dropped() {
        return dropped.get();
    }

    /** Messages that were too long, had no end, or were of another topic or version of the contract. */
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

    /** Ends the subscription; what waits is not delivered any more. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            topics.forget(this, poll);
            endStreams();
        }
    }

    private void endStreams() {
        streams.end(new TopicException(
                TopicException.Problem.CLOSED, "topic: its subscription has ended; subscribe to the topic again"));
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

    private void complete(Source source, byte[] message) {
        if (!messages.isOurs(message)) {
            refused.incrementAndGet();
            return;
        }
        int stream = messages.streamOf(message);
        if (stream >= 0 && completeStream(source, stream, message)) {
            return;
        }
        boolean snapshot = messages.isSnapshot(message);
        if (source.waits ? !snapshot && messages.givesSnapshots(message) : snapshot) {
            return; // is in the snapshot that will come; or is for others
        }
        if (slow == Slow.DROP && !hasRoom()) {
            dropped.incrementAndGet();
            source.waits = reset != null && (snapshot || messages.givesSnapshots(message));
            return;
        }
        source.waits = false;
        queuedBytes.addAndGet(message.length);
        queue.add(message);
        wake();
    }

    /** Notes whose stream it is; true for an end that is taken whether there is room or not. */
    private boolean completeStream(Source source, int stream, byte[] message) {
        boolean ends = messages.endsStream(message);
        source.streams.set(stream, !ends);
        return ends && takeEnd(message);
    }

    private boolean takeEnd(byte[] message) {
        boolean taken = queuedBytes.get() < topics.queueBytes() + (long) ENDS_BYTES;
        if (taken) {
            queuedBytes.addAndGet(message.length);
            queue.add(message);
            wake();
        }
        return taken;
    }

    /** The streams of a publisher that is gone end; those that nobody knows the publisher of, if there is none any more. */
    private void lost(Source source, boolean isLast) {
        for (int stream : messages.streams()) {
            if ((isLast || source.streams.get(stream)) && !takeEnd(messages.lost(stream))) {
                dropped.incrementAndGet();
            }
        }
    }

    private boolean hasRoom() {
        return queuedBytes.get() < topics.queueBytes();
    }

    private void wake() {
        if (running.compareAndSet(false, true)) {
            try {
                executor.execute(delivery);
            } catch (RejectedExecutionException ended) {
                close();
                streams.turn(); // who subscribed to one is told here
                running.set(false);
            }
        }
    }

    private void deliver() {
        streams.turn();
        for (int i = 0; i < BATCH && !closed; i++) {
            byte[] message = queue.poll();
            if (message == null) {
                break;
            }
            deliver(message);
            queuedBytes.addAndGet(-message.length); // after it was handled: that is what is waited for
        }
        running.set(false);
        if (!queue.isEmpty() && !closed || streams.isReady()) {
            wake();
        }
    }

    private void deliver(byte[] message) {
        try {
            if (reset != null && messages.isSnapshot(message)) {
                reset.run();
                snapshots.incrementAndGet();
            }
            messages.deliver(message, subscriber, streams);
            received.incrementAndGet();
        } catch (Throwable failure) {
            failed.incrementAndGet();
            failures.log(LOG, Level.WARNING, () -> "a subscriber failed: " + SafeLog.describe(failure));
        }
    }

    /** A publisher that is heard; belongs to the client's thread. */
    private final class Source {
        private final TopicParts parts =
                new TopicParts(topics.messageBytes(), message -> complete(this, message), this::refuse);
        private final BitSet streams = new BitSet(); // those it began
        private boolean waits = reset != null; // for a snapshot

        private void refuse() {
            refused.incrementAndGet();
            waits = reset != null; // what was refused is missed
        }
    }

    /** The part on the client's thread: reads what comes while there is room for it. */
    final class Poll implements Polled {
        private final List<Image> images = new ArrayList<>();
        private final Map<Integer, Source> sources = new HashMap<>();
        private final Map<Integer, Long> left = new HashMap<>(); // positions of publishers that were lost
        private @Nullable Subscription subscription;
        private @Nullable SnapshotRequest request;
        private boolean over;

        private void appear(Image image) {
            images.add(image);
            sources.put(image.sessionId(), new Source());
            Long before = left.remove(image.sessionId());
            if (before != null && image.joinPosition() != before) {
                gaps.incrementAndGet();
            }
        }

        private void disappear(Image image) {
            images.remove(image);
            Source source = sources.remove(image.sessionId());
            if (source != null) {
                lost(source, images.isEmpty());
            }
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
            for (Image image : images) {
                Source source = sources.get(image.sessionId());
                if (source != null && (slow == Slow.DROP || hasRoom())) {
                    count += image.poll(source.parts, FRAGMENTS);
                    waits |= source.waits;
                }
            }
            if (waits && request != null && hasRoom()) {
                request.send(nowNanos);
            }
            return count;
        }

        void stop() {
            over = true;
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
            closed = true;
            stop();
            endStreams();
        }

        @Override
        public void clientEnded(Throwable cause) {
            closed = true;
            over = true;
            endStreams();
        }
    }
}
