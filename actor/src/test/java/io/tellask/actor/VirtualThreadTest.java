package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Actors on virtual threads: they may block, one message is handled at a time, and an idle one has no thread. */
@Timeout(60)
class VirtualThreadTest {
    public interface Worker {
        void add(int number);

        Promise<Long> sum();

        Promise<Thread> thread();

        void meet(CountDownLatch others);

        Promise<Thread> later(Duration delay);

        Promise<Thread> askOther(Worker other);

        Promise<String> joinOther(Worker other);
    }

    private static final class WorkerActor extends Actor implements Worker {
        private long sum;

        @Override
        public void add(int number) {
            sum += number; // without a lock: the next message sees it, on whatever thread
        }

        @Override
        public Promise<Long> sum() {
            return Promise.of(sum);
        }

        @Override
        public Promise<Thread> thread() {
            return Promise.of(Thread.currentThread());
        }

        @Override
        public void meet(CountDownLatch others) {
            others.countDown();
            try {
                assertThat(others.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public Promise<Thread> later(Duration delay) {
            Promise<Thread> thread = new Promise<>();
            timers().after(delay, () -> thread.complete(Thread.currentThread()));
            return thread;
        }

        @Override
        public Promise<Thread> askOther(Worker other) {
            return other.sum().thenApply(any -> {
                assertThat(self(Worker.class)).isNotNull();
                return Thread.currentThread();
            });
        }

        @Override
        public Promise<String> joinOther(Worker other) {
            return Promise.of(other.thread().join().getName());
        }
    }

    private final ActorSystem system = ActorSystem.create();

    @AfterEach
    void close() {
        system.close();
    }

    private Worker spawn() {
        return system.spawn(
                Worker.class, WorkerActor::new, SpawnOptions.virtualThread().withName("worker"));
    }

    @Test
    void manyBlockAtATime() throws Exception {
        int many = 2_000;
        CountDownLatch all = new CountDownLatch(many);
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            Worker worker = spawn();
            worker.meet(all);
            workers.add(worker);
        }
        for (Worker worker : workers) {
            assertThat(worker.sum().get(30, TimeUnit.SECONDS)).isZero();
        }
    }

    @Test
    void oneMessageIsHandledAtATime() throws Exception {
        Worker worker = spawn();
        int tells = 20_000;
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            senders.add(Thread.ofPlatform().start(() -> {
                for (int tell = 0; tell < tells; tell++) {
                    worker.add(1);
                    if (tell % 1_000 == 0) {
                        worker.sum().join(); // nothing waits then, and the thread ends
                    }
                }
            }));
        }
        for (Thread sender : senders) {
            sender.join();
        }
        assertThat(worker.sum().get(30, TimeUnit.SECONDS)).isEqualTo(4L * tells);
    }

    @Test
    void threadIsVirtualAndEndsWithTheWork() throws Exception {
        Worker worker = spawn();
        Thread thread = worker.thread().get(30, TimeUnit.SECONDS);
        assertThat(thread.isVirtual()).isTrue();
        assertThat(thread.getName()).startsWith(system.name() + "-worker-");
        Await.until("it has ended", () -> !thread.isAlive());
        assertThat(worker.thread().get(30, TimeUnit.SECONDS)).isNotSameAs(thread);
    }

    @Test
    void timersAndAnswersComeAsTheActor() throws Exception {
        Worker worker = spawn();
        assertThat(worker.later(Duration.ofMillis(1)).get(30, TimeUnit.SECONDS).isVirtual())
                .isTrue();
        Thread thread = worker.askOther(spawn()).get(30, TimeUnit.SECONDS);
        assertThat(thread.isVirtual()).isTrue();
        Worker onLoop = system.spawn(Worker.class, WorkerActor::new);
        assertThat(worker.askOther(onLoop).get(30, TimeUnit.SECONDS).isVirtual())
                .isTrue();
        assertThat(onLoop.askOther(worker).get(30, TimeUnit.SECONDS).isVirtual())
                .isFalse();
    }

    @Test
    void promisesAreNotWaitedFor() {
        Worker worker = spawn();
        Worker other = spawn();
        CountDownLatch goOn = new CountDownLatch(2);
        other.meet(goOn);
        assertThatThrownBy(() -> worker.joinOther(other).get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(BlockingCallException.class);
        goOn.countDown();
    }

    @Test
    void closingWaitsForWhatRunsAndRefusesTheRest() throws Exception {
        Worker worker = spawn();
        CountDownLatch goOn = new CountDownLatch(2);
        worker.meet(goOn);
        Promise<Long> sum = worker.sum();
        Thread closing = Thread.ofPlatform().start(system::close);
        Await.until("it closes", () -> system.isClosing());
        goOn.countDown();
        assertThat(sum.get(30, TimeUnit.SECONDS)).isZero();
        closing.join();
        assertThatThrownBy(() -> worker.sum().get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(ActorStoppedException.class);
        assertThat(system.actors()).isZero();
    }
}
