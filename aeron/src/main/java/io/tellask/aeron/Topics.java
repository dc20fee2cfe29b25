package io.tellask.aeron;

import io.aeron.AeronCounters;
import io.aeron.ExclusivePublication;
import io.tellask.codec.Codec;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.concurrent.status.CountersReader;
import org.jspecify.annotations.Nullable;

/**
 * The topics of a group: what is published to one reaches all its subscribers, over multicast, or by single datagrams where that does not
 * get through. Messages are tells of a contract, and the streams that its methods return.
 *
 * <p>Each publisher's messages come in order, and what the network loses is sent again. Subscribers see what is published from when they
 * came, or from a snapshot on. Whoever is in the group can publish and read: nothing is encrypted. Needs the option of the JVM that {@link AeronTransport} needs.
 * Thread-safe.
 */
public final class Topics implements AutoCloseable {
    /** Longest message. */
    public static final int DEFAULT_MESSAGE_BYTES = 100 * 1024 * 1024;

    /**
     * Bytes of the heap that messages take which wait for a subscriber, or an eighth of the heap if that is less; the message that exceeds
     * them is still taken.
     */
    public static final int DEFAULT_QUEUE_BYTES = 16 * 1024 * 1024;

    private static final int QUEUE_HEAP_SHARE = 8;

    /** How long a publisher waits for subscribers that are behind: longer than for one that was killed, which is given up after 5 s. */
    public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(10);

    /** Publishers of a subscription that are remembered after they were lost; beyond, gaps of those before are not counted. */
    static final int MOST_LOST_PUBLISHERS = 1_024;

    private final TopicGroup group;
    private final AeronSettings settings;
    private final Codec codec;
    private final int messageBytes;
    private final int queueBytes;
    private final Duration patience;
    private final TopicClient client;
    private final Set<Part> parts = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();

    private Topics(Builder builder, URI address) {
        group = TopicGroup.of(address);
        AeronFlag.require("topics", address);
        codec = builder.codec;
        messageBytes = builder.messageBytes;
        queueBytes = builder.queueBytes;
        patience = builder.patience;
        settings = new AeronSettings(
                AeronTransport.DEFAULT_CONNECT_TIMEOUT,
                AeronTransport.DEFAULT_HANDSHAKE_TIME,
                AeronTransport.DEFAULT_PEER_TIMEOUT,
                AeronTransport.DEFAULT_MOST_CONNECTIONS,
                AeronTransport.DEFAULT_TERM_BYTES,
                false,
                builder.driver);
        client = new TopicClient(address, settings);
    }

