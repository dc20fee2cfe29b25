package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Supervision.Directive;
import io.tellask.test.Await;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of actors whose code fails, and of their children. */
@Timeout(60)
class SupervisionTest {
    private static final Supervision AT_ONCE = Supervision.restart().withPauses(Duration.ZERO, Duration.ZERO);

    private final ActorSystem system = ActorSystem.create();
    private final VirtualDispatcher dispatcher = new VirtualDispatcher();
    private final List<String> log = new ArrayList<>();
    private int made;
    private boolean constructorFails;

    /** Fails when it is told to. */
    public interface Worker {
        void add(int number);

        void fail(String why);

        void failWith(RuntimeException failure);

        Promise<Integer> sum();

        Promise<Integer> failing();

        void later(Promise<Integer> other);

        void timer();

        void child(Supplier<Worker> factory, Supervision supervision);

        Promise<Worker> youngest();
    }

    class WorkerActor extends Actor implements Worker {
        private final int object = ++made;
        private int sum;
        private Worker youngest;

        WorkerActor() {
            if (constructorFails) {
                throw new IllegalStateException("constructor");
            }
        }

        @Override
        public void add(int number) {
            sum += number;
        }

        @Override
        public void fail(String why) {
            throw new IllegalStateException(why);
        }

        @Override
        public void failWith(RuntimeException failure) {
            throw failure;
        }

        @Override
        public Promise<Integer> sum() {
            return Promise.of(sum);
        }

        @Override
        public Promise<Integer> failing() {
            throw new IllegalStateException("ask");
        }

        @Override
        public void later(Promise<Integer> other) {
            Promise<Integer> mine = Promise.from(other);
            mine.thenAccept(value -> log.add("function of object " + object)).exceptionally(failure -> {
                log.add("never");
                return null;
            });
        }

        @Override
        public void timer() {
            timers().after(Duration.ofSeconds(1), () -> log.add("timer of object " + object));
        }

        @Override
        public void child(Supplier<Worker> factory, Supervision supervision) {
            youngest = spawnChild(
                    Worker.class, factory, SpawnOptions.on(dispatcher).withSupervision(supervision));
        }

        @Override
        public Promise<Worker> youngest() {
            return Promise.of(youngest);
        }

        @Override
        protected void onStop(StopReason reason) {
            log.add("object " + object + " " + reason);
        }
    }

    @AfterEach
    void close() {
        Thread closing = Thread.ofPlatform().start(system::close);
        while (closing.isAlive()) {
            dispatcher.run();
            Thread.onSpinWait();
        }
    }

    private Worker spawn(Supervision supervision) {
        return system.spawn(
                Worker.class, WorkerActor::new, SpawnOptions.on(dispatcher).withSupervision(supervision));
    }

    private <T> T answer(Promise<T> promise) {
        dispatcher.run();
        return promise.join();
    }

    @Test
    void newObjectHandlesWhatWaitedBehindTheSameReference() {
        Worker worker = spawn(AT_ONCE);
        worker.add(1);
        worker.fail("as asked");
        worker.add(20);
        worker.add(300);

        assertThat(answer(worker.sum())).isEqualTo(320);
        assertThat(log).containsExactly("object 1 RESTARTED");
        assertThat(system.actorStatistics())
                .singleElement()
                .satisfies(each -> assertThat(each.restarts()).isEqualTo(1));
        assertThat(system.failedTells()).isEqualTo(1);
    }

    @Test
    void callsWaitWhileItPausesTwiceAsLongEachTime() {
        Worker worker = spawn(Supervision.restart().withPauses(Duration.ofMillis(100), Duration.ofMillis(350)));
        for (int expected : List.of(100, 200, 350, 350)) {
            worker.fail("as asked");
            worker.add(7);
            Promise<Integer> sum = worker.sum();
            dispatcher.run();
            dispatcher.advance(Duration.ofMillis(expected * 9L / 10 - 1));
            assertThat(sum.isDone()).isFalse();
            dispatcher.advance(Duration.ofMillis(expected * 2L / 10 + 2));
            assertThat(sum.join()).isEqualTo(7);
        }
    }

