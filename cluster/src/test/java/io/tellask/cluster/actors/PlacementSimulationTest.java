package io.tellask.cluster.actors;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** At most one host runs a shard, whatever happens to 27 of them. */
class PlacementSimulationTest {
    private static final int STEPS = 400;

    private static void run(int from, int schedules) {
        long moves = 0;
        for (int seed = from; seed < from + schedules; seed++) {
            PlacementSimulation simulation = new PlacementSimulation(seed);
            try {
                simulation.run(STEPS);
            } catch (AssertionError failure) {
                throw new AssertionError("seed=" + seed, failure);
            }
            moves += simulation.moves;
        }
        assertThat(moves).isGreaterThan(100L * schedules);
    }

    @Test
    void someSchedules() {
        run(0, 20);
    }

    @Test
    @Tag("slow")
    void manySchedules() {
        run(1_000, 10_000);
    }
}
