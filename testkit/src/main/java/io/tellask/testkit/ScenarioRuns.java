package io.tellask.testkit;

import io.tellask.testkit.search.Choices;
import io.tellask.testkit.search.Decisions;
import io.tellask.testkit.search.Recording;
import io.tellask.testkit.search.Replay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes runs of a scenario, one after the other, on one thread of steps. Not thread-safe. */
final class ScenarioRuns implements AutoCloseable {
    /**
     * How a run ended.
     *
     * @param choices that repeat it
     * @param failure what it failed with; null: it did not
     * @param cut whether it was left early
     * @param steps how many it took
     * @param trace a line for each step, if it was repeated
     * @param sharedBecause why steps touch more than was seen; empty if they do not
     * @param leftOut the thread from which something was left out; empty if there was none
     */
    record Outcome(
            Choices choices,
            @Nullable Throwable failure,
            boolean cut,
            long steps,
            List<String> trace,
            String sharedBecause,
            String leftOut) {
        /** Tells of the failure. */
        ExplorationException exception(String which) {
            String message = "exploration: " + which + " failed after steps=" + steps + ": " + failure
                    + "\n  repeat it with -Dtellask.schedule=" + choices
                    + " or Exploration.of(scenario).replay(\"" + choices + "\")\n  "
                    + (leftOut.isEmpty() ? "" : "what thread=" + leftOut + " handed over was left out\n  ")
                    + String.join("\n  ", toldSteps());
            return new ExplorationException(message, choices.toString(), trace, Objects.requireNonNull(failure));
        }

        private List<String> toldSteps() {
            int more = trace.size() - Exploration.TOLD_STEPS;
            if (more <= 0) {
                return trace;
            }
            List<String> told = new ArrayList<>(trace.subList(0, Exploration.TOLD_STEPS / 2));
            told.add("... and " + more + " steps more, see trace() of the exception");
            told.addAll(trace.subList(trace.size() - Exploration.TOLD_STEPS / 2, trace.size()));
            return told;
        }
    }

    private final Scenario scenario;
    private final long maxSteps;
    private final long endNanos;
    private final boolean timeRaces;
    private final StepThread thread;
    private final StepWatch.Numbers numbers = new StepWatch.Numbers();
    private StepWatch watch = new StepWatch(numbers, false);

    ScenarioRuns(Scenario scenario, long maxSteps, long endNanos, boolean timeRaces, Duration stepTime) {
        this.scenario = scenario;
        this.maxSteps = maxSteps;
        this.endNanos = endNanos;
        this.timeRaces = timeRaces;
        thread =
                new StepThread("exploration of " + scenario.getClass().getName().split("\\$\\$Lambda")[0], stepTime);
        thread.stepByMessages(owner -> watch.touchPromisesOf(owner));
    }

    /** Makes one run. */
    Outcome run(Decisions decisions, long seed) {
        return run(decisions, seed, false);
    }

    /** Makes the run of choices again; fails if they do not fit. */
    Outcome repeat(Choices choices) {
        return run(new Replay(choices, true), choices.seed(), true);
    }

    private Outcome run(Decisions decisions, long seed, boolean traced) {
        Recording recording = new Recording(decisions);
        watch = new StepWatch(numbers, traced);
        ExploredOrder order = new ExploredOrder(recording, watch, thread, timeRaces, endNanos);
        boolean cut = false;
        Throwable failure = null;
        try (Simulation simulation = new Simulation(seed, order, thread).maxSteps(maxSteps)) {
            order.simulation(simulation);
            Trial trial = new Trial(simulation, order, watch, recording);
            try {
                trial.play(scenario, endNanos);
            } catch (RunCut end) {
                cut = true;
            } catch (Throwable thrown) {
                failure = thrown;
            }
            failure = trial.close(failure);
        }
        return new Outcome(
                recording.choices(seed),
                failure,
                cut,
                watch.steps(),
                watch.trace(),
                watch.sharedBecause(),
                order.leftOut());
    }

    /** A run that fails as another does, with as few choices as are found, and its trace. */
    Outcome shortened(Outcome failed) {
        if (failed.failure instanceof StepHangException) { // as would each further run, for as long
            return failed;
        }
        Outcome shortest = failed;
        Outcome shorter = failed;
        int left = Exploration.SHORTENING_RUNS;
        while (shorter != null) {
            shortest = shorter;
            shorter = null;
            for (Choices fewer : shortest.choices.withoutOne()) {
                if (left-- <= 0) {
                    break;
                }
                Outcome tried = run(new Replay(fewer, false), fewer.seed());
                if (isSame(tried.failure, failed.failure) && tried.choices.size() < shortest.choices.size()) {
                    shorter = tried;
                    break;
                }
            }
        }
        Outcome repeated = repeat(shortest.choices);
        if (isSame(repeated.failure, failed.failure)) {
            return repeated;
        }
        AssertionError unsteady = new AssertionError(
                "the run failed, and did not fail when it was repeated; a scenario must make"
                        + " everything anew, and take chance and time from its trial",
                failed.failure);
        return new Outcome(
                failed.choices, unsteady, false, failed.steps, repeated.trace, failed.sharedBecause, failed.leftOut);
    }

    private static boolean isSame(@Nullable Throwable one, @Nullable Throwable other) {
        return one != null && other != null && one.getClass() == other.getClass();
    }

    @Override
    public void close() {
        thread.close();
    }
}
