package io.tellask.actor;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes streams from what can be iterated, and consumes streams with bounded requests. Stateless.
 *
 * <p>Called by an actor, everything runs as that actor. Called by a plain thread, items are consumed on the thread that signals them.
 */
public final class Streams {
    /** Items that {@link #collect(Flow.Publisher)} takes at most. */
    public static final int DEFAULT_COLLECT_ITEMS = 1_000_000;

    private static final int COLLECT_BATCH_ITEMS = 256;

    private Streams() {}

    /** A stream of what an iterable yields, from the start for each subscriber. See {@link #of(Iterator)}. */
    public static <T> Flow.Publisher<T> of(Iterable<? extends T> items) {
        Objects.requireNonNull(items, "items");
        return new IteratorPublisher<>(items::iterator);
    }

    /**
     * A stream of what an iterator yields, for one subscriber. The iterator is asked for an item only when the subscriber has requested
     * it, by the actor that called this method. One that is {@link AutoCloseable} is closed when the stream ends or is cancelled. What
     * it throws fails the stream.
     */
    public static <T> Flow.Publisher<T> of(Iterator<? extends T> items) {
        return new IteratorPublisher<>(new OneIterator<T>(items));
    }

    /** All items as a list; at most {@link #DEFAULT_COLLECT_ITEMS}. */
    public static <T> Promise<List<T>> collect(Flow.Publisher<? extends T> publisher) {
        return collect(publisher, DEFAULT_COLLECT_ITEMS);
    }

    /**
     * All items as a list. Fails with what the stream failed with, or with {@link StreamLimitException} at one item more than the limit;
     * the stream is then cancelled, as it is when the promise is.
     */
    public static <T> Promise<List<T>> collect(Flow.Publisher<? extends T> publisher, int limitItems) {
        if (limitItems < 0) {
            throw new IllegalArgumentException("collect: limitItems=" + limitItems + " < 0; allow 0 items or more");
        }
        List<T> items = new ArrayList<>();
        Promise<List<T>> all = new ActorSettled<>();
        StreamConsumer<T> consumer = new StreamConsumer<>(COLLECT_BATCH_ITEMS, item -> {
            if (items.size() >= limitItems) {
                throw new StreamLimitException("collect: items=" + (items.size() + 1L) + " > limitItems=" + limitItems
                        + "; raise the limit, or take the items one by one with forEach");
            }
            items.add(item);
        });
        consumer.settling(all, () -> items);
        publisher.subscribe(consumer);
        return all;
    }

    /**
     * Hands each item to a consumer, never asking for more than a batch of items ahead. The promise settles when the stream has ended;
     * cancelling it cancels the stream. A consumer that throws cancels the stream and fails the promise.
     */
    public static <T> Promise<Void> forEach(
            Flow.Publisher<? extends T> publisher, int batchItems, Consumer<? super T> consumer) {
        if (batchItems < 1) {
            throw new IllegalArgumentException("forEach: batchItems=" + batchItems + " < 1; request at least one item");
        }
        Promise<Void> end = new ActorSettled<>();
        StreamConsumer<T> subscriber = new StreamConsumer<>(batchItems, Objects.requireNonNull(consumer, "consumer"));
        subscriber.settling(end, () -> null);
        publisher.subscribe(subscriber);
        return end;
    }

    /**
     * A stream of what the function makes of each item: an answer to each line of a chat, for one. Items are asked for as the subscriber asks
     * for those that it gets. The function runs as the actor that subscribes, which is the one whose method returns the stream; what it throws
     * cancels the stream and fails the one that is returned.
     */
    public static <T, R> Flow.Publisher<R> map(
            Flow.Publisher<? extends T> publisher, Function<? super T, ? extends R> function) {
        return new MappedPublisher<>(
                Objects.requireNonNull(publisher, "publisher"), Objects.requireNonNull(function, "function"));
    }

    /**
     * The items for a loop on a plain or virtual thread, which waits for them, never asking for more than a batch ahead:
     *
     * <pre>{@code
     * try (StreamItems<Chunk> chunks = Streams.iterate(publisher, 64)) {
     *     for (Chunk chunk : chunks) { … }
     * }
     * }</pre>
     */
    public static <T> StreamItems<T> iterate(Flow.Publisher<? extends T> publisher, int batchItems) {
        if (batchItems < 1) {
            throw new IllegalArgumentException("iterate: batchItems=" + batchItems + " < 1; request at least one item");
        }
        return new StreamItems<>(Objects.requireNonNull(publisher, "publisher"), batchItems);
    }

    /** Gives out its iterator once. */
    private static final class OneIterator<T> implements IteratorPublisher.Source<T> {
        private @Nullable Iterator<? extends T> iterator;

        OneIterator(Iterator<? extends T> iterator) {
            this.iterator = Objects.requireNonNull(iterator, "items");
        }

        @Override
        public synchronized Iterator<? extends T> open() {
            Iterator<? extends T> given = iterator;
            if (given == null) {
                throw new IllegalStateException("stream: its iterator serves one subscriber; make a stream for each");
            }
            iterator = null;
            return given;
        }
    }
}
