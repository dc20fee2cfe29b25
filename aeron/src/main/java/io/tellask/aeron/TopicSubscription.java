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
import java.util.BitSet;
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
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
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
    private static final int BATCH = 256;

    /** Ends of streams that are taken beyond what may wait. */
    private static final long ENDS_BYTES = 64 * 1024;

    private static final String NO_HEAP = "the heap has no room for it; give the process a larger one";

    private final Topics topics;
    private final TopicMessages messages;
    private final @Nullable Object subscriber; // null: streams only
    private final @Nullable Runnable reset; // where it begins with a snapshot
    private final Executor executor;
    private final Slow slow;
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
        this.slow = slow;
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
            endStreams();
            ended.complete(null);
        }
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

    private void fail(Throwable cause) {
        closed = true;
        endStreams();
        ended.completeExceptionally(new TopicException(
                TopicException.Problem.CLOSED,
                "topic: name=" + messages.topic() + ", its subscription ended; subscribe again",
                cause));
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

    private void endStreams() {
        streams.end(new TopicException(
                TopicException.Problem.CLOSED,
                "topic: name=" + messages.topic() + ", its subscription has ended; subscribe to the topic again"));
    }

    /** The streams of a publisher that is gone end; those that nobody knows the publisher of, if there is none any more. */
    private void lost(Source source, boolean isLast) {
        for (int stream : messages.streams()) {
            if (!isLast && !source.streams.get(stream)) {
                continue;
            }
            if (queue.hasRoom(ENDS_BYTES)) {
                queue.add(MessageQueue.batchOf(messages.lost(stream)));
                wake();
            } else {
                dropped.incrementAndGet();
            }
        }
    }

    private void wake() {
        if (!running.get() && running.compareAndSet(false, true)) {
            try {
                executor.execute(delivery);
            } catch (RejectedExecutionException over) {
                close();
                streams.turn(); // who subscribed to one is told here
                running.set(false);
            }
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
            failures.log(LOG, Level.WARNING, () -> "a subscriber failed: " + SafeLog.describe(failure));
        }
    }

    /** A publisher that is heard; belongs to the client's thread. */
    private final class Source implements TopicParts.Sink {
        private final Image image;
        private final TopicParts parts = new TopicParts(topics.messageBytes(), ReassemblyMemory.ofProcess(), this);
        private final BitSet streams = new BitSet(); // those it began
        private boolean waits = reset != null; // for a snapshot

        Source(Image image) {
            this.image = image;
        }

        @Override
        public void whole(DirectBuffer buffer, int offset, int length) {
            if (isTaken(buffer, offset, length)) {
                queue.add(buffer, offset, length);
            }
        }

        @Override
        public void joined(byte[] batch) {
            UnsafeBuffer buffer = new UnsafeBuffer(batch);
            int offset = MessageQueue.LENGTH_BYTES;
            if (isTaken(buffer, offset, batch.length - offset)) {
                queue.add(batch);
            }
        }

        @Override
        public void refused(String reason) {
            refused.incrementAndGet();
            waits = reset != null; // what was refused is missed
            failures.log(LOG, Level.WARNING, () -> "a message was refused: topic=" + messages.topic() + ", " + reason);
        }

        private boolean isTaken(DirectBuffer buffer, int offset, int length) {
            if (!messages.isOurs(buffer, offset, length)) {
                refused.incrementAndGet();
                return false;
            }
            int stream = messages.streamOf(buffer, offset, length);
            if (stream >= 0) {
                boolean ends = messages.endsStream(buffer, offset, length);
                streams.set(stream, !ends);
                if (ends && queue.hasRoom(ENDS_BYTES)) {
                    return true;
                }
            }
            byte head = TopicMessages.head(buffer, offset);
            boolean snapshot = TopicMessages.isSnapshot(head);
            boolean gives = TopicMessages.givesSnapshots(head);
            if (waits ? !snapshot && gives : snapshot) {
                return false; // is in the snapshot that will come; or is for others
            }
            if (slow == Slow.DROP && !queue.hasRoom()) {
                dropped.incrementAndGet();
                waits = reset != null && (snapshot || gives);
                return false;
            }
            waits = false;
            return true;
        }
    }

    /** The part on the client's thread: reads what comes while there is room for it. */
    final class Poll implements Polled {
        private final List<Source> sources = new ArrayList<>();
        private final Map<Integer, Long> left = new HashMap<>(); // positions of publishers that were lost
        private @Nullable Subscription subscription;
        private @Nullable SnapshotRequest request;
        private boolean over;

        private void appear(Image image) {
            sources.add(new Source(image));
            Long before = left.remove(image.sessionId());
            if (before != null && image.joinPosition() != before) {
                gaps.incrementAndGet();
            }
        }

        private void disappear(Image image) {
            for (Source source : List.copyOf(sources)) {
                if (source.image == image) {
                    source.parts.clear();
                    sources.remove(source);
                    lost(source, sources.isEmpty());
                }
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
            for (int i = 0; i < sources.size(); i++) {
                Source source = sources.get(i);
                if (slow == Slow.DROP || queue.hasRoom()) {
                    count += poll(source);
                    waits |= source.waits;
                }
            }
            if (count > 0) {
                handOver();
            }
            if (waits && request != null && queue.hasRoom()) {
                request.send(nowNanos);
            }
            return count;
        }

        private int poll(Source source) {
            try {
                return source.image.poll(source.parts, FRAGMENTS);
            } catch (OutOfMemoryError full) {
                source.parts.clear();
                source.refused(NO_HEAP);
                return 1;
            }
        }

        /** What was read can be taken from now on. */
        private void handOver() {
            try {
                queue.flush();
            } catch (OutOfMemoryError full) {
                refused.addAndGet(queue.discard() - 1L); // and one below
                sources.forEach(source -> source.waits = reset != null);
                sources.getFirst().refused(NO_HEAP);
            }
            if (queue.hasBatches()) {
                wake();
            }
        }

        private void release() {
            sources.forEach(source -> source.parts.clear());
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
            if (cause == null) {
                close(); // the loop that it serves has ended
            } else {
                fail(cause);
            }
            stop();
        }

        @Override
        public void clientEnded(Throwable cause) {
            fail(cause);
            release();
            over = true;
        }
    }
}
