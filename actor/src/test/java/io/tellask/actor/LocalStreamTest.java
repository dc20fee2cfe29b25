package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.contract.LocalReference;
import io.tellask.actor.runtime.ActorCell;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Streams between actors of one process. */
class LocalStreamTest {
    public interface Source {
        Flow.Publisher<Integer> numbers(int end);

        Flow.Publisher<Integer> failing();

        Flow.Publisher<Integer> nothing();

        Flow.Publisher<Integer> live();

        Flow.Publisher<Integer> nullSignal(boolean first);

        void emit(int item);
    }

    private static final class SourceActor extends Actor implements Source {
        private Emitter<Integer> emitter;

        @Override
        public Flow.Publisher<Integer> numbers(int end) {
            List<Integer> items = new ArrayList<>();
            for (int i = 0; i < end; i++) {
                items.add(i);
            }
            return Streams.of(items);
        }

        @Override
        public Flow.Publisher<Integer> failing() {
            throw new IllegalStateException("as asked");
        }

        @Override
        public Flow.Publisher<Integer> nothing() {
            return null;
        }

        @Override
        public Flow.Publisher<Integer> live() {
            emitter = new Emitter<>();
            return emitter;
        }

        @Override
        public Flow.Publisher<Integer> nullSignal(boolean first) {
            return subscriber -> {
                if (first) {
                    subscriber.onSubscribe(null);
                } else {
                    subscriber.onError(null);
                }
            };
        }

        @Override
        public void emit(int item) {
            emitter.emit(item);
        }
    }

    private final TwoActors actors = new TwoActors();
    private final VirtualDispatcher sourceTime = new VirtualDispatcher();
    private final SourceActor[] made = new SourceActor[1];
    private final Source source =
            actors.system.spawn(Source.class, () -> made[0] = new SourceActor(), SpawnOptions.on(sourceTime));

    @AfterEach
    void close() {
        actors.system.stop(source);
        settle();
        actors.close();
    }

    private void settle() {
        do {
            actors.settle();
        } while (sourceTime.run());
    }

    private ActorCell<?> sourceCell() {
        return ((LocalReference) (Object) source).cell();
    }

    @Test
    void theSubscriberHearsSignalsAsTheActorThatSubscribed() {
        Recorder<Integer> subscriber = new Recorder<>(Long.MAX_VALUE);
        actors.as(actors.owner, () -> source.numbers(1_000).subscribe(subscriber));
        settle();
        assertThat(subscriber.items).hasSize(1_000).isSorted();
        assertThat(subscriber.completed).isTrue();
        assertThat(subscriber.actor).isSameAs(actors.owner);
        assertThat(subscriber.broken).isNull();
    }

    @Test
    void theCallIsMadeWhenSomebodySubscribesAndOnce() {
        Flow.Publisher<Integer> stream = source.live();
        settle();
        assertThat(made[0].emitter).isNull();
        Recorder<Integer> first = new Recorder<>(1);
        Recorder<Integer> second = new Recorder<>(1);
        stream.subscribe(first);
        stream.subscribe(second);
        settle();
        assertThat(made[0].emitter).isNotNull();
        assertThat(second.failure).isInstanceOf(IllegalStateException.class).hasMessageContaining("Source.live");
        source.emit(5);
        settle();
        assertThat(first.items).containsExactly(5);
    }

    @Test
    void requestsAndCancelReachTheProducer() {
        Recorder<Integer> subscriber = new Recorder<>(0);
        actors.as(actors.owner, () -> source.live().subscribe(subscriber));
        settle();
        source.emit(1);
        settle();
        assertThat(subscriber.items).isEmpty();
        subscriber.subscription.request(1);
        settle();
        assertThat(subscriber.items).containsExactly(1);
        subscriber.subscription.cancel();
        settle();
        assertThat(made[0].emitter.isCancelled()).isTrue();
    }

    @Test
    void whatTheMethodThrowsFailsTheStream() {
        for (Flow.Publisher<Integer> stream : List.of(source.failing(), source.nothing())) {
            Recorder<Integer> subscriber = new Recorder<>(1);
            stream.subscribe(subscriber);
            settle();
            assertThat(subscriber.failure).isInstanceOfAny(IllegalStateException.class, NullPointerException.class);
            assertThat(subscriber.broken).isNull();
        }
    }

    @Test
    void aPublisherThatGivesNullFailsTheStream() {
        for (boolean first : new boolean[] {true, false}) {
            Recorder<Integer> subscriber = new Recorder<>(1);
            source.nullSignal(first).subscribe(subscriber);
            settle();
            assertThat(subscriber.failure)
                    .isInstanceOf(NullPointerException.class)
                    .hasMessageContaining("Source.nullSignal returned a publisher that gave null");
        }
    }

    @Test
    void aProducerThatStopsFailsTheStream() {
        Recorder<Integer> open = new Recorder<>(1);
        source.live().subscribe(open);
        settle();
        actors.system.stop(source);
        settle();
        Recorder<Integer> late = new Recorder<>(1);
        source.live().subscribe(late);
        settle();
        assertThat(sourceCell().isStopped()).isTrue();
        assertThat(open.failure).isInstanceOf(ActorStoppedException.class);
        assertThat(late.failure).isInstanceOf(ActorStoppedException.class);
    }

    @Test
    void aConsumerThatStopsCancelsTheStream() {
        Recorder<Integer> subscriber = new Recorder<>(10);
        actors.as(actors.owner, () -> source.live().subscribe(subscriber));
        settle();
        actors.system.stop(actors.owner.reference());
        settle();
        source.emit(1);
        settle();
        assertThat(subscriber.items).isEmpty();
        assertThat(made[0].emitter.isCancelled()).isTrue();
    }

    @Test
    void aSubscriberThatThrowsIsCutOff() {
        Recorder<Integer> subscriber = new Recorder<>(10) {
            @Override
            public void onNext(Integer item) {
                throw new IllegalStateException("as asked");
            }
        };
        actors.as(actors.owner, () -> source.live().subscribe(subscriber));
        settle();
        source.emit(1);
        settle();
        assertThat(made[0].emitter.isCancelled()).isTrue();
    }

    @Test
    void aFastProducerAndASlowConsumerMeetWithinTheRequestedBatch() {
        List<Integer> seen = new ArrayList<>();
        Promise<Void> end = actors.callAs(actors.owner, () -> Streams.forEach(source.numbers(10_000), 16, seen::add));
        settle();
        assertThat(end).isCompleted();
        assertThat(seen).hasSize(10_000).isSorted();
    }

    @Test
    void collectFailsWithWhatTheMethodThrew() {
        Promise<List<Integer>> all = actors.callAs(actors.owner, () -> Streams.collect(source.failing()));
        settle();
        assertThatThrownBy(all::join).hasCauseInstanceOf(IllegalStateException.class);
    }
}
