package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.remote.Client;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.Limits;
import io.tellask.remote.Remote;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reference that a server passes on from one client to another, while its actor is slow, or one of the three goes. */
@ParameterizedClass
@ValueSource(strings = {"memory://forwarded", "tellask://127.0.0.1:0"})
@Timeout(60)
class ForwardedReferencesOverNetworkTest {
    private static final int CREDIT = 64;
    private static final int FLOOD = 20_000;

    /** Is slow, if told so. */
    public interface Sink {
        void put(int number, byte[] more);

        Promise<Integer> count();

        Promise<Integer> never();
    }

    /** Passes on what it was given. */
    public interface Hub {
        Promise<Integer> give(@Nullable Sink sink);

        Promise<Integer> giveBeside(Sink sink, byte[] more);

        Promise<Sink> sink();

        Promise<Integer> putAlso(int times);
    }

    private static final class Board extends Actor implements Hub {
        private @Nullable Sink sink;

        @Override
        public Promise<Integer> give(@Nullable Sink newSink) {
            sink = newSink;
            return Promise.of(1);
        }

        @Override
        public Promise<Integer> giveBeside(Sink newSink, byte[] more) {
            return give(newSink);
        }

        @Override
        public Promise<Sink> sink() {
            return Promise.of(sink);
        }

        @Override
        public Promise<Integer> putAlso(int times) {
            int put = 0;
            for (int i = 0; i < times; i++) {
                if (Remote.offer(sink, target -> target.put(-1, new byte[0]))) {
                    put++;
                }
            }
            return Promise.of(put);
        }
    }

    private final class Slow extends Actor implements Sink {
        private int count;

        @Override
        public void put(int number, byte[] more) {
            try {
                assertThat(go.await(50, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            count++;
            taken.add(number);
        }

        @Override
        public Promise<Integer> count() {
            return Promise.of(count);
        }

        @Override
        public Promise<Integer> never() {
            return new Promise<>();
        }
    }

    private final CountDownLatch go = new CountDownLatch(1);
    private final List<Integer> taken = new ArrayList<>(); // by the slow one's thread; read when it is done
    private final ActorSystem a = ActorSystem.create();
    private final ActorSystem b = ActorSystem.builder().ioLoops(1).build();
    private final ActorSystem c = ActorSystem.create();
    private final Limits limits =
            Limits.builder().creditMessages(CREDIT).resumeTime(Duration.ZERO).build();
    private final Server server;
    private final Client first;
    private final Client second;
    private final Client third;
    private final Hub hub;

    ForwardedReferencesOverNetworkTest(String address) {
        super();
        server = Server.builder(b)
                .publish("hub", Hub.class, b.spawn(Hub.class, Board::new))
                .limits(limits)
                .listen(address)
                .start();
        first = connect(a);
        second = connect(c);
        third = connect(c);
        hub = third.lookup("hub", Hub.class);
        first.lookup("hub", Hub.class)
                .give(a.spawn(Sink.class, Slow::new, SpawnOptions.dedicatedThread()))
                .join();
    }

    private Client connect(ActorSystem system) {
        return Client.builder(system).limits(limits).connect(server.address().toString());
    }

    private Sink forwarded() {
        return second.lookup("hub", Hub.class).sink().join();
    }

    @AfterEach
    void close() {
        go.countDown();
        c.close();
        a.close();
        b.close();
    }

    @Test
    void floodOfSlowActorWaitsAtItsCaller() throws InterruptedException {
        Sink sink = forwarded();
        AtomicInteger sent = new AtomicInteger();
        Thread flood = Thread.ofVirtual()
                .start(() -> IntStream.range(0, FLOOD).forEach(i -> {
                    sink.put(i, new byte[i % 1_000 == 0 ? 100_000 : 10]);
                    sent.incrementAndGet();
                }));
        Await.until("credit is used up", () -> sent.get() >= 2 * CREDIT - 2);
        Await.parked(flood);
        for (int i = 0; i < 100; i++) {
            assertThat(hub.putAlso(0).join()).isZero();
        }
        assertThat(sent.get()).isLessThanOrEqualTo(3 * CREDIT);
        go.countDown();
        int also = 0;
        while (flood.isAlive()) {
            also += hub.putAlso(20).join(); // takes credit that the relay saw
        }
        flood.join();
        assertThat(sink.count().join()).isEqualTo(FLOOD + also);
        assertThat(taken.stream().filter(number -> number >= 0))
                .containsExactlyElementsOf(IntStream.range(0, FLOOD).boxed().toList());
    }

    @Test
    void askBehindWaitingTellsIsAnsweredInItsTurn() {
        Sink sink = forwarded();
        IntStream.range(0, CREDIT + CREDIT / 2).forEach(i -> sink.put(i, new byte[0]));
        Promise<Integer> count = sink.count();
        Promise<Integer> late = Remote.withDeadline(sink, Duration.ofMillis(20)).count();
        assertThatThrownBy(late::join).hasRootCauseInstanceOf(DeadlineExceededException.class);
        assertThat(count).isNotDone();
        go.countDown();
        assertThat(count.join()).isEqualTo(CREDIT + CREDIT / 2);
    }

    @Test
    void endOfTheActorsSessionFailsCallsAndNothingElse() {
        Sink sink = forwarded();
        Promise<Integer> pending = sink.never();
        IntStream.range(0, CREDIT + CREDIT / 2).forEach(i -> sink.put(i, new byte[0]));
        Promise<Integer> waiting = sink.count();
        first.close();
        assertThatThrownBy(pending::join).hasMessageContaining("OutcomeUnknown");
        assertThatThrownBy(waiting::join).hasMessageContaining("has ended");
        assertThatThrownBy(() -> sink.count().join()).hasMessageContaining("has ended");
        assertThat(hub.putAlso(0).join()).isZero();
        assertThat(second.isOpen()).isTrue();
    }

    @Test
    void tellsOfACallerThatHasGoneArrive() {
        Sink sink = forwarded();
        IntStream.range(0, CREDIT + CREDIT / 2).forEach(i -> sink.put(i, new byte[0]));
        hub.putAlso(0).join();
        second.close();
        go.countDown();
        Await.until("all came", () -> hub.sink().join().count().join() == CREDIT + CREDIT / 2);
    }

    @Test
    void lettingGoOfAForwardedReferenceIsToldToTheFirst() {
        assertThat(forwarded().count().join()).isZero();
        int before = first.references();
        first.lookup("hub", Hub.class).give(a.spawn(Sink.class, Slow::new)).join(); // the hub lets go of the one before
        hub.give(null).join();
        Await.until(
                () -> "released of " + before + ", first holds " + first.references() + ", second "
                        + second.references(),
                () -> {
                    System.gc();
                    assertThat(hub.putAlso(0).join()).isZero();
                    return first.references() <= 1 && second.references() == 0;
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 200_000})
    void nothingHoldsAReferenceBehindTheMessagesThatBroughtIt(int bytes) {
        first.lookup("hub", Hub.class)
                .giveBeside(a.spawn(Sink.class, Slow::new), new byte[bytes])
                .join();
        Sink sink = forwarded();
        assertThat(sink.count().join()).isZero();
        hub.give(null).join();
        Remote.release(sink);
        Await.until(() -> "the first holds " + first.references(), () -> {
            System.gc();
            return first.references() == 0;
        });
    }
}