    @Test
    void stopsWhenItHasBeenMadeTooOftenWithinTheWindow() {
        Worker worker = spawn(AT_ONCE.withLimit(2, Duration.ofSeconds(10), Directive.STOP));
        Promise<StopReason> stopped = system.watch(worker);
        worker.fail("one");
        dispatcher.run();
        dispatcher.advance(Duration.ofSeconds(6));
        worker.fail("two");
        dispatcher.run();
        dispatcher.advance(Duration.ofSeconds(6));
        worker.fail("three, and one was more than ten seconds ago");
        dispatcher.run();
        assertThat(stopped.isDone()).isFalse();
        worker.fail("four");
        Promise<Integer> refused = worker.sum();

        assertThat(answer(stopped)).isEqualTo(StopReason.FAILED);
        assertThatThrownBy(refused::join).hasRootCauseInstanceOf(ActorStoppedException.class);
        assertThat(made).isEqualTo(4);
        assertThat(log).endsWith("object 4 FAILED");
    }

    @Test
    void firstRuleThatFitsCounts() {
        Worker worker = spawn(Supervision.stop()
                .on(IllegalArgumentException.class, Directive.RESUME)
                .on(RuntimeException.class, Directive.RESTART)
                .withPauses(Duration.ZERO, Duration.ZERO));
        worker.add(1);
        worker.failWith(new IllegalArgumentException("goes on"));
        assertThat(answer(worker.sum())).isEqualTo(1);
        worker.failWith(new IllegalStateException("starts again"));
        assertThat(answer(worker.sum())).isZero();
        assertThat(made).isEqualTo(2);
    }

    @Test
    void withoutSupervisionItGoesOn() {
        Worker worker = system.spawn(Worker.class, WorkerActor::new, SpawnOptions.on(dispatcher));
        worker.add(1);
        worker.fail("as asked");
        assertThat(answer(worker.sum())).isEqualTo(1);
    }

    @Test
    void stoppingRefusesWhatWaits() {
        Worker worker = spawn(Supervision.stop());
        worker.fail("as asked");
        Promise<Integer> refused = worker.sum();
        dispatcher.run();
        assertThatThrownBy(refused::join).hasRootCauseInstanceOf(ActorStoppedException.class);
        assertThat(system.actors()).isZero();
    }

    @Test
    void whatAnAskThrowsIsItsCallersUnlessAsksCount() {
        Worker worker = spawn(AT_ONCE);
        assertThatThrownBy(() -> answer(worker.failing())).isInstanceOf(CompletionException.class);
        assertThat(made).isEqualTo(1);

        Worker counting = spawn(AT_ONCE.countingAsks());
        assertThatThrownBy(() -> answer(counting.failing())).hasMessageContaining("ask");
        assertThat(answer(counting.sum())).isZero();
        assertThat(made).isEqualTo(3);
    }

    @Test
    void timersAndFunctionsOfTheFormerObjectDoNotRun() {
        Worker worker = spawn(AT_ONCE);
        Promise<Integer> other = new Promise<>();
        worker.timer();
        worker.later(other);
        dispatcher.run();
        worker.fail("as asked");
        dispatcher.run();
        other.complete(1);
        worker.timer();
        dispatcher.run();
        dispatcher.advance(Duration.ofSeconds(2));
        assertThat(log).containsExactly("object 1 RESTARTED", "timer of object 2");
    }

    @Test
    void constructorThatFailsIsAFailureToo() {
        Worker worker = spawn(AT_ONCE.withLimit(3, Duration.ofHours(1), Directive.STOP));
        constructorFails = true;
        worker.fail("as asked");
        Promise<StopReason> stopped = system.watch(worker);
        assertThat(answer(stopped)).isEqualTo(StopReason.FAILED);
        assertThat(made).isEqualTo(4);
    }

    @Test
    void isStoppedDuringAPauseAtOnce() {
        Worker worker = spawn(Supervision.restart().withPauses(Duration.ofHours(1), Duration.ofHours(1)));
        Promise<StopReason> stopped = system.watch(worker);
        worker.fail("as asked");
        Promise<Integer> refused = worker.sum();
        dispatcher.run();
        system.stop(worker);
        dispatcher.run();
        assertThat(stopped.join()).isEqualTo(StopReason.REQUESTED);
        assertThatThrownBy(refused::join).hasRootCauseInstanceOf(ActorStoppedException.class);
        assertThat(dispatcher.timersWaiting()).isZero();
        assertThat(log).containsExactly("object 1 RESTARTED");
    }

