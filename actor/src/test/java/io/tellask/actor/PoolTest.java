package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.runtime.StealingPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Actors that share the threads of a pool. */
@Timeout(60)
class PoolTest {
    private static final int ACTORS = 40;
    private static final int MESSAGES = 5_000;

    /** Counts messages in the order of each sender. */
    public interface Counting {
        void count(int sender, int number);

        Promise<Long> counted();
    }

    /** Waits where it must not. */
    public interface Waiting {
        Promise<String> await();
    }

    /** Tells itself. */
    public interface Running {
        void step(int left);
    }

    @Test
    void eachMessageIsHandledOnceInOrderByOneThreadAtATime() throws Exception {
        try (ActorSystem system = ActorSystem.builder().poolThreads(4).build()) {
            AtomicInteger wrong = new AtomicInteger();
            List<Counting> actors = IntStream.range(0, ACTORS)
                    .mapToObj(i -> system.spawn(Counting.class, () -> new Count(wrong), SpawnOptions.pool()))
                    .toList();
            List<Thread> senders = IntStream.range(0, 4)
                    .mapToObj(sender -> Thread.ofPlatform().start(() -> {
                        for (int number = 0; number < MESSAGES; number++) {
                            for (Counting each : actors) {
                                each.count(sender, number);
                            }
                        }
                    }))
                    .toList();
            for (Thread each : senders) {
                each.join();
            }

            for (Counting each : actors) {
                assertThat(each.counted().join()).isEqualTo(4L * MESSAGES);
            }
            assertThat(wrong).hasValue(0);
        }
    }

    @Test
    void nobodySleepsWhileSomethingWaits() {
        try (ActorSystem system = ActorSystem.builder().poolThreads(3).build()) {
            AtomicInteger wrong = new AtomicInteger();
            List<Counting> actors = IntStream.range(0, 5)
                    .mapToObj(i -> system.spawn(Counting.class, () -> new Count(wrong), SpawnOptions.pool()))
                    .toList();
            for (int i = 0; i < MESSAGES; i++) {
                for (Counting each : actors) {
                    each.count(0, i);
                }
                assertThat(actors.get(i % 5).counted().join()).isEqualTo(i + 1L);
            }
        }
    }