    /** Opens a group as it is unless set. Blocks until the media driver is there. */
    public static Topics open(URI group) {
        return builder().open(group);
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * Begins to publish.
     *
     * @throws IllegalArgumentException if a method of the contract has a result other than a stream, or returns a stream and has parameters
     */
    public <T> TopicPublisher<T> publish(String topic, Class<T> contract) {
        return publish(topic, contract, (SnapshotSource<T>) null);
    }

    /**
     * Begins to publish, with snapshots for those that join by {@link #subscribeFromSnapshot}. A snapshot is one message to the whole group,
     * of at most {@code messageBytes}, which only they read; one is taken for all that ask at a time, 0.1 s after the one before at the
     * soonest.
     *
     * @param snapshotter tells the state of the moment to what it is given, then and on that thread only. If something is published
     *     meanwhile, what it told is thrown away, and it is called again
     * @param executor what calls it. Who changes the state does so, and publishes the change, by the same executor, one after the other, or
     *     holds a lock that the snapshotter takes, too: else a snapshot may have a change that is published behind it
     * @throws IllegalArgumentException if a method of the contract has a result other than a stream, or returns a stream and has parameters
     */
    public <T> TopicPublisher<T> publish(
            String topic, Class<T> contract, Consumer<? super T> snapshotter, Executor executor) {
        return publish(
                topic,
                contract,
                new SnapshotSource<>(
                        Objects.requireNonNull(snapshotter, "snapshotter"),
                        Objects.requireNonNull(executor, "executor")));
    }

    private <T> TopicPublisher<T> publish(String topic, Class<T> contract, @Nullable SnapshotSource<T> snapshots) {
        TopicMessages messages = messages(topic, contract);
        return call(topic, opening -> {
            ExclusivePublication publication =
                    opening.aeron().addExclusivePublication(group.toPublish(settings), stream(topic));
            TopicPublisher<T> publisher = new TopicPublisher<>(this, topic, contract, messages, publication, snapshots);
            SnapshotRequests requests = publisher.requests();
            if (requests != null) {
                requests.open(opening, group.toHearRequests(), requestStream(topic));
            }
            return opened(publisher);
        });
    }

    /**
     * Subscribes from now on.
     *
     * @param subscriber whose methods are called, one message at a time: an object, or a reference to an actor
     * @param executor what calls them, such as a loop of the actor system, or a thread where they block
     * @throws IllegalArgumentException if a method of the contract has a result other than a stream, or returns a stream and has parameters
     */
    public <T> TopicSubscription subscribe(
            String topic, Class<T> contract, T subscriber, Executor executor, TopicSubscription.Slow slow) {
        return subscribe(topic, contract, Objects.requireNonNull(subscriber, "subscriber"), null, executor, slow);
    }

    /**
     * Subscribes to the streams of a contract alone: {@code topics.subscribe(…).streams(Market.class).prices().subscribe(…)}.
     *
     * @param executor what tells those who subscribe to them, one at a time
     * @throws IllegalArgumentException if a method of the contract has a result other than a stream, or returns a stream and has parameters
     */
    public <T> TopicSubscription subscribe(
            String topic, Class<T> contract, Executor executor, TopicSubscription.Slow slow) {
        return subscribe(topic, contract, null, null, executor, slow);
    }

    /**
     * Subscribes from a snapshot of the publisher and with every message after it. Whenever messages were missed, since the publisher was
     * lost for a while or since {@link TopicSubscription.Slow#DROP} dropped some, a new snapshot comes, and all that is published behind
     * it. Of a publisher that gives no snapshots messages come from now on. For topics of one publisher at a time.
     *
     * @param reset is called, as the subscriber is, before each snapshot: what was heard so far is to be forgotten
     */
    public <T> TopicSubscription subscribeFromSnapshot(
            String topic,
            Class<T> contract,
            T subscriber,
            Runnable reset,
            Executor executor,
            TopicSubscription.Slow slow) {
        return subscribe(
                topic,
                contract,
                Objects.requireNonNull(subscriber, "subscriber"),
                Objects.requireNonNull(reset, "reset"),
                executor,
                slow);
    }

    private <T> TopicSubscription subscribe(
            String topic,
            Class<T> contract,
            @Nullable T subscriber,
            @Nullable Runnable reset,
            Executor executor,
            TopicSubscription.Slow slow) {
        Objects.requireNonNull(executor, "executor");
        Objects.requireNonNull(slow, "slow");
        TopicSubscription subscription =
                new TopicSubscription(this, messages(topic, contract), subscriber, reset, executor, slow);
        return call(topic, opening -> {
            subscription.open(opening, group, stream(topic), requestStream(topic));
            return opened(subscription);
        });
    }

    private TopicMessages messages(String topic, Class<?> contract) {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(contract, "contract");
        return new TopicMessages(topic, contract, codec);
    }

    /** Names are many, numbers of streams are not: messages say what they are. */
    private static int stream(String topic) {
        int number = topic.hashCode();
        return number == Handshake.STREAM ? ~number : number;
    }

    private static int requestStream(String topic) {
        return stream(topic + "\nsnapshot");
    }

    private <R> R call(String topic, Function<AeronClient, R> task) {
        if (closed.get()) {
            throw new TopicException(
                    TopicException.Problem.CLOSED, "topic: name=" + topic + ", its group is closed; open it again");
        }
        return client.call(topic, task);
    }

    /**
     * Ends all that was opened here. What was published still reaches those who hear it, at the pace of the slowest one that is waited for; this takes
     * {@code patience} at most, and is waited for here, but not by a thread that serves actors. What is left after that is logged.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            parts.forEach(Part::close);
            client.close(patience);
        }
    }

    /** What {@link #close} ends, too. */
    interface Part {
        void close();
    }

    private <P extends Part> P opened(P part) {
        parts.add(part);
        if (closed.get()) { // meanwhile
            part.close();
        }
        return part;
    }

    void forget(Part part, ExclusivePublication publication, @Nullable SnapshotRequests requests) {
        parts.remove(part);
        client.close(publication);
        if (requests != null) {
            client.execute(requests::stop);
        }
    }

    void forget(Part part, TopicSubscription.Poll poll) {
        parts.remove(part);
        client.execute(poll::stop);
    }

    int receivers(String topic, ExclusivePublication publication) {
        return call(topic, asked -> {
            CountersReader counters = TopicClient.counters(asked);
            int counter = counters.findByTypeIdAndRegistrationId(
                    AeronCounters.FLOW_CONTROL_RECEIVERS_COUNTER_TYPE_ID, publication.registrationId());
            return counter == CountersReader.NULL_COUNTER_ID ? 0 : (int) counters.getCounterValue(counter);
        });
    }

    int messageBytes() {
        return messageBytes;
    }

    int queueBytes() {
        return queueBytes;
    }

    Duration patience() {
        return patience;
    }

    /** Settings of a group. Not thread-safe. */
    public static final class Builder {
        private Codec codec = Codec.standard();
        private int messageBytes = DEFAULT_MESSAGE_BYTES;
        private int queueBytes =
                (int) Math.min(DEFAULT_QUEUE_BYTES, Runtime.getRuntime().maxMemory() / QUEUE_HEAP_SHARE);
        private Duration patience = DEFAULT_PATIENCE;
        private @Nullable Path driver;

        private Builder() {}

        /** What arguments are encoded and decoded by; the standard one unless set. */
        public Builder codec(Codec newCodec) {
            codec = Objects.requireNonNull(newCodec, "newCodec");
            return this;
        }

        /**
         * Longest message; 100 MiB unless set. Subscribers refuse longer ones, and those that no eighth of their heap is left for, with all
         * that have come in part.
         */
        public Builder messageBytes(int newMessageBytes) {
            messageBytes = positive("messageBytes", newMessageBytes);
            return this;
        }

        /**
         * How many bytes of the heap may wait for a subscriber before {@link TopicSubscription.Slow} applies; 16 MiB unless set, or an eighth
         * of the heap if that is less.
         */
        public Builder queueBytes(int newQueueBytes) {
            queueBytes = positive("queueBytes", newQueueBytes);
            return this;
        }

        /** How long a publisher waits for subscribers that are behind; 10 s unless set. Actors do not wait. */
        public Builder patience(Duration newPatience) {
            patience = AeronTransport.Builder.atLeast("patience", newPatience, Duration.ZERO);
            return this;
        }

        /** Takes a media driver that runs elsewhere, by its folder, instead of one in this process. */
        public Builder driver(Path folder) {
            driver = Objects.requireNonNull(folder, "folder");
            return this;
        }

        public Topics open(URI group) {
            return new Topics(this, Objects.requireNonNull(group, "group"));
        }

        private static int positive(String name, int value) {
            if (value < 1) {
                throw new IllegalArgumentException("topics: " + name + "=" + value + " < 1; take more");
            }
            return value;
        }
    }
}
