package io.tellask.kv;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.remote.ItemCarrier;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.PeerMemory;
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
                goesOn = emit(new byte[ITEM_BYTES]);
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
    private final class Silent implements Flow.Subscriber<byte[]>, ItemCarrier {
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
        public int bytes(Object item) {
            return ITEM_BYTES;
        }

        @Override
        public MemoryHolder memory() {
            return connection;
        }

        @Override
        public void whenLeft(Runnable action) {}

        @Override
        public long handOver() {
            return 0;
        }
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
        while (memory.waits() == 0) {
            Thread.onSpinWait();
        }
        assertThat(memory.heldBytes()).isLessThan(LIMIT_BYTES * 2);
        leaving.end(0);
        thread.join(); // it makes as much as it may, and has its connection closed
        assertThat(connection.isClosing()).isTrue();
        subscriber.subscription.cancel();
        assertThat(memory.heldBytes()).isZero();
    }

    @Test
    void whatIsMadeForAConnectionThatIsClosingCountsUntilItIsDropped() throws Exception {
        Silent subscriber = new Silent();
        new Endless().subscribe(subscriber);
        feeder.get(30, TimeUnit.SECONDS).join();
        assertThat(connection.isClosing()).isTrue();
        assertThat(memory.heldBytes()).isGreaterThan(LIMIT_BYTES / 2);
        subscriber.subscription.cancel();
        assertThat(memory.heldBytes()).isZero();
    }
}