    @Test
    void whatWaitsWhereAThreadIsBusyIsTakenByAnother() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        CountDownLatch entered = new CountDownLatch(2);
        try (ActorSystem system = ActorSystem.builder()
                .poolThreads(2)
                .blockedLoopLimit(Duration.ofDays(1))
                .build()) {
            // an actor in each of two homes, then one more in the first of them
            Waiting first = system.spawn(Waiting.class, () -> new Wait(entered, done), SpawnOptions.pool());
            Waiting other = system.spawn(
                    Waiting.class, () -> new Wait(new CountDownLatch(1), new CountDownLatch(0)), SpawnOptions.pool());
            Waiting third = system.spawn(Waiting.class, () -> new Wait(entered, done), SpawnOptions.pool());
            assertThat(other.await().join()).contains("pool");
            Promise<String> one = first.await();
            Promise<String> two = third.await();

            assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
            done.countDown();
            assertThat(Set.of(one.join(), two.join())).hasSize(2);
        }
    }

    @Test
    void actorsThatComputeMoveToThreadsThatHaveNothingToDo() {
        Set<String> threads = ConcurrentHashMap.newKeySet();
        CountDownLatch all = new CountDownLatch(8);
        try (ActorSystem system = ActorSystem.builder().poolThreads(2).build()) {
            for (int i = 0; i < 8; i++) {
                Running running = system.spawn(Running.class, () -> new Run(threads, all), SpawnOptions.pool());
                running.step(5_000);
            }
            assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(threads).hasSize(2);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void threadThatIsBlockedIsReplacedAndNamed() {
        CountDownLatch done = new CountDownLatch(1);
        try (ActorSystem system = ActorSystem.builder()
                .poolThreads(1)
                .blockedLoopLimit(Duration.ofMillis(1))
                .build()) {
            Waiting blocking =
                    system.spawn(Waiting.class, () -> new Wait(new CountDownLatch(1), done), SpawnOptions.pool());
            Promise<String> blocked = blocking.await();
            Counting other = system.spawn(Counting.class, () -> new Count(new AtomicInteger()), SpawnOptions.pool());

            assertThat(other.counted().join()).isZero();
            assertThat(system.blockedLoops()).isPositive();
            done.countDown();
            assertThat(blocked.join()).endsWith("pool-0");
            other.count(0, 0);
            assertThat(other.counted().join()).isEqualTo(1);
        }
    }

    @Test
    void threadsAreReplacedUpToALimit() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        int most = StealingPool.MAX_SPARE_THREADS;
        CountDownLatch entered = new CountDownLatch(most + 1);
        StealingPool pool = new StealingPool("spares", 1, Duration.ofMillis(1));
        try (ActorSystem system = ActorSystem.create()) {
            List<Promise<String>> all = new ArrayList<>();
            for (int i = 0; i < most + 2; i++) {
                all.add(system.spawn(Waiting.class, () -> new Wait(entered, done), SpawnOptions.on(pool))
                        .await());
            }
            assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(pool.replacedThreads()).isEqualTo(most);
            assertThat(all).noneMatch(Promise::isDone);
            done.countDown();
            for (Promise<String> each : all) {
                assertThat(each.join()).contains("spares");
            }
        } finally {
            pool.close();
            assertThat(pool.awaitEnd(TimeUnit.SECONDS.toNanos(30))).isTrue();
        }
        assertThat(pool.replacedThreads()).isZero();
    }

    @Test
    void closedPoolRunsWhatWaitsAndRefusesTheRest() throws Exception {
        for (int round = 0; round < 200; round++) {
            StealingPool pool = new StealingPool("closing", 2, Duration.ofSeconds(1));
            AtomicInteger ran = new AtomicInteger();
            AtomicInteger accepted = new AtomicInteger();
            AtomicBoolean refused = new AtomicBoolean();
            Thread sender = Thread.ofPlatform().start(() -> {
                try {
                    while (true) {
                        pool.execute(ran::incrementAndGet);
                        int sent = accepted.incrementAndGet();
                        while (ran.get() < sent) {
                            Thread.onSpinWait(); // a pool that never runs dry does not end
                        }
                    }
                } catch (RejectedExecutionException ended) {
                    refused.set(true);
                    assertThat(ended).hasMessageContaining("dispatcher=closing has ended");
                }
            });
            pool.close();
            sender.join();
            assertThat(pool.awaitEnd(TimeUnit.SECONDS.toNanos(30))).isTrue();
            assertThat(refused).isTrue();
            assertThat(ran).hasValue(accepted.get());
        }
    }

    @Test
    void whatFailsOrInterruptsCostsItsTaskOnly() {
        StealingPool pool = new StealingPool("failing", 1, Duration.ofSeconds(1));
        try {
            CountDownLatch last = new CountDownLatch(1);
            AtomicBoolean interrupted = new AtomicBoolean();
            pool.execute(() -> {
                throw new StackOverflowError("as if");
            });
            pool.execute(() -> Thread.currentThread().interrupt());
            pool.execute(() -> {
                interrupted.set(Thread.currentThread().isInterrupted());
                last.countDown();
            });
            assertThat(last.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(interrupted).isFalse();
            assertThat(pool.failures()).isEqualTo(1);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            pool.close();
        }
    }

    @Test
    void timersRunAsTheActorAndPromisesExpire() {
        try (ActorSystem system = ActorSystem.builder().poolThreads(2).build()) {
            Waiting timed = system.spawn(Waiting.class, Timed::new, SpawnOptions.pool());
            assertThat(timed.await().join()).contains("pool");
            Waiting silent = system.spawn(Waiting.class, () -> Promise::new, SpawnOptions.pool());
            assertThatThrownBy(() ->
                            silent.await().orTimeout(1, TimeUnit.MILLISECONDS).join())
                    .hasMessageContaining("no answer after");
        }
    }

    @Test
    void statisticsNameTheHome() {
        try (ActorSystem system =
                ActorSystem.builder().name("homes").poolThreads(1).build()) {
            Counting actor = system.spawn(Counting.class, () -> new Count(new AtomicInteger()), SpawnOptions.pool());
            actor.counted().join();
            assertThat(system.actorStatistics())
                    .singleElement()
                    .satisfies(each -> assertThat(each.dispatcher()).isEqualTo("homes-pool-0"));
        }
    }

    @Test
    void poolHasAtLeastOneThreadAndNotTooMany() {
        assertThatThrownBy(() -> ActorSystem.builder().poolThreads(0)).hasMessageContaining("poolThreads=0");
        assertThatThrownBy(() -> ActorSystem.builder().poolThreads(1_025)).hasMessageContaining("poolThreads=1025");
        ActorSystem.builder().poolThreads(1_024).poolThreads(1);
    }

    private static final class Count implements Counting {
        private final AtomicInteger wrong;
        private final AtomicBoolean inside = new AtomicBoolean();
        private final int[] next = new int[4];
        private long total; // plain: whoever runs it next must see it

        Count(AtomicInteger wrong) {
            this.wrong = wrong;
        }

        @Override
        public void count(int sender, int number) {
            if (!inside.compareAndSet(false, true) || next[sender]++ != number) {
                wrong.incrementAndGet();
            }
            total++;
            inside.set(false);
        }

        @Override
        public Promise<Long> counted() {
            return Promise.of(total);
        }
    }

    private record Wait(CountDownLatch entered, CountDownLatch done) implements Waiting {
        @Override
        public Promise<String> await() {
            entered.countDown();
            try {
                done.await();
            } catch (InterruptedException e) {
                return Promise.failed(e);
            }
            return Promise.of(Thread.currentThread().getName());
        }
    }

    private static final class Run extends Actor implements Running {
        private final Set<String> threads;
        private final CountDownLatch all;

        Run(Set<String> threads, CountDownLatch all) {
            this.threads = threads;
            this.all = all;
        }

        @Override
        public void step(int left) {
            threads.add(Thread.currentThread().getName());
            if (left == 0) {
                all.countDown();
            } else {
                self(Running.class).step(left - 1);
            }
        }
    }

    private static final class Timed extends Actor implements Waiting {
        @Override
        public Promise<String> await() {
            Promise<String> answer = new Promise<>();
            timers().after(
                            Duration.ofMillis(2),
                            () -> answer.complete(Thread.currentThread().getName()));
            return answer;
        }
    }
}
