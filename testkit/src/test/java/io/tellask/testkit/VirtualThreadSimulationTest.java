package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.BlockingCallException;
import io.tellask.actor.LeavesIoLoop;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Actors that would have virtual threads are stepped by a simulation like all others. */
@Timeout(60)
class VirtualThreadSimulationTest {
    /** Code of the caller's, which an I/O loop refuses. */
    @LeavesIoLoop
    public interface Code {
        void run();
    }

    /** Notes in a list of all what it does. */
    public interface Worker {
        void note(int message);

        Promise<Boolean> later(Duration delay);

        Promise<Integer> join(Worker other);

        Promise<Boolean> run(Code code);
    }

    private static final class WorkerActor extends Actor implements Worker {
        private final String name;
        private final List<String> log;

        WorkerActor(String name, List<String> log) {
            this.name = name;
            this.log = log;
        }

        @Override
        public void note(int message) {
            log.add(name + message);
        }

        @Override
        public Promise<Boolean> later(Duration delay) {
            Promise<Boolean> virtual = new Promise<>();
            timers().after(delay, () -> virtual.complete(Thread.currentThread().isVirtual()));
            return virtual;
        }

        @Override
        public Promise<Integer> join(Worker other) {
            other.later(Duration.ofDays(1)).join();
            return Promise.of(1);
        }

        @Override
        public Promise<Boolean> run(Code code) {
            code.run();
            return Promise.of(true);
        }
    }

    private static Worker spawn(ActorSystem system, String name, List<String> log) {
        return system.spawn(Worker.class, () -> new WorkerActor(name, log), SpawnOptions.virtualThread());
    }

    private static List<String> order(long seed) {
        List<String> log = new ArrayList<>();
        try (Simulation simulation = Simulation.seeded(seed)) {
            ActorSystem system = simulation.newSystem("workers");
            for (String name : List.of("a", "b", "c")) {
                Worker worker = spawn(system, name, log);
                worker.note(1);
                worker.note(2);
            }
            simulation.runUntilIdle();
        }
        return log;
    }

    @Test
    void aSeedRepeatsTheirOrder() {
        Set<List<String>> orders = new HashSet<>();
        for (long seed = 1; seed <= 20; seed++) {
            List<String> order = order(seed);
            assertThat(order).hasSize(6).containsSubsequence("a1", "a2").containsSubsequence("b1", "b2");
            assertThat(order(seed)).isEqualTo(order);
            orders.add(order);
        }
        assertThat(orders).hasSizeGreaterThan(1);
    }

    @ParameterizedTest
    @MethodSource("places")
    void actorsOfOtherThreadsTakeTheirStepsInTurn(SpawnOptions place) {
        List<String> log = new ArrayList<>();
        try (Simulation simulation = Simulation.seeded(1)) {
            ActorSystem system = simulation.newSystem("workers");
            Worker worker = system.spawn(Worker.class, () -> new WorkerActor("a", log), place);
            worker.note(1);
            assertThat(log).isEmpty();
            assertThat(simulation.await(worker.later(Duration.ofDays(1)))).isFalse();
            assertThat(log).containsExactly("a1");
            SimulatedLoops loops = (SimulatedLoops) system.ioLoops();
            assertThat(loops.standIns()).hasSize(1);
            system.stop(worker);
            simulation.runUntilIdle();
            assertThat(loops.standIns()).isEmpty();
        }
    }

    static List<SpawnOptions> places() {
        return List.of(SpawnOptions.pool(), SpawnOptions.dedicatedThread(), SpawnOptions.virtualThread());
    }

    @Test
    void theirTimersAreInVirtualTime() {
        try (Simulation simulation = Simulation.seeded(1)) {
            Worker worker = spawn(simulation.newSystem("workers"), "a", new ArrayList<>());
            assertThat(simulation.await(worker.later(Duration.ofDays(1)))).isFalse();
        }
    }

    @Test
    void theyDoNotWaitForOneAnother() {
        try (Simulation simulation = Simulation.seeded(1)) {
            ActorSystem system = simulation.newSystem("workers");
            Worker worker = spawn(system, "a", new ArrayList<>());
            Worker other = spawn(system, "b", new ArrayList<>());
            assertThatThrownBy(() -> simulation.await(worker.join(other)))
                    .hasRootCauseInstanceOf(BlockingCallException.class);
        }
    }

    @Test
    void theyTakeCodeOfTheCallers() {
        try (Simulation simulation = Simulation.seeded(1)) {
            Worker worker = spawn(simulation.newSystem("workers"), "a", new ArrayList<>());
            assertThat(simulation.await(worker.run(() -> {}))).isTrue();
        }
    }

    @Test
    void theyEndWithTheirSystem() {
        try (Simulation simulation = Simulation.seeded(1)) {
            ActorSystem system = simulation.newSystem("workers");
            AtomicBoolean ran = new AtomicBoolean();
            Worker worker = spawn(system, "a", new ArrayList<>());
            simulation.kill(system);
            Promise<Boolean> late = worker.run(() -> ran.set(true));
            simulation.runUntilIdle();
            assertThat(ran).isFalse();
            assertThat(late).isCompletedExceptionally();
        }
    }
}
