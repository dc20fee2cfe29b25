package io.tellask.testkit;

import io.tellask.testkit.search.Chance;
import io.tellask.testkit.search.Choices;
import io.tellask.testkit.search.ScheduleTree;
import java.time.Duration;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Runs a {@link Scenario} in every order in which its actors could take their messages, up to a bound, or in many orders drawn from seeds.
 *
 * <p>A step is one message of one actor, a timer, or a task of a loop; time passes when nothing else is left, see {@link #racingTime}. Steps that touch nothing in
 * common are taken in one order only, as nobody can tell the others from it: what actors share beside messages, promises and timers the scenario names by
 * {@link Trial#touch}, or turns that off by {@link #unreduced}. So it does with streams between actors, routers that look how much others have to do, and {@code
 * getNow}. Actors that share a dispatcher, and systems with servers or clients, turn it off by themselves.
 *
 * <p>The first run that fails is made shorter and raised as {@link ExplorationException}, which has a line that repeats it: {@code
 * -Dtellask.schedule=4:2,9:1} has each exploration of the process do nothing but that run. Not thread-safe.
 */
public final class Exploration {
    /** Runs of an exploration unless told otherwise. */
    public static final long DEFAULT_RUNS = 100_000;

    /** How far into a run other choices are tried unless told otherwise. */
    public static final int DEFAULT_DEPTH = 1_000;

    /** Steps of a run unless told otherwise: one that takes more fails. */
    public static final long DEFAULT_STEPS = 10_000;

    /** Virtual time of a run unless told otherwise: what is due later is left. */
    public static final Duration DEFAULT_TIME = Duration.ofMinutes(1);

    /** How long one step may take on the clock of this machine unless told otherwise: one that takes longer hangs, and fails the run. */
    public static final Duration DEFAULT_STEP_TIME = Duration.ofSeconds(10);

    /** Runs that are made to shorten one that failed. */
    public static final int SHORTENING_RUNS = 500;

    /** Steps that the message of a failure shows of a long run: half of them from its beginning, half from its end. */
    public static final int TOLD_STEPS = 100;

    private static final String SCHEDULE_PROPERTY = "tellask.schedule";

    private final Scenario scenario;
    private long maxRuns = DEFAULT_RUNS;
    private int maxDepth = DEFAULT_DEPTH;
    private int maxPreemptions = Integer.MAX_VALUE;
    private long maxSteps = DEFAULT_STEPS;
    private Duration time = DEFAULT_TIME;
    private Duration stepTime = DEFAULT_STEP_TIME;
    private boolean reduced = true;
    private boolean timeRaces;
    private long progressEvery = Long.MAX_VALUE;
    private LongConsumer progress = runs -> {};

    private Exploration(Scenario scenario) {
        this.scenario = Objects.requireNonNull(scenario, "scenario");
    }

    /** An exploration with the bounds that are set by default. */
    public static Exploration of(Scenario scenario) {
        return new Exploration(scenario);
    }

    /** Bounds the runs, at least 1. */
    public Exploration runs(long runs) {
        maxRuns = atLeast(1, "runs", runs);
        return this;
    }

    /** Bounds how far into a run other choices are tried, counted in steps and {@link Trial#choose}: behind that each run does what is preferred. At least 1. */
    public Exploration depth(int choices) {
        maxDepth = (int) atLeast(1, "depth", choices);
        return this;
    }

    /**
     * Bounds how often in a run an actor that could go on is left for another, at least 0. Few are enough for most mistakes. Every order within the bound is tried,
     * not reduced.
     */
    public Exploration preemptions(int preemptions) {
        maxPreemptions = (int) atLeast(0, "preemptions", preemptions);
        return this;
    }

    /** Bounds the steps of a run, at least 1: a run that takes more fails, as it does not come to rest. */
    public Exploration steps(long steps) {
        maxSteps = atLeast(1, "steps", steps);
        return this;
    }

    /** Bounds the virtual time of a run: what is due later is left. */
    public Exploration time(Duration virtual) {
        Objects.requireNonNull(virtual, "virtual");
        atLeast(0, "time", virtual.isNegative() ? -1 : 0);
        time = virtual;
        return this;
    }

    private static long atLeast(long least, String what, long value) {
        if (value < least) {
            throw new IllegalArgumentException(
                    "exploration: " + what + "=" + value + " < " + least + "; give it room for something");
        }
        return value;
    }

    /**
     * Bounds how long one step may take on the clock of this machine, at least a millisecond; it may go on for twice as long. A step that takes longer, such as
     * one of code that blocks, fails the run, which is not made shorter: the exception has the choices so far and the stack. Its thread is interrupted.
     */
    public Exploration stepTime(Duration real) {
        Objects.requireNonNull(real, "real");
        atLeast(1, "stepTimeMillis", TimeUnit.MILLISECONDS.convert(real));
        stepTime = real;
        return this;
    }

    /** Tries all orders, also of steps that touch nothing in common. */
    public Exploration unreduced() {
        reduced = false;
        return this;
    }

    /** Lets time pass also while actors have something to do, as it does where they are slow: then timers race with messages. */
    public Exploration racingTime() {
        timeRaces = true;
        return this;
    }

    /** Tells how many runs have been made, each so many, at least 1. */
    public Exploration progress(long everyRuns, LongConsumer told) {
        progressEvery = atLeast(1, "everyRuns", everyRuns);
        progress = Objects.requireNonNull(told, "told");
        return this;
    }

    /**
     * Explores.
     *
     * @throws ExplorationException if a run fails
     */
    public ExplorationReport run() {
        String given = System.getProperty(SCHEDULE_PROPERTY);
        if (given != null) {
            return replay(given);
        }
        try (ScenarioRuns runs = newRuns()) {
            ExplorationReport report = explore(runs, reduced, "");
            return report.reduced() && !report.notReducedBecause().isEmpty()
                    ? explore(runs, false, report.notReducedBecause())
                    : report;
        }
    }

    private ScenarioRuns newRuns() {
        return new ScenarioRuns(scenario, maxSteps, TimeUnit.NANOSECONDS.convert(time), timeRaces, stepTime);
    }

    /** Explores; where the reduction turns out not to hold, ends with a report that is reduced and says why it must not be. */
    private ExplorationReport explore(ScenarioRuns runs, boolean reducing, String because) {
        ScheduleTree tree = new ScheduleTree(reducing, maxDepth, maxPreemptions);
        Tally tally = new Tally();
        boolean more = true;
        while (more && tally.all() < maxRuns) {
            ScenarioRuns.Outcome outcome = count(tally, runs.run(tree, 0), "run=" + (tally.all() + 1), runs);
            if (tree.isReduced() && !outcome.sharedBecause().isEmpty()) {
                return tally.report(false, true, outcome.sharedBecause());
            }
            more = tree.advance();
        }
        return tally.report(!more && !tree.isBounded(), tree.isReduced(), tree.isReduced() ? "" : because(because));
    }

    /** Counts a run; raises what it failed with, shortened. */
    private ScenarioRuns.Outcome count(Tally tally, ScenarioRuns.Outcome outcome, String which, ScenarioRuns runs) {
        if (outcome.failure() != null) {
            throw runs.shortened(outcome).exception(which);
        }
        tally.count(outcome);
        if (tally.all() % progressEvery == 0) {
            progress.accept(tally.all());
        }
        return outcome;
    }

    private String because(String found) {
        if (!found.isEmpty()) {
            return found;
        }
        return reduced ? "preemptions are bounded" : "it was turned off";
    }

    /**
     * Makes runs in orders drawn from seeds, one run a seed.
     *
     * @param firstSeed the first one; the others follow it
     * @param count how many, at least 1
     * @throws ExplorationException if a run fails; its message has the seed
     */
    public ExplorationReport runSeeds(long firstSeed, long count) {
        atLeast(1, "count", count);
        String given = System.getProperty(SCHEDULE_PROPERTY);
        if (given != null) {
            return replay(given);
        }
        try (ScenarioRuns runs = newRuns()) {
            Tally tally = new Tally();
            for (long seed = firstSeed; seed != firstSeed + count; seed++) {
                count(tally, runs.run(new Chance(new SplittableRandom(seed).split()), seed), "seed=" + seed, runs);
            }
            return tally.report(false, false, "orders were drawn from seeds");
        }
    }

    /**
     * Repeats one run.
     *
     * @param schedule what {@link ExplorationException#schedule} said
     * @throws ExplorationException if it fails, also because it has choices that the scenario has not
     * @throws IllegalArgumentException if it is no schedule
     */
    public ExplorationReport replay(String schedule) {
        Choices choices = Choices.parse(Objects.requireNonNull(schedule, "schedule"));
        try (ScenarioRuns runs = newRuns()) {
            Tally tally = new Tally();
            ScenarioRuns.Outcome outcome = runs.repeat(choices);
            if (outcome.failure() != null) {
                throw outcome.exception("replay");
            }
            tally.count(outcome);
            return tally.report(false, false, "one run was repeated");
        }
    }

    /** What was done so far. */
    private static final class Tally {
        private long runs;
        private long cut;
        private long steps;
        private long longest;

        long all() {
            return runs + cut;
        }

        void count(ScenarioRuns.Outcome outcome) {
            if (outcome.cut()) {
                cut++;
            } else {
                runs++;
            }
            steps += outcome.steps();
            longest = Math.max(longest, outcome.steps());
        }

        ExplorationReport report(boolean complete, boolean reduced, String notReducedBecause) {
            return new ExplorationReport(runs, cut, steps, longest, complete, reduced, notReducedBecause);
        }
    }
}
