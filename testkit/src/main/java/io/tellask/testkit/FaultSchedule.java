package io.tellask.testkit;

import io.tellask.actor.Dispatcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * What goes wrong when, declared in one place: {@link #begin(Simulation)} has it happen at its instants and steps, those that were not given drawn from a seed;
 * {@link #begin(Trial)} has an exploration choose the step of each. What happens is any code: {@code transport::breakConnections}, {@code transport::partition},
 * {@code () -> simulation.kill(system)}, the start of another server. Not thread-safe.
 */
public final class FaultSchedule {
    private sealed interface When {}

    private record AtInstant(Duration instant) implements When {}

    private record AtStep(long step) implements When {}

    private record Within(Duration from, Duration to) implements When {}

    private record Planned(When when, String name, Runnable action) {}

    private final SplittableRandom random;
    private final List<Planned> planned = new ArrayList<>();
    private final List<String> happened = new ArrayList<>();

    private FaultSchedule(long seed) {
        random = new SplittableRandom(seed);
    }

    /** A schedule of nothing, that draws from a seed. */
    public static FaultSchedule seeded(long seed) {
        return new FaultSchedule(seed);
    }

    /** At an instant since the schedule begins. */
    public FaultSchedule at(Duration instant, String name, Runnable action) {
        requirePositive("instant", instant);
        return plan(new AtInstant(instant), name, action);
    }

    /** At an instant between two since the schedule begins, drawn from the seed. */
    public FaultSchedule within(Duration from, Duration to, String name, Runnable action) {
        requirePositive("from", from);
        Objects.requireNonNull(to, "to");
        if (to.compareTo(from) < 0) {
            throw new IllegalArgumentException(
                    "faults: to=" + to + " < from=" + from + "; give the later instant last");
        }
        return plan(new Within(from, to), name, action);
    }

    /** Before the step that follows so many others since the schedule begins, whatever the time; negative numbers are refused. */
    public FaultSchedule atStep(long step, String name, Runnable action) {
        if (step < 0) {
            throw new IllegalArgumentException("faults: step=" + step + " < 0; steps count from 0");
        }
        return plan(new AtStep(step), name, action);
    }

    private static void requirePositive(String what, Duration duration) {
        if (Objects.requireNonNull(duration, what).isNegative()) {
            throw new IllegalArgumentException(
                    "faults: " + what + "=" + duration + " < 0; instants count from the beginning");
        }
    }

    private FaultSchedule plan(When when, String name, Runnable action) {
        planned.add(new Planned(when, Objects.requireNonNull(name, "name"), Objects.requireNonNull(action, "action")));
        return this;
    }

    /** Has all of it happen in a simulation, from now on. */
    public void begin(Simulation simulation) {
        Objects.requireNonNull(simulation, "simulation");
        Dispatcher dispatcher = simulation.newDispatcher("faults");
        for (Planned fault : planned) {
            Runnable task = () -> happen(simulation.nanoTime(), simulation.steps(), fault);
            switch (fault.when) {
                case AtInstant at -> dispatcher.schedule(task, TimeUnit.NANOSECONDS.convert(at.instant));
                case Within within -> dispatcher.schedule(task, drawn(within));
                case AtStep at -> simulation.atStep(simulation.steps() + at.step, task);
            }
        }
    }

    private long drawn(Within within) {
        long from = TimeUnit.NANOSECONDS.convert(within.from);
        long to = TimeUnit.NANOSECONDS.convert(within.to);
        return from == to ? from : random.nextLong(from, to);
    }

    /** Has each of it happen in a run at a step that its exploration chooses; instants, steps and the seed do not count. */
    public void begin(Trial trial) {
        Objects.requireNonNull(trial, "trial");
        for (Planned fault : planned) {
            trial.fault(fault.name, () -> happen(trial.nanoTime(), trial.steps(), fault));
        }
    }

    private void happen(long nanos, long steps, Planned fault) {
        happened.add(String.format(Locale.ROOT, "%s at %.6f s, step %d", fault.name, nanos / 1e9, steps));
        fault.action.run();
    }

    /** What has happened so far, with its instants and steps. */
    public List<String> happened() {
        return List.copyOf(happened);
    }
}
