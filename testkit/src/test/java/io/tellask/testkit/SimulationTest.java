package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.codec.Codec;
import io.tellask.remote.Remote;
import io.tellask.test.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SimulationTest {
    /** A contract for these tests. */
    public interface Greeter {
        void note(int number);

        Promise<String> greet(String name);
    }

    /** Keeps what it is given. */
    public interface Keeper {
        Promise<Integer> keep(List<String> names);
    }

    @Test
    void systemThatCopiesLocalCallsSeesNothingOfWhatChangesWhileTheyWait() {
        try (Simulation simulation = Simulation.seeded(Seed.given())) {
            ActorSystem system = ActorSystem.builder()
                    .ioLoopProvider(simulation.loopProvider())
                    .copyLocalCalls(Remote.copying(Codec.standard()))
                    .build();
            Keeper copying = system.spawn(Keeper.class, () -> names -> Promise.of(names.size()));
            Keeper passing =
                    simulation.newSystem("passing").spawn(Keeper.class, () -> names -> Promise.of(names.size()));
            List<String> names = new ArrayList<>(List.of("ada"));
            Promise<Integer> copied = copying.keep(names);
            Promise<Integer> passed = passing.keep(names);
            names.add("bob");
            assertThat(simulation.await(copied)).isEqualTo(1);
            assertThat(simulation.await(passed)).isEqualTo(2);
            simulation.call(() -> {
                system.close();
                return null;
            });
        }
    }

    @Test
    void repeatsRunOfTheSameSeed() {
        assertThat(interleaving(7)).isEqualTo(interleaving(7));
        assertThat(LongStream.range(0, 20)
                        .mapToObj(SimulationTest::interleaving)
                        .distinct())
                .hasSizeGreaterThan(10);
    }

    private static List<String> interleaving(long seed) {
        List<String> order = new ArrayList<>();
        try (Simulation simulation = Simulation.seeded(seed)) {
            for (String name : List.of("a", "b", "c")) {
                Dispatcher dispatcher = simulation.newDispatcher(name);
                IntStream.range(0, 4).forEach(i -> dispatcher.execute(() -> order.add(name + i)));
            }
            simulation.runUntilIdle();
        }
        return order;
    }

    @Test
    void keepsOrderWithinDispatcher() {
        for (long seed = Seed.given(); seed < Seed.given() + 50; seed++) {
            List<String> order = interleaving(seed);
            assertThat(order).as("seed=" + seed).containsSubsequence("a0", "a1", "a2", "a3");
            assertThat(order).as("seed=" + seed).containsSubsequence("c0", "c1", "c2", "c3");
        }
    }

    @Test
    void runsTimersAtTheirInstant() {
        try (Simulation simulation = Simulation.seeded(1)) {
            Dispatcher dispatcher = simulation.newDispatcher("timers");
            List<Long> fired = new ArrayList<>();
            dispatcher.schedule(() -> fired.add(dispatcher.nanoTime()), 30);
            dispatcher.schedule(
                    () -> {
                        fired.add(dispatcher.nanoTime());
                        dispatcher.schedule(() -> fired.add(dispatcher.nanoTime()), 5);
                    },
                    10);
            Cancellable cancelled = dispatcher.schedule(() -> fired.add(-1L), 20);
            assertThat(cancelled.cancel()).isTrue();
            assertThat(cancelled.cancel()).isFalse();
            simulation.runUntilIdle();
            assertThat(fired).isEmpty();
            simulation.advance(Duration.ofNanos(29));
            assertThat(fired).containsExactly(10L, 15L);
            simulation.advance(Duration.ofNanos(1));
            assertThat(fired).containsExactly(10L, 15L, 30L);
            assertThat(simulation.nanoTime()).isEqualTo(30);
        }
    }

    @Test
    void knowsTheCurrentDispatcher() {
        try (Simulation simulation = Simulation.seeded(2)) {
            Dispatcher one = simulation.newDispatcher("one");
            Dispatcher other = simulation.newDispatcher("other");
            List<Boolean> current = new ArrayList<>();
            one.execute(() -> current.addAll(List.of(one.isCurrent(), other.isCurrent())));
            simulation.runUntilIdle();
            assertThat(current).containsExactly(true, false);
            assertThat(one.isCurrent()).isFalse();
        }
    }

    @Test
    void callsActorsOnLoopsAndDispatchers() {
        try (Simulation simulation = Simulation.seeded(3)) {
            ActorSystem system = simulation.newSystem("greeters");
            CallProbe<Greeter> probe =
                    new CallProbe<>(Greeter.class, call -> call.method().equals("greet") ? Promise.of("hello") : null);
            Greeter onLoop = system.spawn(Greeter.class, probe::actor);
            Greeter onThread =
                    system.spawn(Greeter.class, probe::actor, SpawnOptions.on(simulation.newDispatcher("thread")));
            onLoop.note(1);
            Promise<String> answer = onThread.greet("ada");
            assertThat(answer).isNotDone();
            assertThat(simulation.await(answer)).isEqualTo("hello");
            simulation.runUntilIdle();
            assertThat(probe.calls())
                    .containsExactlyInAnyOrder(
                            new CallProbe.Call("note", List.of(1)), new CallProbe.Call("greet", List.of("ada")));
        }
    }

    @Test
    void awaitsThroughTimersAndHandsFailuresOn() {
        try (Simulation simulation = Simulation.seeded(4)) {
            Dispatcher dispatcher = simulation.newDispatcher("late");
            CompletableFuture<String> late = new CompletableFuture<>();
            dispatcher.schedule(() -> late.complete("done"), TimeUnit.HOURS.toNanos(1));
            assertThat(simulation.await(late)).isEqualTo("done");
            CompletableFuture<String> failing = new CompletableFuture<>();
            dispatcher.execute(() -> failing.completeExceptionally(new IllegalStateException("no")));
            assertThatThrownBy(() -> simulation.await(failing))
                    .isInstanceOf(CompletionException.class)
                    .hasRootCauseMessage("no");
        }
    }

    @Test
    void saysWhatItWaitsForInVain() {
        try (Simulation simulation = Simulation.seeded(3)) {
            CallProbe<Greeter> probe = new CallProbe<>(Greeter.class, call -> new Promise<String>());
            Greeter silent = simulation.newSystem("greeters").spawn(Greeter.class, probe::actor);
            assertThatThrownBy(() -> simulation.await(silent.greet("ada")))
                    .isInstanceOf(SimulationException.class)
                    .hasMessageContaining("Greeter.greet of Greeter-1 has not been answered");
        }
    }

    @Test
    void namesTheSeedWhereNothingCanSettle() {
        try (Simulation simulation = Simulation.seeded(12_345)) {
            assertThatThrownBy(() -> simulation.await(new CompletableFuture<>()))
                    .isInstanceOf(SimulationException.class)
                    .hasMessageContaining("seed=12345");
            CountDownLatch never = new CountDownLatch(1);
            assertThatThrownBy(() -> simulation.call(() -> {
                        never.await();
                        return 0;
                    }))
                    .isInstanceOf(SimulationException.class)
                    .hasMessageContaining("seed=12345");
        }
    }

    @Test
    void boundsRunThatNeverRests() {
        try (Simulation simulation = Simulation.seeded(5).maxSteps(1_000)) {
            Dispatcher dispatcher = simulation.newDispatcher("busy");
            Runnable[] again = new Runnable[1];
            again[0] = () -> dispatcher.execute(again[0]);
            dispatcher.execute(again[0]);
            assertThatThrownBy(simulation::runUntilIdle)
                    .isInstanceOf(SimulationException.class)
                    .hasMessageContaining("steps=1000 >= maxSteps=1000")
                    .hasMessageContaining("seed=5");
            assertThat(simulation.steps()).isBetween(1_000L, 1_001L);
        }
    }

    @Test
    void reportsTaskThatFails() {
        try (Simulation simulation = Simulation.seeded(6)) {
            simulation.newDispatcher("failing").execute(() -> {
                throw new IllegalStateException("broken");
            });
            assertThatThrownBy(simulation::runUntilIdle)
                    .isInstanceOf(SimulationException.class)
                    .hasMessageContaining("failing")
                    .hasRootCauseMessage("broken");
        }
    }

    @Test
    void makesBlockingCallsWhileItRuns() throws Exception {
        try (Simulation simulation = Simulation.seeded(8)) {
            Dispatcher dispatcher = simulation.newDispatcher("answering");
            CompletableFuture<Integer> answer = new CompletableFuture<>();
            dispatcher.schedule(() -> answer.complete(42), TimeUnit.SECONDS.toNanos(10));
            int answered = simulation.call(answer::get);
            assertThat(answered).isEqualTo(42);
        }
    }

    @Test
    void refusesTasksOfClosedSystem() {
        Simulation simulation = Simulation.seeded(9);
        Dispatcher loop = simulation.newSystem("closing").ioLoops().all().getFirst();
        simulation.close();
        assertThatThrownBy(() -> loop.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }
}
