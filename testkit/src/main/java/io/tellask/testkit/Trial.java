package io.tellask.testkit;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.DeadLetter;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.MailboxOptions;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.ActorHost;
import io.tellask.testkit.search.Recording;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One run of a {@link Scenario}: spawns actors each of which takes its messages at a time of its own, and knows what must be true in the end.
 *
 * <p>The run is over when nothing is left to do, or what is left is due later than {@link Exploration#time}. Then every promise that was
 * {@linkplain #expect expected} must have a value, no tell may have failed, and what was given to {@link #atEnd} is checked. Actors are not stopped.
 * Used by the scenario, its actors and its checks; by no other thread.
 */
public final class Trial {
    /** Code that may fail a run. */
    @FunctionalInterface
    public interface Check {
        /** Fails the run by whatever it throws. */
        void run() throws Exception;
    }

    /** The most that one {@link #choose} offers. */
    public static final int MOST_OPTIONS = 10_000;

    /** Loops for actors that other actors spawn: so many have one of their own. */
    private static final int LOOPS = 64;

    private record Expected(String what, CompletableFuture<?> promise) {
        void check() {
            switch (promise.state()) {
                case SUCCESS -> {}
                case RUNNING -> throw new AssertionError("never settled: " + what);
                case FAILED -> throw new AssertionError("failed: " + what, promise.exceptionNow());
                case CANCELLED -> throw new AssertionError("cancelled: " + what);
            }
        }
    }

    private final Simulation simulation;
    private final ExploredOrder order;
    private final StepWatch watch;
    private final Recording decisions;
    private final ActorSystem system;
    private final List<Expected> expected = new ArrayList<>();
    private final List<Check> checks = new ArrayList<>();
    private final List<Check> closing = new ArrayList<>();
    private final List<String> failedTells = new ArrayList<>();
    private boolean tellsMayFail;
    private boolean running = true;
    private @Nullable Throwable failure;

    Trial(Simulation simulation, ExploredOrder order, StepWatch watch, Recording decisions) {
        this.simulation = simulation;
        this.order = order;
        this.watch = watch;
        this.decisions = decisions;
        system = watched(ActorSystem.builder()
                .name("trial")
                .ioLoops(LOOPS)
                .ioLoopProvider(simulation.loopProvider())
                .build());
        watch.spawned(system::spawnedActors);
    }

    private ActorSystem watched(ActorSystem made) {
        made.onDeadLetter(this::deadLetter);
        return made;
    }

    private void deadLetter(DeadLetter letter) {
        watch.touchMailbox(letter.actor());
        if (letter.reason() == DeadLetter.Reason.FAILED) {
            failedTells.add(
                    "actor=" + letter.actor() + ", method=" + letter.method() + ", failure=" + letter.failure());
        }
    }

    /** Spawns an actor that takes each of its messages when the exploration says so. */
    public <C> C spawn(Class<C> contract, Supplier<? extends C> factory) {
        return spawn(contract, factory, SpawnOptions.defaults());
    }

    /** As {@link #spawn(Class, Supplier)}, with the mailbox, name and supervision of options, and not where they say. */
    public <C> C spawn(Class<C> contract, Supplier<? extends C> factory, SpawnOptions options) {
        Objects.requireNonNull(contract, "contract");
        Objects.requireNonNull(options, "options");
        SpawnOptions own = new SpawnOptions(
                SpawnOptions.Placement.GIVEN,
                newDispatcher(contract.getSimpleName()),
                options.mailbox(),
                options.name(),
                options.supervision());
        return system.spawn(contract, factory, own);
    }

    /** The system that actors are spawned in. */
    public ActorSystem system() {
        return system;
    }

    /**
     * A further system, with one loop: another process, with a server or clients. As what such a loop does is not seen in parts, all orders are tried from then
     * on; bound them.
     */
    public ActorSystem newSystem(String name) {
        Objects.requireNonNull(name, "name");
        return watched(ActorSystem.builder()
                .name(name)
                .ioLoops(1)
                .ioLoopProvider(simulation.loopProvider())
                .build());
    }

    /** A dispatcher whose tasks are steps of their own, for one actor. */
    public Dispatcher newDispatcher(String name) {
        Objects.requireNonNull(name, "name");
        watch.touch("dispatchers", "");
        return simulation.newDispatcher(name);
    }

    /** A promise that must have a value when the run is over; returns it. */
    public <T, S extends CompletionStage<T>> S expect(String what, S stage) {
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(stage, "stage");
        expected.add(new Expected(what, stage.toCompletableFuture()));
        return stage;
    }

    /** What must be true when the run is over; checks run in their order. */
    public void atEnd(Check check) {
        checks.add(Objects.requireNonNull(check, "check"));
    }

    /** Closes something after the run, failed or not; the last one first. */
    public void onClose(Check close) {
        closing.addFirst(Objects.requireNonNull(close, "close"));
    }

    /** Lets tells fail, as they do where supervision is tried. */
    public void allowFailedTells() {
        tellsMayFail = true;
    }

    /**
     * The value of a stage, in a check: what has to be done for it is done in one order, which is not explored.
     *
     * @throws CompletionException with the cause that the stage failed with
     * @throws IllegalStateException while the run goes on
     */
    public <T> T await(CompletionStage<T> stage) {
        Objects.requireNonNull(stage, "stage");
        if (running) {
            throw new IllegalStateException(
                    "trial: await during the run; attach a function, or await in a check at its end");
        }
        return simulation.await(stage);
    }

    /**
     * Says that the step under way reads or writes something that others do, and that is none of an actor: a list of the test, a file, a map. Without it,
     * an exploration that is reduced takes such steps in one order only.
     *
     * @param what equal in all runs and steps that mean the same
     */
    public void touch(Object what) {
        Objects.requireNonNull(what, "what");
        watch.touch("named", what);
    }

    /**
     * Chooses one of several things: an exploration tries each.
     *
     * @param options how many, 1 to {@link #MOST_OPTIONS}
     * @return 0 to {@code options} - 1
     */
    public int choose(int options) {
        if (options < 1) {
            throw new IllegalArgumentException("trial: options=" + options + " < 1; there must be something to choose");
        }
        if (options > MOST_OPTIONS) {
            throw new IllegalArgumentException("trial: options=" + options + " > MOST_OPTIONS=" + MOST_OPTIONS
                    + "; choose among fewer, or draw from random() and explore seeds");
        }
        return running ? decisions.choose(options) : 0;
    }

    /**
     * Something that happens at a step that the exploration chooses: each step is tried. Where nothing else is chosen it happens last.
     *
     * @param name for the trace
     * @param action runs on the thread of the steps, as no actor
     */
    public void fault(String name, Runnable action) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(action, "action");
        SimulatedDispatcher dispatcher = (SimulatedDispatcher) newDispatcher(name);
        order.preferLast(dispatcher);
        dispatcher.execute(new Fault(name, action));
    }

    /** Ends a system of {@link #newSystem} as the end of its process would, see {@link Simulation#kill}: in a {@link #fault}, for example. */
    public void kill(ActorSystem killed) {
        Objects.requireNonNull(killed, "killed");
        watch.share("system " + killed.name() + " was killed");
        simulation.kill(killed);
    }

    /** Random numbers, the same in each run of the same choices. */
    public RandomGenerator random() {
        return simulation.random();
    }

    /** Virtual nanoseconds since the run began. */
    public long nanoTime() {
        return simulation.nanoTime();
    }

    /** Steps taken so far. */
    public long steps() {
        return simulation.steps();
    }

    /** A history of calls of this run, see {@link History}: steps that record something are tried in all orders, as the order of beginnings and ends counts. */
    public <O, R> History<O, R> newHistory() {
        return new History<>(simulation::nanoTime, () -> touch("history"));
    }

    /** Runs the scenario until nothing is left to do, or the next timer is due later than an instant; throws what fails the run. */
    void play(Scenario scenario, long endNanos) throws Throwable {
        ActorCell<Scenario> cell = new ActorCell<>(
                new PlainHost(), "scenario", simulation.newDispatcher("scenario"), MailboxOptions.defaults());
        cell.enqueue(() -> begin(scenario));
        cell.install(scenario);
        simulation.runUntil(endNanos);
        running = false;
        order.close();
        check();
    }

    private void begin(Scenario scenario) {
        try {
            scenario.begin(this);
        } catch (Throwable thrown) {
            failure = thrown;
        }
    }

    private void check() throws Throwable {
        if (failure != null) {
            throw failure;
        }
        if (!tellsMayFail && !failedTells.isEmpty()) {
            throw new AssertionError(
                    "a tell failed; trial.allowFailedTells() has those that are meant to: " + failedTells.getFirst());
        }
        expected.forEach(Expected::check);
        for (Check check : checks) {
            check.run();
        }
    }

    /** Closes what is to be closed; returns what the run failed with, or what failed now. */
    @Nullable
    Throwable close(@Nullable Throwable failed) {
        running = false;
        order.close();
        Throwable all = failed;
        for (Check close : closing) {
            try {
                close.run();
            } catch (Throwable thrown) {
                if (all == null) {
                    all = thrown;
                } else {
                    all.addSuppressed(thrown);
                }
            }
        }
        return all;
    }

    /** Where the scenario lives: in no system, and nobody hears of its end. */
    private record PlainHost() implements ActorHost {
        @Override
        public <C> C spawn(Class<C> contract, Supplier<? extends C> factory, SpawnOptions options) {
            throw new IllegalStateException("scenario: spawn by its trial");
        }

        @Override
        public void countDropped() {
            // nothing that is dropped is sent to a scenario
        }

        @Override
        public void reportTellFailure(String actor, String method, Throwable failure) {
            // no contract, no tells
        }
    }
}
