package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.runtime.ActorCell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StreamsTest {
    private final TwoActors actors = new TwoActors();

    @AfterEach
    void close() {
        actors.close();
    }

    /** Counts how far it was pulled, and whether it was closed. */
    private static final class Counting implements Iterator<Integer>, AutoCloseable {
        final int end;
        int pulled;
        int closed;
        ActorCell<?> actor;

        Counting(int end) {
            this.end = end;
        }

        @Override
        public boolean hasNext() {
            return pulled < end;
        }

        @Override
        public Integer next() {
            actor = ActorCell.current();
            return pulled++;
        }

        @Override
        public void close() {
            closed++;
        }
    }

    @Test
    void collectsInOrderWhateverTheBatch() {
        List<Integer> items = IntStream.range(0, 10_000).boxed().toList();
        assertThat(Streams.collect(Streams.of(items)).join()).isEqualTo(items);
        for (int batch : new int[] {1, 2, 3, 255, 256, 257, 100_000}) {
            List<Integer> seen = new ArrayList<>();
            Streams.forEach(Streams.of(items), batch, seen::add).join();
            assertThat(seen).isEqualTo(items);
        }
        assertThat(Streams.collect(Streams.of(List.of())).join()).isEmpty();
    }

    @Test
    void pullsNoMoreThanRequestedAndClosesAtTheEnd() {
        Counting items = new Counting(5);
        Recorder<Integer> subscriber = new Recorder<>(0);
        Streams.<Integer>of((Iterator<Integer>) items).subscribe(subscriber);
        assertThat(items.pulled).isZero();
        subscriber.subscription.request(3);
        assertThat(items.pulled).isEqualTo(3);
        assertThat(items.closed).isZero();
        subscriber.subscription.request(2);
        assertThat(subscriber.completed).isTrue();
        assertThat(items.closed).isEqualTo(1);
        subscriber.subscription.request(2);
        subscriber.subscription.cancel();
        assertThat(items.closed).isEqualTo(1);
        assertThat(subscriber.broken).isNull();
    }

    @Test
    void cancelClosesTheIterator() {
        Counting items = new Counting(5);
        Recorder<Integer> subscriber = new Recorder<>(2);
        Streams.<Integer>of((Iterator<Integer>) items).subscribe(subscriber);
        subscriber.subscription.cancel();
        subscriber.subscription.request(1);
        assertThat(items.closed).isEqualTo(1);
        assertThat(subscriber.items).containsExactly(0, 1);
        assertThat(subscriber.completed).isFalse();
    }

    @Test
    void pullsAsTheActorAndGivesWayToItsMessages() {
        Counting items = new Counting(10_000);
        Flow.Publisher<Integer> stream = actors.callAs(actors.owner, () -> Streams.of(items));
        AtomicInteger seenByMessage = new AtomicInteger();
        Recorder<Integer> subscriber = new Recorder<>(Long.MAX_VALUE);
        actors.as(null, () -> {
            stream.subscribe(subscriber);
            actors.owner.enqueue(() -> seenByMessage.set(items.pulled));
        });
        assertThat(subscriber.items).hasSize(10_000);
        assertThat(subscriber.completed).isTrue();
        assertThat(items.actor).isSameAs(actors.owner);
        assertThat(seenByMessage.get()).isBetween(0, 2 * IteratorPublisher.ITEMS_PER_RUN);
    }

    @Test
    void anActorThatStopsEndsItsStreamsAndClosesTheIterator() {
        Counting items = new Counting(10);
        Flow.Publisher<Integer> stream = actors.callAs(actors.owner, () -> Streams.of(items));
        Recorder<Integer> subscriber = new Recorder<>(1);
        actors.as(null, () -> stream.subscribe(subscriber));
        actors.system.stop(actors.owner.reference());
        actors.settle();
        actors.as(null, () -> subscriber.subscription.request(1));
        assertThat(subscriber.items).containsExactly(0);
        assertThat(subscriber.failure).isInstanceOf(ActorStoppedException.class);
        assertThat(items.closed).isEqualTo(1);
    }

    @Test
    void whatTheIteratorThrowsFailsTheStream() {
        Iterator<Integer> broken = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Integer next() {
                throw new IllegalStateException("as asked");
            }
        };
        assertThatThrownBy(() -> Streams.collect(Streams.of(broken)).join())
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() ->
                        Streams.collect(Streams.of(Arrays.asList(1, null))).join())
                .hasCauseInstanceOf(NullPointerException.class);
    }

    @Test
    void anIteratorServesOneSubscriberAnIterableMany() {
        Flow.Publisher<Integer> once = Streams.of(List.of(1, 2).iterator());
        assertThat(Streams.collect(once).join()).containsExactly(1, 2);
        assertThatThrownBy(() -> Streams.collect(once).join()).hasCauseInstanceOf(IllegalStateException.class);
        Flow.Publisher<Integer> many = Streams.of(List.of(1, 2));
        assertThat(Streams.collect(many).join()).isEqualTo(Streams.collect(many).join());
    }

    @Test
    void collectTakesItsLimitAndFailsAtOneMore() {
        Counting items = new Counting(100);
        assertThat(Streams.collect(Streams.of(List.of(1, 2)), 2).join()).hasSize(2);
        assertThatThrownBy(() -> Streams.collect(Streams.<Integer>of((Iterator<Integer>) items), 2)
                        .join())
                .hasCauseInstanceOf(StreamLimitException.class)
                .hasMessageContaining("items=3 > limitItems=2");
        assertThat(items.closed).isEqualTo(1);
    }

    @Test
    void cancellingTheEndCancelsTheStream() {
        Emitter<Integer> emitter = new Emitter<>();
        Promise<List<Integer>> all = Streams.collect(emitter);
        emitter.emit(1);
        all.cancel(false);
        assertThat(emitter.isCancelled()).isTrue();
    }

    @Test
    void aConsumerThatThrowsCancelsTheStream() {
        Emitter<Integer> emitter = new Emitter<>();
        Promise<Void> end = Streams.forEach(emitter, 4, item -> {
            throw new IllegalStateException("as asked");
        });
        emitter.emit(1);
        assertThat(emitter.isCancelled()).isTrue();
        assertThatThrownBy(end::join).hasCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Streams.forEach(emitter, 0, item -> {})).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void consumesAsTheActorThatAskedAndInOrder() {
        Emitter<Integer> emitter = new Emitter<>();
        List<Integer> seen = new ArrayList<>();
        Place place = new Place();
        Promise<Void> end = actors.callAs(
                actors.owner,
                () -> Streams.forEach(emitter, 8, item -> {
                    seen.add(item);
                    place.note();
                }));
        actors.as(null, () -> emitter.emit(1));
        assertThat(place.actor()).isSameAs(actors.owner);
        // the first is still on its way when the actor itself causes the second
        emitter.emit(2);
        actors.as(actors.owner, () -> emitter.emit(3));
        emitter.complete();
        actors.settle();
        assertThat(seen).containsExactly(1, 2, 3);
        assertThat(end).isCompleted();
    }

    @Test
    void aConsumerThatStopsCancelsTheStream() {
        Emitter<Integer> emitter = new Emitter<>();
        AtomicInteger seen = new AtomicInteger();
        Promise<Void> end =
                actors.callAs(actors.owner, () -> Streams.forEach(emitter, 8, item -> seen.incrementAndGet()));
        actors.system.stop(actors.owner.reference());
        actors.settle();
        actors.as(null, () -> emitter.emit(1));
        assertThat(seen).hasValue(0);
        assertThat(emitter.isCancelled()).isTrue();
        assertThat(end).isCompletedExceptionally();
    }
}
