package io.tellask.kv;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.remote.ItemCarrier;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.PeerMemory;
import io.tellask.test.Await;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PacedStreamTest {
    private static final int ITEM_BYTES = 10_000;
    private static final int LIMIT_BYTES = 1 << 20;

    private final PeerMemory memory = new PeerMemory(LIMIT_BYTES);
    private final MemoryHolder connection = memory.open(new Peer(), 0);
    private final CompletableFuture<Thread> feeder = new CompletableFuture<>();
    private int itemBytes = ITEM_BYTES;

    private record Peer() implements MemoryHolder.Owner {
        @Override
        public String peer() {
            return "peer";
        }

        @Override
        public void closeForMemory(String reason) {
            // it takes its time
        }
    }

    /** Emits until it may not. */
    private final class Endless extends PacedStream<byte[]> {
        @Override
        void begin() {}

        @Override
        void feed() {
            feeder.complete(Thread.currentThread());
            boolean goesOn = true;
            while (goesOn) {
                goesOn = emit(new byte[itemBytes]);
            }
        }

        @Override
        void release() {}

        @Override
        int bytes(byte[] item) {
            return item.length;
        }
    }

    /** Takes nothing. */
    private class Silent implements Flow.Subscriber<byte[]>, ItemCarrier {
        private Flow.Subscription subscription;

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            subscription = newSubscription;
        }

        @Override
        public void onNext(byte[] item) {}

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onComplete() {}

        @Override
        public Carried carry(Object item) {
            return () -> ITEM_BYTES;
        }

        @Override
        public MemoryHolder memory() {
            return connection;
        }

        @Override
        public void whenLeft(Runnable action) {}

        @Override
        public void cancelAtOnce(Runnable whenCancelled) {}

        @Override
        public long handOver() {
            return 0;
        }
    }

    /** Lets each item leave at once. */
    private final class Taking extends Silent {
        private Runnable left;

        @Override
        public void whenLeft(Runnable action) {
            left = action;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(byte[] item) {
            left.run();
        }
    }

    @Test
    void whatCannotBeEmittedAnyMoreDoesNotCount() throws Exception {
        itemBytes = 2 * MemoryHolder.STEP_BYTES;
        new Endless().subscribe(new Taking());
        Thread thread = feeder.get(30, TimeUnit.SECONDS);
        connection.add(LIMIT_BYTES + 1);
        thread.join();
        Await.until("all memory is held", () -> memory.heldBytes() == LIMIT_BYTES + 1);
    }

    @Test
    void countsNothingOfAStreamThatIsCancelledAsItIsSubscribedTo() {
        new Endless().subscribe(new Silent() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.cancel();
            }
        });
        assertThat(memory.heldBytes()).isZero();
    }

    /** Others hold it, and are slow to let go. */
    @Test
    void makesNothingMoreWhileMuchIsLeaving() throws Exception {
        MemoryHolder leaving = memory.open(new Peer(), 0);
        leaving.add(LIMIT_BYTES * 7 / 4);
        assertThat(leaving.isClosing()).isTrue();
        Silent subscriber = new Silent();
        new Endless().subscribe(subscriber);
        Thread thread = feeder.get(30, TimeUnit.SECONDS);
        Await.until("a session waits for memory", () -> memory.waits() > 0);
        assertThat(memory.heldBytes()).isLessThan(LIMIT_BYTES * 2);
        leaving.end(0);
        Await.parked(thread); // it has made as much as it may
        assertThat(connection.isClosing()).isFalse();
        subscriber.subscription.cancel();
        thread.join();
        Await.until("all is given back", () -> memory.heldBytes() == 0);
    }

    @Test
    void whatIsMadeForAConnectionThatIsClosingCountsUntilItIsDropped() throws Exception {
        Silent subscriber = new Silent();
        new Endless().subscribe(subscriber);
        Thread thread = feeder.get(30, TimeUnit.SECONDS);
        Await.parked(thread);
        long made = memory.heldBytes();
        assertThat(made).isGreaterThan(ITEM_BYTES);
        connection.add(LIMIT_BYTES);
        assertThat(connection.isClosing()).isTrue();
        assertThat(memory.heldBytes()).isEqualTo(LIMIT_BYTES + made);
        subscriber.subscription.cancel();
        thread.join();
        Await.until("all that was made is dropped", () -> memory.heldBytes() == LIMIT_BYTES);
    }

    @Test
    void makesLittleMoreOnceHalfOfTheMemoryIsHeld() throws Exception {
        new Endless().subscribe(new Silent());
        Await.parked(feeder.get(30, TimeUnit.SECONDS));
        assertThat(connection.isClosing()).as("it made as much as it could").isFalse();
        assertThat(memory.heldBytes()).isLessThan(LIMIT_BYTES * 3 / 4);
    }
}
