package io.tellask.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.logbuffer.BufferClaim;
import io.tellask.actor.Promise;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.actor.runtime.RunContext;
import io.tellask.aeron.TopicException.Problem;
import io.tellask.aeron.calls.TopicTarget;
import io.tellask.codec.ByteWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One publisher of a topic: what its {@link #tell} is told, and what streams are given to {@link #stream}, goes to all subscribers of the
 * moment, in order. Thread-safe: calls of several threads go one after the other.
 *
 * @param <T> the contract
 */
public final class TopicPublisher<T> implements AutoCloseable, Topics.Part {
    private static final long PAUSE_NANOS = 20_000;
    private static final int MOST_SPARE_BYTES = 64 * 1024;

    private final String topic;
    private final TopicMessages messages;
    private final ExclusivePublication publication;
    private final Topics topics;
    private final Class<T> contract;
    private final T reference;
    private final int mostBytes;
    private final Duration patience;
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicReference<@Nullable ByteWriter> spare = new AtomicReference<>();
    private final BufferClaim claim = new BufferClaim();
    private final AtomicLong published =
            new AtomicLong(); // written under the lock, by ordered stores: no fence for each message
    private volatile long unheard;
    private final @Nullable SnapshotSource<T> snapshots;
    private final @Nullable SnapshotRequests requests;
    private final AtomicLong told = new AtomicLong(); // calls that began to be sent; so, too
    private volatile long snapshotsSent;
    private final Map<ContractMethod, TopicStreamSender> streams = new ConcurrentHashMap<>(); // that are published
    private volatile boolean closed;

    TopicPublisher(
            Topics topics,
            String topic,
            Class<T> contract,
            TopicMessages messages,
            ExclusivePublication publication,
            @Nullable SnapshotSource<T> snapshots) {
        this.snapshots = snapshots;
        requests = snapshots == null
                ? null
                : new SnapshotRequests(topic, messages.digest(), snapshots.executor(), () -> sendSnapshot(snapshots));
        this.topics = topics;
        this.topic = topic;
        this.messages = messages;
        this.publication = publication;
        mostBytes = topics.messageBytes();
        patience = topics.patience();
        this.contract = contract;
        reference = reference(new Tells());
    }

    private T reference(TopicTarget target) {
        return contract.cast(messages.reference(target));
    }

    /** Has what is told sent. */
    private final class Tells implements TopicTarget {
        @Override
        public ByteWriter begin(int method) {
            ByteWriter known = spare.getAndSet(null);
            ByteWriter out = known == null ? new ByteWriter(TopicMessages.FIRST_BYTES) : known;
            messages.beginTell(method, snapshots != null, out);
            return out;
        }

        @Override
        public void end(ByteWriter message) {
            publish(message, true, true);
            if (message.array().length <= MOST_SPARE_BYTES) {
                message.clear();
                spare.lazySet(message);
            }
        }

        @Override
        public Flow.Publisher<?> stream(int method) {
            throw notPublished(method);
        }

        @Override
        public String toString() {
            return "topic " + topic;
        }
    }

    /** Adds what is told to a snapshot. */
    private final class Snapshotted implements TopicTarget {
        private final ByteWriter snapshot = messages.beginSnapshot();

        @Override
        public ByteWriter begin(int method) {
            TopicMessages.appendTell(snapshot, method);
            return snapshot;
        }

        @Override
        public void end(ByteWriter message) {
            requireFits(message.position());
        }

        @Override
        public Flow.Publisher<?> stream(int method) {
            throw notPublished(method);
        }

        @Override
        public String toString() {
            return "snapshot of topic " + topic;
        }
    }

    /** Requests for snapshots; null where none are given. */
    @Nullable
    SnapshotRequests requests() {
        return requests;
    }

    /** What calls go to. They raise {@link TopicException} where a message is too long, or subscribers that are waited for have no room. */
    public T tell() {
        return reference;
    }

    /**
     * Publishes a stream as that of a method: {@code publisher.stream(Market::prices, prices)}. It is subscribed to once, when the first
     * subscriber of the topic is there, and from then on everybody gets its items, its end, or what it fails with, in order; tells go
     * between. Subscribers that are waited for hold it back, for as long as they live.
     *
     * @param method calls the method, on an object that only finds out which one it is
     * @return settles when the stream has ended, and fails as it does; cancelling it cancels the stream
     * @throws IllegalArgumentException if another method is called, or none
     * @throws IllegalStateException if a stream of that method is being published
     */
    public <X> Promise<Void> stream(
            Function<? super T, ? extends Flow.@Nullable Publisher<X>> method, Flow.Publisher<? extends X> items) {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(items, "items");
        ContractMethod found = streamMethod(method);
        TopicStreamSender sender = new TopicStreamSender(this, messages, found, items);
        if (streams.putIfAbsent(found, sender) != null) {
            throw new IllegalStateException("topic: name=" + topic + ", method=" + found.name()
                    + " publishes a stream already; cancel it, or wait for its end");
        }
        Promise<Void> end = sender.start();
        if (closed) {
            sender.stop();
        }
        return end;
    }

    private ContractMethod streamMethod(Function<? super T, ?> method) {
        Called called = new Called();
        Object given = method.apply(reference(called));
        if (given != null || called.count != 1) { // a stream of another object, or several
            throw called.noSingleStream();
        }
        return messages.signals(called.method).method();
    }

    /** Finds out which method is called. */
    private final class Called implements TopicTarget {
        private int method;
        private int count;

        @Override
        public ByteWriter begin(int tell) {
            throw noSingleStream();
        }

        @Override
        public void end(ByteWriter message) {
            throw noSingleStream();
        }

        @Override
        public Flow.@Nullable Publisher<?> stream(int streamed) {
            method = streamed;
            count++;
            return null;
        }

        private IllegalArgumentException noSingleStream() {
            return new IllegalArgumentException(
                    "topic: name=" + topic
                            + ", no single method that returns a stream was called; write publisher.stream(Market::prices, prices)");
        }

        @Override
        public String toString() {
            return "methods of topic " + topic;
        }
    }

    private UnsupportedOperationException notPublished(int method) {
        return new UnsupportedOperationException(
                "topic: method=" + messages.signals(method).method().name()
                        + " is a stream, and is not called to publish it; take TopicPublisher.stream");
    }

    void forget(ContractMethod streamed) {
        streams.remove(streamed);
    }

    boolean givesSnapshots() {
        return snapshots != null;
    }

    /** Whether nothing can be published any more. */
    boolean isOver() {
        return closed || publication.isClosed();
    }

    /** Publishes a part of a stream. */
    void publishSignal(ByteWriter message) {
        publish(message, false, true); // no part of the state that a snapshot has
    }

    /** Whether anybody is subscribed now, as far as is known here. */
    public boolean isHeard() {
        return !closed && publication.isConnected();
    }

    /**
     * How many media drivers receive, which are as many as processes unless these share one. Asks the driver's thread: for waiting until all
     * that are expected are there, not for each message.
     */
    public int receivers() {
        return topics.receivers(topic, publication);
    }

    /** Messages that were published. */
    public long published() {
        return published.get();
    }

    /** Messages that nobody was there for, as far as was known. */
    public long unheard() {
        return unheard;
    }

    /** Snapshots that were sent. */
    public long snapshots() {
        return snapshotsSent;
    }

    /** Ends publishing; what was published still reaches its subscribers, see {@link Topics#close}. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                streams.values().forEach(TopicStreamSender::stop);
                topics.forget(this, publication, requests);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes and sends a snapshot, unless something was told meanwhile: then nobody knows whether the snapshot has it, and a later one is
     * taken. False then.
     */
    private boolean sendSnapshot(SnapshotSource<T> source) {
        long before = told.get();
        Snapshotted target = new Snapshotted();
        source.snapshotter().accept(reference(target));
        lock.lock();
        try {
            if (told.get() != before) {
                return false;
            }
            publish(target.snapshot, false, false);
            snapshotsSent++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void publish(ByteWriter message, boolean isTell, boolean isCounted) {
        int length = message.position();
        requireFits(length);
        lock.lock();
        try {
            if (closed) {
                throw isClosed();
            }
            if (isTell) {
                told.lazySet(told.getPlain() + 1);
            }
            boolean heard = sendParts(message.array(), length);
            if (isCounted && heard) {
                published.lazySet(published.getPlain() + 1);
            } else if (isCounted) {
                unheard++;
            }
        } finally {
            lock.unlock();
        }
    }

    private void requireFits(int length) {
        if (length > mostBytes) {
            throw new TopicException(
                    Problem.TOO_LARGE,
                    "topic: name=" + topic + ", bytes=" + length + " > messageBytes=" + mostBytes
                            + "; publish less, or set messageBytes on all sides");
        }
    }

    private boolean sendParts(byte[] bytes, int length) {
        long began = 0;
        int most = publication.maxPayloadLength();
        for (int at = 0; at < length; ) {
            int count = Math.min(most, length - at);
            long flags = (at == 0 ? TopicParts.FIRST : 0) | (at + count == length ? TopicParts.LAST : 0);
            long value = (long) length << TopicParts.LENGTH_SHIFT | flags;
            long outcome = publication.tryClaim(count, claim);
            if (outcome > 0) {
                claim.buffer().putBytes(claim.offset(), bytes, at, count);
                claim.reservedValue(value);
                claim.commit();
                at += count;
            } else if (outcome == Publication.NOT_CONNECTED) {
                return false;
            } else if (outcome == Publication.BACK_PRESSURED) {
                began = began == 0 ? System.nanoTime() : began;
                await(began);
            } else if (outcome != Publication.ADMIN_ACTION) {
                throw isClosed();
            }
        }
        return true;
    }

    private TopicException isClosed() {
        return new TopicException(
                Problem.CLOSED, "topic: name=" + topic + ", its publisher is closed; open it or its group again");
    }

    /** Receivers are behind; a thread that serves others must not wait for them. */
    private void await(long began) {
        boolean mayWait = RunContext.mayWait();
        if (!mayWait || System.nanoTime() - began > patience.toNanos()) {
            throw new TopicException(
                    Problem.NO_ROOM,
                    "topic: name=" + topic + ", subscribers are behind"
                            + (mayWait ? ", patience=" + patience : ", and actors do not wait for them")
                            + "; publish less often, or have slow subscribers drop");
        }
        LockSupport.parkNanos(this, PAUSE_NANOS);
    }
}
