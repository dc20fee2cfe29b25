package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a system closes: in the order of its phases, whatever their tasks do. */
@Timeout(60)
class ClosePhasesTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final int SEEDS = 200;

    /** A contract. */
    public interface Worker {
        void work(CountDownLatch until) throws InterruptedException;
    }

    private final class WorkerActor extends Actor implements Worker {
        @Override
        public void work(CountDownLatch until) throws InterruptedException {
            until.await();
        }

        @Override
        protected void onStop(StopReason reason) {
            steps.add("actor stops");
        }
    }

    private final List<String> steps = Collections.synchronizedList(new ArrayList<>());
    private final ActorSystem system = ActorSystem.create();
    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void close() {
        released.countDown();
        system.close();
    }

    private Cancellable add(Phase phase, String step) {
        return system.atClose(phase, step, MINUTE, () -> steps.add(step));
    }

    private Worker spawn() {
        return system.spawn(Worker.class, WorkerActor::new, SpawnOptions.dedicatedThread());
    }

    private boolean loopsRun() throws Exception {
        CompletableFuture<Boolean> ran = new CompletableFuture<>();
        system.ioLoops().all().getFirst().execute(() -> ran.complete(true));
        return ran.get(30, TimeUnit.SECONDS);
    }

    @Test
    void phasesFollowOneAnother() {
        spawn();
        add(Phase.STORES, "stores");
        system.atClose(Phase.THREADS, "loops", MINUTE, () -> steps.add("threads, loops run=" + loopsRun()));
        system.atClose(Phase.ACTORS, "last spawn", MINUTE, () -> {
            spawn();
            steps.add("actors");
        });
        system.attach(() -> steps.add("callers"));
        add(Phase.CONNECTIONS, "connections");
        system.close();
        assertThat(steps)
                .containsExactly(
                        "connections",
                        "callers",
                        "actors",
                        "actor stops",
                        "actor stops",
                        "stores",
                        "threads, loops run=true");
        assertThat(system.actors()).isZero();
        assertThatThrownBy(this::spawn).hasMessageContaining("is closed; spawn before closing it");
    }

    @Test
    void aTaskThatHangsIsPassedOver() {
        CountDownLatch begun = new CountDownLatch(1);
        system.atClose(Phase.CALLERS, "hangs", MOMENT, () -> {
            begun.countDown();
            released.await();
            steps.add("hangs no more");
        });
        add(Phase.STORES, "stores");
        spawn();
        system.close();
        assertThat(steps).containsExactly("actor stops", "stores");
        Await.until("it has begun", () -> begun.getCount() == 0);
        released.countDown();
        Await.until("it goes on by itself", () -> steps.contains("hangs no more"));
    }

    @Test
    void storesAreClosedThoughAnActorIsBusy() throws Exception {
        ActorSystem impatient =
                ActorSystem.builder().closePatience(Duration.ZERO).build();
        Worker worker = impatient.spawn(Worker.class, WorkerActor::new, SpawnOptions.dedicatedThread());
        worker.work(released);
        impatient.atClose(Phase.STORES, "stores", MINUTE, () -> steps.add("stores"));
        impatient.close();
        assertThat(steps).containsExactly("stores");
        released.countDown();
        Await.until("the actor stops when it can", () -> steps.size() == 2);
    }

    @Test
    void whatIsTakenBackIsNotDone() {
        AutoCloseable detached = () -> steps.add("detached");
        system.attach(detached);
        system.detach(detached);
        Cancellable cancelled = add(Phase.STORES, "cancelled");
        assertThat(cancelled.cancel()).isTrue();
        assertThat(cancelled.cancel()).isFalse();
        AutoCloseable store = () -> steps.add("store");
        assertThat(system.attach(Phase.STORES, store)).isSameAs(store);
        add(Phase.CALLERS, "callers");
        system.close();
        assertThat(steps).containsExactly("callers", "store");
    }

    @Test
    void whatIsAddedWhileItClosesIsDoneInTheNextPhase() {
        system.atClose(Phase.STORES, "first", MINUTE, () -> {
            add(Phase.CONNECTIONS, "late");
            steps.add("store");
        });
        system.atClose(Phase.THREADS, "last", MINUTE, () -> add(Phase.STORES, "no phase is left"));
        system.close();
        assertThat(steps).startsWith("store").containsExactlyInAnyOrder("store", "late", "no phase is left");
        system.attach(() -> steps.add("at once"));
        assertThat(steps).endsWith("at once");
    }

    @Test
    void aTaskMayCloseItsSystem() {
        system.atClose(Phase.CALLERS, "closes", MINUTE, () -> {
            system.close();
            steps.add("returned");
        });
        add(Phase.STORES, "stores");
        system.close();
        system.close();
        assertThat(steps).containsExactly("returned", "stores");
    }

    @Test
    void whoClosesSecondWaitsForTheFirst() throws Exception {
        CountDownLatch closing = new CountDownLatch(1);
        system.atClose(Phase.CALLERS, "waits", MINUTE, () -> {
            closing.countDown();
            released.await();
        });
        CompletableFuture<Void> first = CompletableFuture.runAsync(system::close, Thread::startVirtualThread);
        closing.await();
        CompletableFuture<Void> second = CompletableFuture.runAsync(system::close, Thread::startVirtualThread);
        assertThat(system.awaitTermination(MOMENT)).isFalse();
        assertThat(second).isNotDone();
        released.countDown();
        CompletableFuture.allOf(first, second).get(30, TimeUnit.SECONDS);
        assertThat(system.awaitTermination(Duration.ZERO)).isTrue();
    }

    @Test
    void anInterruptedThreadClosesStoresAllTheSame() throws Exception {
        Worker worker = spawn();
        worker.work(released);
        add(Phase.STORES, "stores");
        Thread.currentThread().interrupt();
        system.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(steps).containsExactly("stores");
    }

    /**
     * Random tasks that end well, throw, hang, close the system, take others back, or add others. Each that was not taken back is begun once, and
     * none before all of earlier phases that do not hang have ended.
     */
    @Test
    void randomTasksKeepTheOrder() {
        for (int seed = 0; seed < SEEDS; seed++) {
            RandomTasks tasks = new RandomTasks(new Random(seed));
            tasks.fillAndClose();
            assertThat(tasks.broken).as("seed=" + seed).isEmpty();
            assertThat(tasks.begun.get()).as("seed=" + seed).isEqualTo(tasks.expected.get());
        }
    }

    /** One system with random tasks. */
    private static final class RandomTasks {
        private final Random random;
        private final ActorSystem system = ActorSystem.builder()
                .ioLoops(1)
                .ioLoopProvider(ThreadLoops::new)
                .build();
        private final CountDownLatch hanging = new CountDownLatch(1);
        private final AtomicInteger[] running = new AtomicInteger[Phase.values().length];
        private final AtomicInteger begun = new AtomicInteger();
        private final AtomicInteger expected = new AtomicInteger();
        private final List<String> broken = Collections.synchronizedList(new ArrayList<>());
        private volatile int latest;

        RandomTasks(Random random) {
            this.random = random;
            for (int i = 0; i < running.length; i++) {
                running[i] = new AtomicInteger();
            }
        }

        void fillAndClose() {
            List<Cancellable> added = new ArrayList<>();
            int count = random.nextInt(12);
            for (int i = 0; i < count; i++) {
                Phase phase = Phase.values()[random.nextInt(running.length)];
                added.add(add(phase, "t" + i, random.nextInt(20)));
            }
            for (Cancellable each : added) {
                if (random.nextInt(4) == 0 && each.cancel()) {
                    expected.decrementAndGet();
                }
            }
            system.close();
            hanging.countDown();
            Await.until("those that hung have begun", () -> begun.get() >= expected.get());
        }

        private Cancellable add(Phase phase, String name, int kind) {
            expected.incrementAndGet();
            boolean hangs = kind == 0;
            return system.atClose(phase, name, hangs ? MOMENT : MINUTE, () -> {
                begun.incrementAndGet();
                if (hangs) {
                    hanging.await();
                    return;
                }
                running[phase.ordinal()].incrementAndGet();
                check(phase);
                act(phase, name, kind);
                running[phase.ordinal()].decrementAndGet();
                if (kind == 1) {
                    throw new IllegalStateException(name);
                }
            });
        }

        private void check(Phase phase) {
            for (int i = 0; i < phase.ordinal(); i++) {
                if (running[i].get() > 0) {
                    broken.add(phase + " beside " + Phase.values()[i]);
                }
            }
            if (phase.ordinal() < latest) {
                broken.add(phase + " after " + Phase.values()[latest]);
            }
            latest = phase.ordinal();
        }

        private void act(Phase phase, String name, int kind) {
            if (kind == 2) {
                system.close();
            } else if (kind == 3 && phase.ordinal() + 1 < running.length) {
                add(Phase.values()[phase.ordinal() + 1], name + "-late", 10);
            }
        }
    }

    /** A dispatcher on which nothing can be queued, as where memory has run out. */
    private static final class FullDispatcher implements Dispatcher {
        @Override
        public void execute(Runnable task) {
            throw new OutOfMemoryError("as a test asked for");
        }

        @Override
        public boolean isCurrent() {
            return false;
        }

        @Override
        public Cancellable schedule(Runnable task, long delayNanos) {
            throw new OutOfMemoryError("as a test asked for");
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public boolean servesIo() {
            return false;
        }
    }

    public interface Nothing {
        void nothing();
    }

    @Test
    void anErrorKeepsNeitherOtherActorsNorLaterPhasesFromEnding() throws Exception {
        AtomicBoolean stopped = new AtomicBoolean();
        AtomicBoolean stored = new AtomicBoolean();
        final class Stops extends Actor implements Nothing {
            @Override
            public void nothing() {}

            @Override
            protected void onStop(StopReason reason) {
                stopped.set(true);
            }
        }
        ActorSystem closed = ActorSystem.create();
        closed.spawn(Nothing.class, () -> () -> {}, SpawnOptions.on(new FullDispatcher()));
        closed.spawn(Nothing.class, Stops::new);
        closed.spawn(Nothing.class, () -> () -> {}, SpawnOptions.on(new FullDispatcher()));
        closed.atClose(Phase.STORES, "store", Duration.ofSeconds(5), () -> stored.set(true));

        closed.close();

        assertThat(stopped).isTrue();
        assertThat(stored).isTrue();
        assertThat(closed.awaitTermination(Duration.ZERO)).isTrue();
    }
}