    @Test
    void doesNotPauseWithoutMemoryForTheTimer() {
        Worker worker = spawn(Supervision.restart().withPauses(Duration.ofHours(1), Duration.ofHours(1)));
        dispatcher.outOfMemory(true);
        worker.fail("as asked");
        worker.add(7);
        assertThat(answer(worker.sum())).isEqualTo(7);
        assertThat(log).containsExactly("object 1 RESTARTED");
    }

    @Test
    void parentDoesNotWaitForChildrenWithoutMemoryForTheTimer() {
        VirtualDispatcher stuck = new VirtualDispatcher();
        class Spawning extends WorkerActor {
            @Override
            public void child(Supplier<Worker> factory, Supervision supervision) {
                spawnChild(Worker.class, factory, SpawnOptions.on(stuck));
            }
        }
        Worker parent = system.spawn(Worker.class, Spawning::new, SpawnOptions.on(dispatcher));
        parent.child(WorkerActor::new, AT_ONCE);
        Promise<StopReason> stopped = system.watch(parent);
        dispatcher.run();
        dispatcher.outOfMemory(true);
        system.stop(parent);
        dispatcher.run();
        assertThat(stopped.join()).isEqualTo(StopReason.REQUESTED);
        stuck.run();
        assertThat(log).endsWith("object 2 PARENT_STOPPED");
    }

    @Test
    void childrenStopBeforeTheirParent() {
        Worker parent = spawn(AT_ONCE);
        parent.child(WorkerActor::new, AT_ONCE);
        Worker child = answer(parent.youngest());
        child.child(WorkerActor::new, AT_ONCE);
        dispatcher.run();
        system.stop(parent);
        dispatcher.run();
        assertThat(log).containsExactly("object 3 PARENT_STOPPED", "object 2 PARENT_STOPPED", "object 1 REQUESTED");
        assertThat(system.actors()).isZero();
    }

    @Test
    void parentDoesNotWaitForAChildForEver() {
        VirtualDispatcher stuck = new VirtualDispatcher();
        Worker parent = spawn(AT_ONCE);
        Worker child = answer(parent.youngest()); // none yet
        assertThat(child).isNull();
        class Spawning extends WorkerActor {
            @Override
            public void child(Supplier<Worker> factory, Supervision supervision) {
                spawnChild(Worker.class, factory, SpawnOptions.on(stuck));
            }
        }
        Worker other = system.spawn(Worker.class, Spawning::new, SpawnOptions.on(dispatcher));
        other.child(WorkerActor::new, AT_ONCE);
        Promise<StopReason> stopped = system.watch(other);
        dispatcher.run();
        system.stop(other);
        dispatcher.run();
        dispatcher.advance(Duration.ofMillis(4_999));
        assertThat(stopped.isDone()).isFalse();
        dispatcher.advance(Duration.ofMillis(1));
        assertThat(stopped.join()).isEqualTo(StopReason.REQUESTED);
        stuck.run(); // the child is told, too
        assertThat(log).endsWith("object 3 PARENT_STOPPED");
    }

    @Test
    void failureThatEscalatesIsOneOfTheParents() {
        Worker parent = spawn(AT_ONCE);
        parent.child(WorkerActor::new, Supervision.escalate());
        Worker child = answer(parent.youngest());
        Promise<StopReason> stopped = system.watch(child);
        parent.add(5);
        dispatcher.run();
        child.fail("as asked");
        dispatcher.run();
        assertThat(stopped.join()).isEqualTo(StopReason.FAILED);
        assertThat(answer(parent.sum())).isZero();
        assertThat(log).containsExactly("object 2 FAILED", "object 1 RESTARTED");
    }

