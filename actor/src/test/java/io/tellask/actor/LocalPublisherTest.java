package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.runtime.ActorCell;
import io.tellask.test.Await;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Publishers as arguments of calls between actors of one process. */
class LocalPublisherTest {
    public interface Sink {
        Promise<Long> sum(String name, Flow.@Nullable Publisher<Integer> numbers);

        Promise<String> raw(Flow.Publisher<Integer> numbers);

        Flow.Publisher<Integer> doubled(Flow.Publisher<Integer> numbers);

        Promise<Long> twice(Flow.Publisher<Integer> numbers);
    }

    public interface Caller {
        Promise<Long> pass(Sink sink);

        Promise<String> passRaw(Sink sink);
    }

    private static final class SinkActor extends Actor implements Sink {
        private final ActorCell<?> cell = ActorCell.current();
        private long sum;
        private int strays; // calls that came in another place

        @Override
        public Promise<Long> sum(String name, Flow.@Nullable Publisher<Integer> numbers) {
            sum = 0;
            return numbers == null
                    ? Promise.of(-1L)
                    : Streams.forEach(numbers, 64, number -> sum += number).thenApply(_ -> sum);
        }

        @Override
        public Promise<String> raw(Flow.Publisher<Integer> numbers) {
            Promise<String> places = new Promise<>();
            ActorCell<?> own = ActorCell.current();
            numbers.subscribe(new Flow.Subscriber<>() {
                private final List<Boolean> here = new CopyOnWriteArrayList<>();

                private void note() {
                    here.add(ActorCell.current() == own);
                }

                @Override
                public void onSubscribe(Flow.Subscription subscription) {
                    note();
                    subscription.request(10);
                }

                @Override
                public void onNext(Integer item) {
                    note();
                }

                @Override
                public void onError(Throwable failure) {
                    note();
                    places.complete(here + " " + failure.getMessage());
                }

                @Override
                public void onComplete() {
                    note();
                    places.complete(here.toString());
                }
            });
            return places;
        }

        @Override
        public Promise<Long> twice(Flow.Publisher<Integer> numbers) {
            return sum("once", numbers).thenCombine(sum("twice", numbers), Long::sum);
        }

        @Override
        public Flow.Publisher<Integer> doubled(Flow.Publisher<Integer> numbers) {
            return Streams.map(numbers, number -> {
                strays += ActorCell.current() == cell ? 0 : 1;
                return strays == 0 ? Math.multiplyExact(2, number) : -1;
            });
        }
    }

    /** Says of each of its methods whether it was called as the actor that made it. */
    private static final class Own implements Flow.Publisher<Integer> {
        private final ActorCell<?> owner = ActorCell.current();
        private final List<Boolean> calls = new CopyOnWriteArrayList<>();

        private void note() {
            calls.add(owner != null && ActorCell.current() == owner);
        }

        @Override
        public void subscribe(Flow.Subscriber<? super Integer> subscriber) {
            note();
            subscriber.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long count) {
                    note();
                    subscriber.onNext(1);
                    subscriber.onError(new IllegalStateException("calls=" + calls));
                }

                @Override
                public void cancel() {
                    note();
                }
            });
        }
    }

    private static final class CallerActor extends Actor implements Caller {
        @Override
        public Promise<Long> pass(Sink sink) {
            return sink.sum("mine", Streams.of(List.of(1, 2, 3)));
        }

        @Override
        public Promise<String> passRaw(Sink sink) {
            return sink.raw(new Own());
        }
    }

    private final ActorSystem system = ActorSystem.builder().ioLoops(2).build();
    private final Sink sink = system.spawn(Sink.class, SinkActor::new);
    private final Caller caller = system.spawn(Caller.class, CallerActor::new);

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void itemsReachTheActorThatIsCalled() {
        List<Integer> numbers = IntStream.range(0, 100_000).boxed().toList();
        assertThat(sink.sum("mine", Streams.of(numbers)).join()).isEqualTo(4_999_950_000L);
        assertThat(caller.pass(sink).join()).isEqualTo(6);
        assertThat(sink.sum("none", null).join()).isEqualTo(-1);
    }

    @Test
    void signalsRunAsTheSubscriberAndRequestsAsTheCaller() {
        assertThat(caller.passRaw(sink).join()).isEqualTo("[true, true, true] calls=[true, true]");
        assertThat(sink.raw(Streams.of(List.of(1))).join()).isEqualTo("[true, true, true]");
    }

    @Test
    void publisherThatThrowsFailsTheStream() {
        assertThatThrownBy(() -> sink.sum("broken", subscriber -> {
                            throw new IllegalStateException("as asked");
                        })
                        .join())
                .hasRootCauseMessage("as asked");
        assertThatThrownBy(() -> sink.sum("null", subscriber -> subscriber.onSubscribe(null))
                        .join())
                .hasRootCauseMessage("stream: a publisher that was an argument gave null as its subscription");
    }

    @Test
    void servesOneSubscriber() {
        assertThatThrownBy(() -> sink.twice(Streams.of(List.of(1, 2))).join())
                .hasRootCauseMessage("stream: it has a subscriber already; a publisher that is an argument serves one");
    }

    @Test
    void cancelReachesThePublisher() {
        Emitter<Integer> numbers = new Emitter<>();
        Promise<Long> sum = sink.sum("given up", numbers);
        numbers.emit(1);
        sum.cancel(false);
        Await.until("the cancel", numbers::isCancelled);
    }

    @Test
    void mappedStreamAsksForWhatItIsAskedFor() {
        Emitter<Integer> numbers = new Emitter<>();
        try (StreamItems<Integer> doubled = Streams.iterate(sink.doubled(numbers), 4)) {
            Iterator<Integer> items = doubled.iterator();
            Await.until("the request", () -> numbers.requested() == 4);
            numbers.emit(7);
            assertThat(items.next()).isEqualTo(14);
        }
        Await.until("the cancel", numbers::isCancelled);
        assertThatThrownBy(() -> Streams.collect(sink.doubled(Streams.of(List.of(1, Integer.MAX_VALUE))))
                        .join())
                .hasCauseInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> Streams.collect(Streams.map(Streams.of(List.of(1)), _ -> null))
                        .join())
                .hasMessageContaining("the function gave null for an item");
        assertThat(Streams.collect(Streams.map(Streams.of(List.of(1, 2)), Object::toString))
                        .join())
                .containsExactly("1", "2");
        Emitter<Integer> failing = new Emitter<>();
        failing.fail(new IllegalStateException("as asked"));
        assertThatThrownBy(() -> Streams.collect(sink.doubled(failing)).join()).hasRootCauseMessage("as asked");
    }

    @Test
    void streamsPassBothWaysAtOnce() {
        List<Integer> numbers = IntStream.range(0, 10_000).boxed().toList();
        Flow.Publisher<Integer> doubled =
                sink.doubled(Streams.of(IntStream.range(0, 100).boxed().toList()));
        assertThat(Streams.collect(doubled).join()).hasSize(100).contains(198);
        assertThat(sink.sum("nested", sink.doubled(Streams.of(numbers.subList(0, 100))))
                        .join())
                .isEqualTo(9_900);
    }
}
