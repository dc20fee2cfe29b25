package io.tellask.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a publisher has made for a connection and nobody has taken: when its thread waits, goes on, and stops. */
@Timeout(60)
class UntakenItemsTest {
    private static final int LIMIT_BYTES = 16 << 20;

    private final PeerMemory memory = new PeerMemory(LIMIT_BYTES);
    private final UntakenItems items = new UntakenItems();
    private final AtomicBoolean unwanted = new AtomicBoolean();

    private static final class Connection implements MemoryHolder.Owner {
        @Override
        public String peer() {
            return "peer";
        }

        @Override
        public void closeForMemory(String reason) {
            // its loop is busy
        }
    }

    private record Carrier(MemoryHolder memory) implements ItemCarrier {
        @Override
        public Carried carry(Object item) {
            throw new AssertionError(item);
        }

        @Override
        public long handOver() {
            return 0;
        }

        @Override
        public void whenLeft(Runnable action) {
            throw new AssertionError(action);
        }

        @Override
        public void cancelAtOnce(Runnable whenCancelled) {
            throw new AssertionError(whenCancelled);
        }
    }

    private MemoryHolder open() {
        return memory.open(new Connection(), 0);
    }

    private Thread waitForRoom(boolean half) {
        return Thread.ofVirtual().start(() -> items.awaitRoom(half, unwanted::get));
    }

    @Test
    void stopsAsSoonAsItsConnectionIsToEnd() {
        MemoryHolder account = open();
        assertThat(items.leaveBy(new Carrier(account))).isTrue();
        assertThat(items.isFull()).isFalse();
        account.add(2 * LIMIT_BYTES);
        assertThat(items.isFull()).as("its loop has not ended it yet").isTrue();
    }

    @Test
    void waitsForLessThanAllOrLessThanHalf() throws InterruptedException {
        items.add(UntakenItems.MOST_BYTES - 1);
        waitForRoom(true).join();
        items.add(1);
        Thread any = waitForRoom(false);
        Await.parked(any);
        items.add(-1);
        any.join();
        items.add(1);
        Thread half = waitForRoom(true);
        Await.parked(half);
        items.add(-UntakenItems.MOST_BYTES / 2);
        Await.parked(half);
        items.add(-1);
        half.join();
        assertThat(items.bytes()).isEqualTo(UntakenItems.MOST_BYTES / 2 - 1);
    }

    @Test
    void waitsSoonerWhilePeersHoldMuch() throws InterruptedException {
        MemoryHolder account = open();
        assertThat(items.leaveBy(new Carrier(account))).isTrue();
        items.add(UntakenItems.MOST_BYTES_WHEN_TIGHT);
        waitForRoom(true).join();
        open().add(LIMIT_BYTES / 2);
        Thread waiting = waitForRoom(true);
        Await.parked(waiting);
        items.add(-UntakenItems.MOST_BYTES_WHEN_TIGHT);
        waiting.join();
        items.add(1);
        waitForRoom(true).join();
        account.add(UntakenItems.MOST_BYTES_WHEN_TIGHT * 4);
        Thread behindOne = waitForRoom(true);
        Await.parked(behindOne);
        unwanted.set(true);
        items.wake();
        behindOne.join();
    }

    /** A thread that makes items for a connection, and goes on as often as it is let. */
    private Thread maker(MemoryHolder account, Semaphore steps, AtomicInteger running, AtomicInteger most) {
        UntakenItems own = new UntakenItems();
        assertThat(own.leaveBy(new Carrier(account))).isTrue();
        return Thread.ofVirtual().start(() -> {
            own.begin();
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            steps.acquireUninterruptibly();
            running.decrementAndGet();
            own.finish();
        });
    }

    @Test
    void soManyThreadsOfAConnectionRunAtOnceAndThoseOfAnotherBesideThem() throws InterruptedException {
        Semaphore steps = new Semaphore(0);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        MemoryHolder account = open();
        List<Thread> makers = new ArrayList<>();
        for (int i = 0; i < 3 * MemoryHolder.MOST_MAKERS; i++) {
            makers.add(maker(account, steps, running, most));
        }
        for (Thread maker : makers) {
            Await.parked(maker);
        }
        assertThat(running).hasValue(MemoryHolder.MOST_MAKERS);
        Thread other = maker(open(), new Semaphore(1), new AtomicInteger(), most);
        other.join();
        steps.release(makers.size());
        for (Thread maker : makers) {
            maker.join();
        }
        assertThat(most).hasValue(MemoryHolder.MOST_MAKERS);
    }

    @Test
    void aThreadThatHasHadItsTurnGivesWayToOthersOfItsConnection() throws InterruptedException {
        MemoryHolder account = open();
        AtomicInteger turns = new AtomicInteger();
        AtomicBoolean ended = new AtomicBoolean();
        List<Thread> busy = new ArrayList<>();
        for (int i = 0; i < MemoryHolder.MOST_MAKERS; i++) {
            UntakenItems own = new UntakenItems();
            assertThat(own.leaveBy(new Carrier(account))).isTrue();
            busy.add(Thread.ofVirtual().start(() -> {
                own.begin();
                while (!ended.get()) {
                    own.giveWay(UntakenItems.TURN_BYTES);
                    turns.incrementAndGet();
                }
                own.finish();
            }));
        }
        Await.until("a hundred turns", () -> turns.get() > 100);
        maker(account, new Semaphore(1), new AtomicInteger(), new AtomicInteger())
                .join();
        ended.set(true);
        for (Thread thread : busy) {
            thread.join();
        }
    }

    @Test
    void aThreadThatWaitsForRoomLetsOthersOfItsConnectionRun() throws InterruptedException {
        MemoryHolder account = open();
        List<Thread> waiting = new ArrayList<>();
        AtomicBoolean gone = new AtomicBoolean();
        List<UntakenItems> full = new ArrayList<>();
        for (int i = 0; i < MemoryHolder.MOST_MAKERS; i++) {
            UntakenItems own = new UntakenItems();
            assertThat(own.leaveBy(new Carrier(account))).isTrue();
            full.add(own);
            waiting.add(Thread.ofVirtual().start(() -> {
                own.begin();
                own.add(UntakenItems.MOST_BYTES);
                own.awaitRoom(true, gone::get);
                own.finish();
            }));
        }
        for (Thread thread : waiting) {
            Await.parked(thread);
        }
        maker(account, new Semaphore(1), new AtomicInteger(), new AtomicInteger())
                .join();
        gone.set(true);
        full.forEach(UntakenItems::wake);
        for (Thread thread : waiting) {
            thread.join();
        }
    }
}
