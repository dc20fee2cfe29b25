package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.StreamItems;
import io.tellask.actor.Streams;
import io.tellask.remote.Client;
import io.tellask.remote.OutcomeUnknownException;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Publishers as arguments over real connections, between threads that run at the same time. */
@Timeout(60)
class PassedStreamsOverTcpTest {
    private static final int MANY = 100_000;
    private static final int CHUNK_BYTES = 16 * 1024;

    /** Takes streams. */
    public interface Depot {
        Promise<Long> sum(Flow.Publisher<Integer> numbers);

        /** On a thread of its own, in a loop that waits. */
        Promise<Long> sumInLoop(Flow.Publisher<Integer> numbers);

        Flow.Publisher<Integer> doubled(Flow.Publisher<Integer> numbers);
    }

    /** Has a thread of its own, which it holds up. */
    public interface SlowDepot {
        Promise<Long> length(Flow.Publisher<byte[]> chunks);
    }

    private static final class Keeper extends Actor implements Depot {
        @Override
        public Promise<Long> sum(Flow.Publisher<Integer> numbers) {
            long[] sum = new long[1];
            return Streams.forEach(numbers, 64, number -> sum[0] += number).thenApply(_ -> sum[0]);
        }

        @Override
        public Promise<Long> sumInLoop(Flow.Publisher<Integer> numbers) {
            Promise<Long> answer = new Promise<>();
            Thread.startVirtualThread(() -> {
                long sum = 0;
                try (StreamItems<Integer> items = Streams.iterate(numbers, 64)) {
                    for (int item : items) {
                        sum += item;
                    }
                    answer.complete(sum);
                } catch (RuntimeException failure) {
                    answer.completeExceptionally(failure);
                }
            });
            return answer;
        }

        @Override
        public Flow.Publisher<Integer> doubled(Flow.Publisher<Integer> numbers) {
            Emitter<Integer> doubled = new Emitter<>(1_024);
            take(numbers, doubled);
            return doubled;
        }

        /** Asks for one more item as one has left, so that a caller who takes none is sent none. */
        private static void take(Flow.Publisher<Integer> numbers, Emitter<Integer> doubled) {
            numbers.subscribe(new Flow.Subscriber<>() {
                private Flow.Subscription subscription;

                @Override
                public void onSubscribe(Flow.Subscription newSubscription) {
                    subscription = newSubscription;
                    doubled.onCancel(newSubscription::cancel);
                    newSubscription.request(64);
                }

                @Override
                public void onNext(Integer item) {
                    doubled.emit(2 * item);
                    doubled.whenWritable().thenRun(() -> subscription.request(1));
                }

                @Override
                public void onError(Throwable failure) {
                    doubled.fail(failure);
                }

                @Override
                public void onComplete() {
                    doubled.complete();
                }
            });
        }
    }

    private final ActorSystem there = ActorSystem.create();
    private final ActorSystem here = ActorSystem.create();
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final Server server = Server.builder(there)
            .publish("depot", Depot.class, there.spawn(Depot.class, Keeper::new))
            .publish(
                    "slow",
                    SlowDepot.class,
                    there.spawn(SlowDepot.class, () -> this::lengthOf, SpawnOptions.dedicatedThread()))
            .listen("tellask://127.0.0.1:0")
            .start();
    private final Client client = Client.connect(here, server.address());
    private final Depot depot = client.lookup("depot", Depot.class);

    private Promise<Long> lengthOf(Flow.Publisher<byte[]> chunks) {
        long[] length = new long[1];
        return Streams.forEach(chunks, 4, chunk -> {
                    length[0] += chunk.length;
                    awaitGoing();
                })
                .thenApply(_ -> length[0]);
    }

    private void awaitGoing() {
        try {
            goesOn.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void close() {
        goesOn.countDown();
        here.close();
        there.close();
    }

    private static Flow.Publisher<Integer> upTo(int end) {
        return Streams.of(IntStream.range(0, end).boxed().toList());
    }

    @Test
    void itemsAreAllSent() {
        assertThat(depot.sum(upTo(MANY)).join()).isEqualTo((long) MANY * (MANY - 1) / 2);
    }

    /** One of the JDK, which waits in {@code submit} while its subscriber has asked for nothing. */
    @Test
    void publishersOfOthersAreSlowedDown() {
        try (SubmissionPublisher<Integer> numbers = new SubmissionPublisher<>(Runnable::run, 64)) {
            Promise<Long> sum = depot.sum(numbers);
            Await.until("the callee subscribes", numbers::hasSubscribers);
            IntStream.range(0, MANY).forEach(numbers::submit);
            numbers.close();
            assertThat(sum.join()).isEqualTo((long) MANY * (MANY - 1) / 2);
        }
    }

    @Test
    void calleeMayWaitForItemsOnAThread() {
        assertThat(depot.sumInLoop(upTo(MANY)).join()).isEqualTo((long) MANY * (MANY - 1) / 2);
        Emitter<Integer> failing = new Emitter<>();
        failing.fail(new IllegalStateException("as asked"));
        assertThatThrownBy(() -> depot.sumInLoop(failing).join()).hasRootCauseMessage("as asked");
    }

    @Test
    void streamsGoBothWaysAtOnce() {
        int next = 0;
        try (StreamItems<Integer> doubled = Streams.iterate(depot.doubled(upTo(MANY)), 64)) {
            for (int item : doubled) {
                assertThat(item).isEqualTo(2 * next);
                next++;
            }
        }
        assertThat(next).isEqualTo(MANY);
    }

    @Test
    void loopThatEndsEarlyCancelsBothStreams() {
        Emitter<Integer> numbers = new Emitter<>();
        IntStream.range(0, 100).forEach(numbers::emit);
        try (StreamItems<Integer> doubled = Streams.iterate(depot.doubled(numbers), 8)) {
            Iterator<Integer> items = doubled.iterator();
            assertThat(items.next()).isZero();
            assertThat(items.next()).isEqualTo(2);
        }
        Await.until("the cancel", numbers::isCancelled);
    }

    @Test
    void slowCalleeSlowsItsOwnPublisherAlone() {
        SlowDepot slow = client.lookup("slow", SlowDepot.class);
        AtomicInteger pulled = new AtomicInteger();
        Promise<Long> length = slow.length(Streams.of(IntStream.range(0, 5_000)
                .peek(_ -> pulled.incrementAndGet())
                .mapToObj(_ -> new byte[CHUNK_BYTES])
                .iterator()));
        Await.until("the first chunks are taken", () -> pulled.get() > 0);

        assertThat(depot.sum(upTo(MANY)).join()).isEqualTo((long) MANY * (MANY - 1) / 2);
        assertThat(pulled.get()).isLessThanOrEqualTo(8);

        goesOn.countDown();
        assertThat(length.join()).isEqualTo(5_000L * CHUNK_BYTES);
        assertThat(pulled.get()).isEqualTo(5_000);
    }

    @Test
    void endOfTheSessionReachesBothSides() {
        Emitter<Integer> numbers = new Emitter<>();
        Promise<Long> sum = depot.sum(numbers);
        numbers.emit(1);
        Await.until("the callee asks", () -> numbers.requested() > 0);
        server.close();
        assertThatThrownBy(sum::join).hasCauseInstanceOf(OutcomeUnknownException.class);
        Await.until("the cancel", numbers::isCancelled);
    }
}
