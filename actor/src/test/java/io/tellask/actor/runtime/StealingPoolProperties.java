package io.tellask.actor.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Await;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random loads of short pools: nothing is lost, nothing runs twice or beside itself, nobody sleeps where something waits, and all threads end. */
@Timeout(600)
class StealingPoolProperties {
    private static final Duration NEVER = Duration.ofDays(1);
    private static final int HELPED_ROUNDS = Rounds.of(1_000, 100_000);
    private static final int POOLS = Rounds.of(60, 2_000);
    private static final int MOST_SPINS = 2_000;

    @Test
    void whatWaitsBehindATaskIsAlwaysRunByOneThatSleeps() throws Exception {
        SplittableRandom random = new SplittableRandom(Seed.given());
        StealingPool pool = new StealingPool("helped", 3, NEVER);
        try {
            for (int round = 0; round < HELPED_ROUNDS; round++) {
                int now = round;
                CountDownLatch done = new CountDownLatch(4);
                CountDownLatch added = new CountDownLatch(1);
                Thread other = Thread.ofVirtual().start(() -> {
                    addPair(pool, 1, done);
                    added.countDown();
                });
                spin(random.nextInt(MOST_SPINS));
                addPair(pool, 0, done);
                assertThat(done.await(30, TimeUnit.SECONDS))
                        .as(() -> "round=" + now + ", " + pool.state())
                        .isTrue();
                other.join();
                spin(random.nextInt(4) == 0 ? 20 * MOST_SPINS : random.nextInt(MOST_SPINS));
            }
            Await.until(pool::state, () -> pool.state().equals("sleeping=3, searching=0"));
        } finally {
            end(pool);
        }
    }

    /** The first one waits for the second one, at the same home. */
    private static void addPair(StealingPool pool, int home, CountDownLatch done) {
        CountDownLatch secondRan = new CountDownLatch(1);
        pool.execute(at(home, () -> {
            awaitUninterrupted(secondRan);
            done.countDown();
        }));
        pool.execute(at(home, () -> {
            secondRan.countDown();
            done.countDown();
        }));
    }

    private static ReadyTask at(int home, Runnable task) {
        ReadyTask placed = new ReadyTask() {
            @Override
            public void run() {
                task.run();
            }
        };
        placed.home = home;
        return placed;
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts this", e);
        }
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }

    private static void end(StealingPool pool) throws InterruptedException {
        pool.close();
        assertThat(pool.awaitEnd(TimeUnit.SECONDS.toNanos(30))).as(pool.state()).isTrue();
        assertThat(pool.state()).isEqualTo("sleeping=0, searching=0");
        assertThat(pool.replacedThreads()).isZero();
    }

    @Test
    void randomPoolsRunEachMessageOnceAndEnd() throws Exception {
        for (int pool = 0; pool < POOLS; pool++) {
            new Load(Seed.given() + pool).run();
        }
    }

    /** Cells that tell each other, some of which block, and a pool that is closed in the midst of it or behind it. */
    private static final class Load {
        private static final int BATCH = 4;
        private static final int SENDERS = 2;

        private final String where;
        private final SplittableRandom random;
        private final StealingPool pool;
        private final List<Cell> cells;
        private final AtomicLong sent = new AtomicLong();
        private final AtomicLong handled = new AtomicLong();
        private final AtomicLong refused = new AtomicLong();
        private final AtomicInteger wrong = new AtomicInteger();
        private final CountDownLatch gate = new CountDownLatch(1);
        private final boolean blocks;

        Load(long seed) {
            where = "seed=" + seed;
            random = new SplittableRandom(seed);
            int threads = random.nextInt(1, 5);
            blocks = random.nextInt(3) == 0;
            pool = new StealingPool("load-" + seed, threads, blocks ? Duration.ofMillis(1) : NEVER);
            cells = IntStream.range(0, random.nextInt(1, 12))
                    .mapToObj(i -> new Cell(random.split()))
                    .toList();
        }

        void run() throws InterruptedException {
            int messages = random.nextInt(1, 400);
            boolean closesEarly = random.nextBoolean();
            List<Thread> senders = IntStream.range(0, SENDERS)
                    .mapToObj(i -> {
                        SplittableRandom own = random.split();
                        return Thread.ofPlatform().start(() -> send(messages, own));
                    })
                    .toList();
            spin(random.nextInt(20 * MOST_SPINS));
            if (closesEarly) {
                pool.close();
            }
            for (Thread each : senders) {
                each.join();
            }
            gate.countDown();
            end(pool);
            assertThat(wrong).as(where).hasValue(0);
            assertThat(handled.get() + refused.get()).as(where).isEqualTo(sent.get());
            if (!closesEarly && !blocks) {
                assertThat(handled.get()).as(where).isPositive();
            }
        }

        private void send(int messages, SplittableRandom own) {
            for (int i = 0; i < messages; i++) {
                cells.get(own.nextInt(cells.size())).tell();
                spin(own.nextInt(50));
            }
        }

        /** Counts messages as a mailbox does, and is queued while it has any. */
        private final class Cell extends ReadyTask {
            private final SplittableRandom own;
            private final AtomicInteger waiting = new AtomicInteger();
            private final AtomicBoolean inside = new AtomicBoolean();
            private long seen; // plain: whoever runs it next must see it

            Cell(SplittableRandom own) {
                this.own = own;
            }

            void tell() {
                sent.incrementAndGet();
                if (waiting.getAndIncrement() == 0) {
                    submit();
                }
            }

            private void submit() {
                try {
                    pool.execute(this);
                } catch (RejectedExecutionException ended) {
                    refused.addAndGet(waiting.getAndSet(0));
                }
            }

            @Override
            public void run() {
                if (!inside.compareAndSet(false, true) || seen++ != handledHere.getAndIncrement()) {
                    wrong.incrementAndGet();
                }
                int batch = Math.min(BATCH, waiting.get());
                for (int i = 0; i < batch; i++) {
                    handle();
                }
                inside.set(false);
                if (waiting.addAndGet(-batch) > 0) {
                    submit();
                }
            }

            private final AtomicLong handledHere = new AtomicLong();

            private void handle() {
                handled.incrementAndGet();
                if (blocks && own.nextInt(16) == 0) {
                    awaitUninterrupted(gate);
                } else if (own.nextInt(3) == 0) {
                    cells.get(own.nextInt(cells.size())).tell();
                }
            }
        }
    }
}
