package io.tellask.browser;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The actor behind {@link Workshop}. */
final class WorkshopActor extends Actor implements Workshop {
    private final List<String> notes = new ArrayList<>();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();

    @Override
    public void note(String line) {
        notes.add(line);
    }

    @Override
    public Promise<List<String>> notes() {
        return Promise.of(List.copyOf(notes));
    }

    @Override
    public Promise<Integer> add(int a, int b) {
        return Promise.of(a + b);
    }

    @Override
    public Promise<Long> twice(long number) {
        return Promise.of(number * 2);
    }

    @Override
    public Promise<Order> echo(Order order) {
        return Promise.of(order);
    }

    @Override
    public Promise<Page<String>> page(Page<String> page) {
        return Promise.of(new Page<>(List.copyOf(page.items().reversed()), page.number() + 1));
    }

    @Override
    public Promise<Optional<Integer>> perhaps(Optional<Integer> value) {
        return Promise.of(value.map(number -> number + 1));
    }

    @Override
    public Promise<String> kind(int number) {
        return Promise.of("int " + number);
    }

    @Override
    public Promise<String> kind(String text) {
        return Promise.of("String " + text);
    }

    @Override
    public Promise<Object> any(Object value) {
        return Promise.of(value);
    }

    @Override
    public Promise<Node> ring() {
        Node first = new Node();
        Node second = new Node();
        first.name = "first";
        second.name = "second";
        first.next = second;
        second.next = first;
        return Promise.of(first);
    }

    @Override
    public Promise<Integer> length(String text) {
        return Promise.of(text.length());
    }

    @Override
    public Promise<String> repeat(int times) {
        return Promise.of("x".repeat(times));
    }

    @Override
    public Promise<Void> fail(String how) throws SoldOut {
        switch (how) {
            case "declared" -> throw new SoldOut("no pens", 3);
            case "jdk" -> throw new IllegalStateException("out of ink");
            default -> throw new Unexpected("a surprise");
        }
    }

    /** No class that a codec grants. */
    private static final class Unexpected extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unexpected(String message) {
            super(message);
        }
    }

    @Override
    public Promise<String> never() {
        Promise<String> promise = new Promise<>();
        open.incrementAndGet();
        promise.onCancel(open::decrementAndGet);
        return promise;
    }

    @Override
    public Promise<Integer> open() {
        return Promise.of(open.get());
    }

    @Override
    public Flow.Publisher<Integer> count(int upTo) {
        Flow.Publisher<Integer> numbers =
                Streams.of(IntStream.rangeClosed(1, upTo).boxed().toList());
        return subscriber -> numbers.subscribe(new Watched(subscriber));
    }

    /** Counts cancellations. */
    private final class Watched implements Flow.Subscriber<Integer> {
        private final Flow.Subscriber<? super Integer> subscriber;

        Watched(Flow.Subscriber<? super Integer> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscriber.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long items) {
                    subscription.request(items);
                }

                @Override
                public void cancel() {
                    closed.incrementAndGet();
                    subscription.cancel();
                }
            });
        }

        @Override
        public void onNext(Integer item) {
            subscriber.onNext(item);
        }

        @Override
        public void onError(Throwable failure) {
            subscriber.onError(failure);
        }

        @Override
        public void onComplete() {
            subscriber.onComplete();
        }
    }

    @Override
    public Promise<Integer> cancelled() {
        return Promise.of(closed.get());
    }

    @Override
    public Promise<Long> sum(Flow.Publisher<Integer> numbers) {
        long[] sum = new long[1];
        return Streams.forEach(numbers, 64, number -> sum[0] += number).thenApply(done -> sum[0]);
    }

    @Override
    public Promise<String> callBack(Listener listener, String text) {
        listener.told(text);
        return listener.said(text).thenApply(answer -> "heard " + answer);
    }

    @Override
    public Promise<Integer> countBack(Listener listener, int upTo) {
        return Streams.collect(listener.numbers(upTo))
                .thenApply(
                        numbers -> numbers.stream().mapToInt(Integer::intValue).sum());
    }

    @Override
    public Promise<Room> enter(String name) {
        return Promise.of(RoomActor.spawn(name));
    }

    @Override
    public Promise<List<Room>> enterAll(List<String> names) {
        List<Room> rooms = new ArrayList<>();
        for (Iterator<String> each = names.iterator(); each.hasNext(); ) {
            rooms.add(RoomActor.spawn(each.next()));
        }
        return Promise.of(rooms);
    }

    @Override
    public Promise<String> nameOf(Room room) {
        return room.name();
    }

    @Override
    public Promise<@Nullable Room> nowhere() {
        return Promise.of(null);
    }
}
