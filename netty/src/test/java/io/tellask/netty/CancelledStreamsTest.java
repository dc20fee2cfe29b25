package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.codec.Codec;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Server;
import io.tellask.remote.Spore;
import io.tellask.remote.SporeRun;
import io.tellask.test.Await;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams that nobody wants any more end without their actor, which may have much to do. */
@Timeout(60)
class CancelledStreamsTest {
    private static final int LIMIT_BYTES = 16 << 20;
    private static final int ITEM_BYTES = 16 << 10;

    /** What one actor does, which is busy while the test says so. */
    public interface Busy {
        void work();

        Flow.Publisher<Integer> silence();

        Flow.Publisher<byte[]> results(Spore<Integer, byte[]> spore);

        Promise<Integer> opened();
    }

    /** Another actor of the same session. */
    public interface Idle {
        Promise<Integer> same(int number);
    }

    /** Makes results until nobody wants them. */
    record Endless() implements Spore<Integer, byte[]> {
        private static final AtomicInteger MADE = new AtomicInteger();
        private static volatile Thread thread;
        private static volatile CompletableFuture<Void> ended = new CompletableFuture<>();

        @Override
        public void accept(Integer input, Output<byte[]> out) {
            thread = Thread.currentThread();
            while (!out.stopped()) {
                MADE.incrementAndGet();
                out.emit(new byte[ITEM_BYTES]);
            }
            ended.complete(null);
        }

        static int awaitPause() {
            Await.until("the spore waits", () -> MADE.get() > 1 && Await.isParked(thread));
            return MADE.get();
        }
    }

    private static final class BusyActor extends Actor implements Busy {
        private final CountDownLatch goesOn;
        private final CountDownLatch working;
        private int opened;

        BusyActor(CountDownLatch working, CountDownLatch goesOn) {
            this.working = working;
            this.goesOn = goesOn;
        }

        @Override
        public void work() {
            working.countDown();
            try {
                assertThat(goesOn.await(50, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
            }
        }

        @Override
        public Flow.Publisher<Integer> silence() {
            opened++;
            return new Emitter<>();
        }

        @Override
        public Flow.Publisher<byte[]> results(Spore<Integer, byte[]> spore) {
            return SporeRun.start(spore, run -> run.accept(1));
        }

        @Override
        public Promise<Integer> opened() {
            return Promise.of(opened);
        }
    }

    /** Takes one item. */
    private static final class Taker<T> implements Flow.Subscriber<T> {
        private final CompletableFuture<T> first = new CompletableFuture<>();
        private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            newSubscription.request(1);
            subscription.complete(newSubscription);
        }

        void cancel() throws Exception {
            subscription.get(30, TimeUnit.SECONDS).cancel();
        }

        @Override
        public void onNext(T item) {
            first.complete(item);
        }

        @Override
        public void onError(Throwable failure) {
            first.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            first.completeExceptionally(new AssertionError("it has ended"));
        }
    }

    private final PeerMemory memory = new PeerMemory(LIMIT_BYTES);
    private final CountDownLatch working = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final ActorSystem there = ActorSystem.create();
    private final ActorSystem here = ActorSystem.create();
    private Client client;
    private Busy busy;
    private Idle idle;

    @BeforeEach
    void connect() throws Exception {
        Codec codec = Codec.builder().allow(Endless.class).build();
        Server server = Server.builder(there)
                .codec(codec)
                .publish(
                        "busy",
                        Busy.class,
                        there.spawn(Busy.class, () -> new BusyActor(working, goesOn), SpawnOptions.dedicatedThread()))
                .publish("idle", Idle.class, there.spawn(Idle.class, () -> Promise::of))
                .memory(memory)
                .listen("tellask://127.0.0.1:0")
                .start();
        client = Client.builder(here).codec(codec).connect(server.address());
        busy = client.lookup("busy", Busy.class);
        idle = client.lookup("idle", Idle.class);
        Endless.MADE.set(0);
        Endless.ended = new CompletableFuture<>();
    }

    @AfterEach
    void close() {
        goesOn.countDown();
        here.close();
        there.close();
    }

    private <T> Taker<T> subscribed(Flow.Publisher<T> stream) {
        Taker<T> taker = new Taker<>();
        stream.subscribe(taker);
        return taker;
    }

    /** The server has acted on all that was sent before: what is cancelled leaves with the client's next turn, before the first answer is read. */
    private void awaitSeen() throws Exception {
        assertThat(idle.same(7).get(30, TimeUnit.SECONDS)).isEqualTo(7);
        assertThat(idle.same(8).get(30, TimeUnit.SECONDS)).isEqualTo(8);
    }

    private void keepActorBusy() throws InterruptedException {
        busy.work();
        assertThat(working.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aStreamThatTheActorHasNotBegunNeverBegins() throws Exception {
        keepActorBusy();
        awaitSeen();
        long before = memory.heldBytes();
        for (int i = 0; i < 100; i++) {
            subscribed(busy.silence()).cancel();
        }
        awaitSeen();
        assertThat(memory.heldBytes() - before).as("a KiB for each stream").isLessThan(100 << 10);
        goesOn.countDown();
        assertThat(busy.opened().get(30, TimeUnit.SECONDS)).isZero();
    }

    @Test
    void codeThatWaitsForRoomEndsWhileTheActorIsBusy() throws Exception {
        Taker<byte[]> taker = subscribed(busy.results(new Endless()));
        assertThat(taker.first.get(30, TimeUnit.SECONDS)).hasSize(ITEM_BYTES);
        Endless.awaitPause();
        keepActorBusy();
        taker.cancel();
        Endless.ended.get(30, TimeUnit.SECONDS);
    }

    @Test
    void codeEndsWithItsSessionWhileTheActorIsBusy() throws Exception {
        Taker<byte[]> taker = subscribed(busy.results(new Endless()));
        assertThat(taker.first.get(30, TimeUnit.SECONDS)).hasSize(ITEM_BYTES);
        Endless.awaitPause();
        keepActorBusy();
        client.close();
        Endless.ended.get(30, TimeUnit.SECONDS);
        Await.until("all is given back", () -> memory.heldBytes() == 0);
    }

    @Test
    void codeMakesLittleAheadWhilePeersHoldMuch() throws Exception {
        subscribed(busy.results(new Endless()));
        assertThat(Endless.awaitPause()).as("a mebibyte ahead").isGreaterThan(50);
        MemoryHolder other = memory.open(
                new MemoryHolder.Owner() {
                    @Override
                    public String peer() {
                        return "other";
                    }

                    @Override
                    public void closeForMemory(String reason) {
                        throw new AssertionError(reason);
                    }
                },
                0);
        other.add(LIMIT_BYTES / 2);
        Endless.MADE.set(0);
        subscribed(busy.results(new Endless()));
        assertThat(Endless.awaitPause()).as("64 KiB ahead").isLessThan(10);
    }
}