    @Test
    void childrenStopWhenTheirParentIsMadeAgain() {
        Worker parent = spawn(AT_ONCE);
        parent.child(WorkerActor::new, AT_ONCE);
        Promise<StopReason> stopped = system.watch(answer(parent.youngest()));
        parent.fail("as asked");
        assertThat(answer(stopped)).isEqualTo(StopReason.PARENT_STOPPED);
        assertThat(answer(parent.youngest())).isNull();
    }

    @Test
    void watchTellsOfAnActorThatHasStoppedAndForgetsWhoCancels() {
        Worker worker = spawn(AT_ONCE);
        Promise<StopReason> cancelled = system.watch(worker);
        cancelled.cancel(false);
        dispatcher.run();
        system.stop(worker);
        dispatcher.run();
        assertThat(answer(system.watch(worker))).isEqualTo(StopReason.REQUESTED);
        assertThat(cancelled.isCancelled()).isTrue();
        assertThatThrownBy(() -> system.watch("a string")).hasMessageContaining("watch what spawn returned");
    }

    /** Watches another worker, and keeps no promise of that. */
    private final class Watching extends WorkerActor {
        private final Worker watched;

        Watching(Worker watched) {
            this.watched = watched;
        }

        @Override
        public void add(int number) {
            Promise<StopReason> watch = system().watch(watched);
            watch.thenAccept(reason -> log.add("told " + reason));
            watches.add(new WeakReference<>(watch));
        }
    }

    private final List<WeakReference<Object>> watches = new ArrayList<>();

    private void awaitNoWatch() {
        Await.until("nobody knows of the watches any more", () -> {
            System.gc();
            return watches.stream().allMatch(watch -> watch.refersTo(null));
        });
    }

    @Test
    void actorIsToldOfWhatItWatches() {
        Worker worker = spawn(AT_ONCE);
        Worker watching = system.spawn(Worker.class, () -> new Watching(worker), SpawnOptions.on(dispatcher));
        watching.add(1);
        dispatcher.run();
        system.stop(worker);
        dispatcher.run();
        assertThat(log).containsExactly("object 1 REQUESTED", "told REQUESTED");
        awaitNoWatch();
        assertThat(answer(watching.sum())).isZero();
    }

    @Test
    void watchesEndWithTheActorThatWatches() {
        Worker worker = spawn(AT_ONCE);
        Worker watching = system.spawn(
                Worker.class,
                () -> new Watching(worker),
                SpawnOptions.on(dispatcher).withSupervision(AT_ONCE));
        watching.add(1);
        watching.fail("as asked");
        watching.add(2);
        dispatcher.run();
        assertThat(watches.getLast().get()).isNotNull();
        system.stop(watching);
        dispatcher.run();
        awaitNoWatch();
        system.stop(worker);
        dispatcher.run();
        assertThat(log).containsExactly("object 2 RESTARTED", "object 3 REQUESTED", "object 1 REQUESTED");
    }

    @Test
    void limitsOfSupervisionAreChecked() {
        Supervision any = Supervision.restart();
        Duration year = Duration.ofDays(365);
        any.withLimit(0, Duration.ofMillis(1), Directive.ESCALATE);
        any.withLimit(Supervision.MOST_RESTARTS, year, Directive.STOP).withPauses(year, year);
        assertThatThrownBy(() -> any.withLimit(-1, year, Directive.STOP)).hasMessageContaining("restarts=-1");
        assertThatThrownBy(() -> any.withLimit(1_001, year, Directive.STOP)).hasMessageContaining("restarts=1001");
        assertThatThrownBy(() -> any.withLimit(1, Duration.ZERO, Directive.STOP))
                .hasMessageContaining("window=PT0S");
        assertThatThrownBy(() -> any.withLimit(1, year.plusNanos(1), Directive.STOP))
                .hasMessageContaining("window");
        assertThatThrownBy(() -> any.withLimit(1, year, Directive.RESUME)).hasMessageContaining("STOP or ESCALATE");
        assertThatThrownBy(() -> any.withPauses(Duration.ofMillis(-1), year)).hasMessageContaining("first");
        assertThatThrownBy(() -> any.withPauses(Duration.ofMillis(2), Duration.ofMillis(1)))
                .hasMessageContaining("longest");
    }
}
