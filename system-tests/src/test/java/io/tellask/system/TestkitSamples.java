package io.tellask.system;

import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.remote.MemoryTransport;
import io.tellask.testkit.CallProbe;
import io.tellask.testkit.Exploration;
import io.tellask.testkit.FaultSchedule;
import io.tellask.testkit.Faults;
import io.tellask.testkit.FaultyTransport;
import io.tellask.testkit.History;
import io.tellask.testkit.Simulation;
import io.tellask.testkit.Trial;
import java.util.function.BiConsumer;

/** The samples of the testkit: what belongs to a simulation, and to a run of an exploration. */
final class TestkitSamples {
    private TestkitSamples() {}

    static void addTo(BiConsumer<Class<?>, Object> add, Simulation simulation) {
        add.accept(Simulation.class, simulation);
        add.accept(Faults.class, Faults.none());
        add.accept(FaultyTransport.class, new FaultyTransport(MemoryTransport.isolated(), 1));
        add.accept(FaultSchedule.class, FaultSchedule.seeded(1));
        add.accept(History.class, new History<>(simulation::nanoTime));
        add.accept(Exploration.class, Exploration.of(trial -> {
            // nothing happens
        }));
        Exploration.of(trial -> add.accept(Trial.class, trial)).run();
        CallProbe<Samples.Greeter> probe = new CallProbe<>(Samples.Greeter.class);
        Promise<String> greeted = simulation
                .newSystem("greeters")
                .spawn(Samples.Greeter.class, probe::actor, SpawnOptions.defaults())
                .greet("name");
        simulation.runUntilIdle();
        CallProbe.Received received = probe.expect("greet", "name");
        received.answer("name");
        simulation.await(greeted);
        add.accept(CallProbe.class, probe);
        add.accept(CallProbe.Received.class, received);
    }
}
