package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EmitterTest {
    private final TwoActors actors = new TwoActors();

    @AfterEach
    void close() {
        actors.close();
    }

    @Test
    void deliversWhatWasRequestedAndKeepsTheRest() {
        Emitter<Integer> emitter = new Emitter<>();
        Recorder<Integer> subscriber = new Recorder<>(2);
        emitter.emit(1);
        emitter.subscribe(subscriber);
        emitter.emit(2);
        emitter.emit(3);
        emitter.complete();
        assertThat(subscriber.items).containsExactly(1, 2);
        assertThat(subscriber.completed).isFalse();
        subscriber.subscription.request(1);
        assertThat(subscriber.items).containsExactly(1, 2, 3);
        assertThat(subscriber.completed).isTrue();
        assertThat(subscriber.broken).isNull();
    }

    @Test
    void endsWithoutARequest() {
        Emitter<Integer> emitter = new Emitter<>();
        Recorder<Integer> subscriber = new Recorder<>(0);
        emitter.subscribe(subscriber);
        IllegalStateException failure = new IllegalStateException("as asked");
        emitter.fail(failure);
        emitter.complete();
        assertThat(subscriber.failure).isSameAs(failure);
        assertThat(subscriber.broken).isNull();
    }

    @Test
    void refusesOneItemMoreThanTheBufferHolds() {
        Emitter<Integer> emitter = new Emitter<>(2);
        emitter.emit(1);
        assertThat(emitter.offer(2)).isTrue();
        assertThat(emitter.offer(3)).isFalse();
        assertThatThrownBy(() -> emitter.emit(3))
                .isInstanceOf(StreamLimitException.class)
                .hasMessageContaining("bufferItems=2");
        Recorder<Integer> subscriber = new Recorder<>(1);
        emitter.subscribe(subscriber);
        emitter.emit(3);
        subscriber.subscription.request(Long.MAX_VALUE);
        subscriber.subscription.request(Long.MAX_VALUE);
        assertThat(subscriber.items).containsExactly(1, 2, 3);
        assertThatThrownBy(() -> new Emitter<>(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whenWritableSettlesOnceHalfTheBufferIsFree() {
        Emitter<Integer> emitter = new Emitter<>(4);
        Recorder<Integer> subscriber = new Recorder<>(0);
        emitter.subscribe(subscriber);
        for (int i = 0; i < 4; i++) {
            emitter.emit(i);
        }
        Promise<Void> writable = emitter.whenWritable();
        subscriber.subscription.request(1);
        assertThat(writable).isNotDone();
        subscriber.subscription.request(1);
        assertThat(writable).isCompleted();
        assertThat(emitter.whenWritable()).isCompleted();
        assertThat(emitter.requested()).isZero();
        subscriber.subscription.request(5);
        assertThat(emitter.requested()).isEqualTo(3);
    }

    @Test
    void whenWritableFailsOnceTheStreamHasEnded() {
        Emitter<Integer> emitter = new Emitter<>(1);
        Recorder<Integer> subscriber = new Recorder<>(0);
        emitter.subscribe(subscriber);
        emitter.emit(1);
        Promise<Void> writable = emitter.whenWritable();
        subscriber.subscription.cancel();
        assertThatThrownBy(writable::join).isInstanceOf(CancellationException.class);
        assertThatThrownBy(emitter.whenWritable()::join).isInstanceOf(CancellationException.class);
    }

    @Test
    void aProducerThatWaitsForRoomSendsEverythingThroughASmallBuffer() {
        Emitter<Integer> emitter = actors.callAs(actors.owner, () -> new Emitter<>(8));
        Promise<Void> end = actors.callAs(actors.other, () -> {
            AtomicInteger expected = new AtomicInteger();
            return Streams.forEach(emitter, 3, item -> assertThat(item).isEqualTo(expected.getAndIncrement()));
        });
        actors.as(actors.owner, () -> produce(emitter, 0));
        assertThat(end).isCompleted();
    }

    private void produce(Emitter<Integer> emitter, int from) {
        int next = from;
        while (next < 1_000 && emitter.offer(next)) {
            next++;
        }
        if (next == 1_000) {
            emitter.complete();
        } else {
            int rest = next;
            emitter.whenWritable().thenRun(() -> produce(emitter, rest));
        }
    }

    @Test
    void cancelTellsTheProducerOnItsActorAndSilencesTheStream() {
        Emitter<Integer> emitter = actors.callAs(actors.owner, Emitter::new);
        Place first = new Place();
        Place late = new Place();
        Place second = new Place();
        emitter.onCancel(first::note);
        emitter.onCancel(second::note);
        Recorder<Integer> subscriber = new Recorder<>(10);
        actors.as(null, () -> emitter.subscribe(subscriber));
        actors.as(null, () -> subscriber.subscription.cancel());
        actors.as(null, () -> subscriber.subscription.request(0));
        actors.as(actors.owner, () -> {
            emitter.emit(1);
            emitter.complete();
        });
        actors.as(null, () -> emitter.onCancel(late::note));
        assertThat(first.actor()).isSameAs(actors.owner);
        assertThat(second.actor()).isSameAs(actors.owner);
        assertThat(late.actor()).isSameAs(actors.owner);
        assertThat(emitter.isCancelled()).isTrue();
        assertThat(emitter.offer(2)).isFalse();
        assertThat(subscriber.items).isEmpty();
        assertThat(subscriber.completed).isFalse();
    }

    @Test
    void failsASubscriberThatRequestsLessThanOne() {
        for (long count : new long[] {0, -1, Long.MIN_VALUE}) {
            Emitter<Integer> emitter = new Emitter<>();
            AtomicInteger cancels = new AtomicInteger();
            emitter.onCancel(cancels::incrementAndGet);
            Recorder<Integer> subscriber = new Recorder<>(count == 0 ? 1 : count);
            emitter.subscribe(subscriber);
            if (count == 0) {
                subscriber.subscription.request(0);
            }
            assertThat(subscriber.failure)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("requested=" + count);
            assertThat(cancels).hasValue(1);
            assertThat(subscriber.broken).isNull();
        }
    }

    @Test
    void refusesASecondSubscriber() {
        Emitter<Integer> emitter = new Emitter<>();
        Recorder<Integer> first = new Recorder<>(1);
        Recorder<Integer> second = new Recorder<>(1);
        emitter.subscribe(first);
        emitter.subscribe(second);
        emitter.emit(1);
        assertThat(first.items).containsExactly(1);
        assertThat(second.failure).isInstanceOf(IllegalStateException.class);
        assertThat(second.items).isEmpty();
    }

    @Test
    void signalsComeAsTheEmittersActorWhoeverEmitsAndRequests() {
        Emitter<Integer> emitter = actors.callAs(actors.owner, Emitter::new);
        Recorder<Integer> subscriber = new Recorder<>(1);
        actors.as(actors.other, () -> emitter.subscribe(subscriber));
        assertThat(subscriber.actor).isSameAs(actors.owner);
        subscriber.actor = null;
        actors.as(null, () -> emitter.emit(1));
        assertThat(subscriber.actor).isSameAs(actors.owner);
        emitter.emit(2);
        subscriber.actor = null;
        actors.as(actors.other, () -> subscriber.subscription.request(1));
        assertThat(subscriber.actor).isSameAs(actors.owner);
        assertThat(subscriber.items).containsExactly(1, 2);
    }

    @Test
    void cutsOffASubscriberThatThrows() {
        Emitter<Integer> emitter = new Emitter<>();
        Recorder<Integer> recorder = new Recorder<>(5) {
            @Override
            public void onNext(Integer item) {
                throw new IllegalStateException("as asked");
            }
        };
        emitter.subscribe(recorder);
        emitter.emit(1);
        assertThat(emitter.isCancelled()).isTrue();
    }

    @Test
    void nothingFollowsTheEnd() {
        Emitter<Integer> emitter = new Emitter<>();
        emitter.complete();
        assertThatThrownBy(() -> emitter.emit(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new Emitter<Integer>().emit(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void anActorThatStopsFailsItsOpenStreams() {
        Emitter<Integer> open = actors.callAs(actors.owner, Emitter::new);
        Emitter<Integer> late = actors.callAs(actors.owner, Emitter::new);
        Recorder<Integer> subscriber = new Recorder<>(1);
        Recorder<Integer> lateSubscriber = new Recorder<>(1);
        actors.as(null, () -> open.subscribe(subscriber));
        actors.system.stop(actors.owner.reference());
        actors.settle();
        actors.as(null, () -> late.subscribe(lateSubscriber));
        assertThat(subscriber.failure).isInstanceOf(ActorStoppedException.class);
        assertThat(lateSubscriber.failure).isInstanceOf(ActorStoppedException.class);
    }
}
