package io.tellask.testkit;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoopProvider;
import io.tellask.actor.WaitChain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs actor systems on one thread, in virtual time, in an order drawn from a seed: the same seed gives the same run.
 *
 * <p>Systems of {@link #newSystem} take their I/O loops from here; actors that would have a thread of their own are spawned with
 * {@code SpawnOptions.on(simulation.newDispatcher("name"))}. Nothing moves until the test says so: {@link #runUntilIdle} handles all
 * that is ready, {@link #advance} lets time pass, {@link #await} does both until a promise settles. Between these the test may call
 * actors as usual. What may wait goes through {@link #call}: {@code Client.connect}, {@code ActorSystem.close}, and a remote call where
 * credit can be used up, since the simulation stands still while the test's own thread waits. An ask that only the simulation can answer, and
 * {@code Client.close}, refuse to wait on that thread with {@code BlockingCallException}.
 *
 * <p>A run is bounded: past {@link #maxSteps} tasks in one of these methods, on a task that throws, and where a promise can no longer
 * settle, {@link SimulationException} names the seed. Used by one thread.
 */
public final class Simulation implements AutoCloseable {
    /** Tasks that one run may take unless told otherwise. */
    public static final long DEFAULT_MAX_STEPS = 10_000_000;

    private final long seed;
    private final Schedule schedule;
    private final SplittableRandom workload;
    private final Order order;
    private final StepThread stepThread;
    private final boolean ownsThread;
    private final List<ActorSystem> systems = new ArrayList<>();
    private long maxSteps = DEFAULT_MAX_STEPS;
    private long steps;
    private final TreeMap<Long, List<Runnable>> beforeSteps = new TreeMap<>();

    private Simulation(long seed) {
        this.seed = seed;
        SplittableRandom root = new SplittableRandom(seed);
        order = Order.random(root.split());
        schedule = new Schedule(order);
        workload = root.split();
        stepThread = new StepThread("simulation-" + seed);
        ownsThread = true;
    }

    /** In an order that somebody else decides, on a thread that others use later. */
    Simulation(long seed, Order order, StepThread stepThread) {
        this.seed = seed;
        this.order = order;
        schedule = new Schedule(order);
        workload = new SplittableRandom(seed);
        this.stepThread = stepThread;
        ownsThread = false;
    }

    /** A simulation that repeats whenever the seed and the test are the same. */
    public static Simulation seeded(long seed) {
        return new Simulation(seed);
    }

    /** Bounds the tasks of one run, at least 1. */
    public Simulation maxSteps(long steps) {
        if (steps < 1) {
            throw new IllegalArgumentException("simulation: maxSteps=" + steps + " < 1; a run takes at least one step");
        }
        maxSteps = steps;
        return this;
    }

    /** The seed that repeats this run. */
    public long seed() {
        return seed;
    }

    /** Random numbers for the test's own choices; they do not disturb the order of tasks. */
    public RandomGenerator random() {
        return workload;
    }

    /** Tasks run so far. */
    public long steps() {
        return steps;
    }

    /** Virtual nanoseconds since the simulation began. */
    public long nanoTime() {
        return schedule.nanoTime();
    }

    /** An actor system with one simulated I/O loop, closed together with the simulation. */
    public ActorSystem newSystem(String name) {
        Objects.requireNonNull(name, "name");
        return newSystem(name, 1);
    }

    /** An actor system with simulated I/O loops, closed together with the simulation. */
    public ActorSystem newSystem(String name, int ioLoops) {
        Objects.requireNonNull(name, "name");
        ActorSystem system = ActorSystem.builder()
                .name(name)
                .ioLoops(ioLoops)
                .ioLoopProvider(loopProvider())
                .build();
        systems.add(system);
        return system;
    }

    /** Makes simulated I/O loops for an actor system that the test builds itself. */
    public IoLoopProvider loopProvider() {
        return (count, name) -> new SimulatedLoops(schedule, count, name);
    }

    /** A dispatcher that stands for a thread: code on it may block only where nothing else of the simulation has to move meanwhile. */
    public Dispatcher newDispatcher(String name) {
        Objects.requireNonNull(name, "name");
        return schedule.newDispatcher(name, false);
    }

    /** Runs a task before the step that follows so many others, on the thread of the steps, on behalf of no dispatcher. */
    void atStep(long step, Runnable task) {
        beforeSteps.computeIfAbsent(step, unknown -> new ArrayList<>()).add(task);
    }

    /**
     * Ends a system as the end of its process would: what waits on its loops, and its timers, are lost; nothing of it is told or closed. Others find its
     * connections dead when they send. Actors on dispatchers of their own go on: kill systems whose actors are on loops. From the test, or from a task.
     *
     * @throws IllegalArgumentException if it is not on loops of this simulation
     */
    public void kill(ActorSystem system) {
        Objects.requireNonNull(system, "system");
        for (Dispatcher loop : system.ioLoops().all()) {
            schedule.drop(requireSimulated(system, loop));
        }
        if (system.ioLoops() instanceof SimulatedLoops loops) {
            loops.standIns().forEach(schedule::drop);
        }
        systems.remove(system);
    }

    private SimulatedDispatcher requireSimulated(ActorSystem system, Dispatcher loop) {
        if (loop instanceof SimulatedDispatcher simulated && simulated.isOf(schedule)) {
            return simulated;
        }
        throw new IllegalArgumentException("simulation: system=" + system.name()
                + " is not on loops of this simulation; build it with ioLoopProvider(simulation.loopProvider())");
    }

    /** Runs, and lets time pass from timer to timer, until nothing is left, or the next timer is due later than an instant. */
    void runUntil(long nanos) {
        drive(() -> true, nanos);
    }

    /** Runs everything that is ready; virtual time stands still. */
    public void runUntilIdle() {
        drive(() -> true, schedule.nanoTime());
    }

    /** Lets virtual time pass, running what becomes due at its instant. */
    public void advance(Duration time) {
        Objects.requireNonNull(time, "time");
        long nowNanos = schedule.nanoTime();
        long untilNanos = nowNanos + Math.min(TimeUnit.NANOSECONDS.convert(time), Long.MAX_VALUE - nowNanos);
        drive(() -> true, untilNanos);
        schedule.moveTo(untilNanos);
    }

    /**
     * Runs, and lets time pass from timer to timer, until the stage is settled; returns its value.
     *
     * @throws CompletionException with the cause the stage failed with
     * @throws SimulationException if nothing is left that could settle it
     */
    public <T> T await(CompletionStage<T> stage) {
        CompletableFuture<T> settled = stage.toCompletableFuture();
        runUntil(settled::isDone, () -> unsettled(WaitChain.of(stage).toString()));
        return settled.join();
    }

    private static String unsettled(String chain) {
        return "what is waited for is not settled" + (chain.isEmpty() ? "" : ": " + chain);
    }

    /** Runs, and lets time pass from timer to timer, until the condition holds. */
    public void runUntil(BooleanSupplier condition) {
        runUntil(condition, () -> "the condition does not hold");
    }

    private void runUntil(BooleanSupplier condition, Supplier<String> otherwise) {
        drive(() -> !condition.getAsBoolean(), Long.MAX_VALUE);
        if (!condition.getAsBoolean()) {
            throw new SimulationException("simulation: nothing is left to run, steps=" + steps + ", and "
                    + otherwise.get() + "; what waits for real threads or sockets is no part of it; seed=" + seed);
        }
    }

    /**
     * Makes a blocking call on a thread of its own while the simulation runs, and returns its result. Time passes only while the call
     * waits and nothing else is ready. For setting up and closing: where both threads are at work, the order is not the seed's.
     */
    public <T> T call(Callable<T> blocking) {
        Objects.requireNonNull(blocking, "blocking");
        BlockingCall<T> call = new BlockingCall<>(blocking, "simulation-" + seed + "-call");
        while (!call.isDone()) {
            call.awaitQuiet();
            long before = steps;
            runUntilIdle();
            boolean moved = steps != before || call.isQuiet() && schedule.moveToTimer(Long.MAX_VALUE);
            if (moved) {
                call.mayWake();
            } else if (call.isStuck()) {
                throw new SimulationException(
                        "simulation: a blocking call waits, and nothing is left to run; seed=" + seed,
                        call.whereItWaits());
            }
        }
        return call.result();
    }

    /** As {@link #call} for a task without a result. */
    public void callVoid(Runnable blocking) {
        call(() -> {
            blocking.run();
            return Boolean.TRUE;
        });
    }

    private void drive(BooleanSupplier wanted, long untilNanos) {
        Thread caller = Thread.currentThread();
        stepThread.run(() -> {
            schedule.steppedBy(caller);
            long limit = steps + maxSteps;
            while (wanted.getAsBoolean()) {
                runBeforeStep();
                Schedule.Step step = schedule.next();
                if (step != null) {
                    countStep(limit);
                    perform(step);
                } else if (schedule.moveToTimer(untilNanos)) {
                    order.timePassed();
                } else {
                    return;
                }
            }
        });
    }

    private void runBeforeStep() {
        while (!beforeSteps.isEmpty() && beforeSteps.firstKey() <= steps) {
            beforeSteps.pollFirstEntry().getValue().forEach(Runnable::run);
        }
    }

    private void countStep(long limit) {
        if (steps >= limit) {
            throw new SimulationException("simulation: steps=" + maxSteps + " >= maxSteps=" + maxSteps
                    + ", the run does not come to rest; seed=" + seed);
        }
        steps++;
    }

    private void perform(Schedule.Step step) {
        order.begins(step);
        try {
            stepThread.step(step);
        } catch (RuntimeException | Error failure) {
            throw new SimulationException(
                    "simulation: a task of dispatcher=" + step.dispatcher() + " failed, steps=" + steps + ", seed="
                            + seed,
                    failure);
        }
        order.ends(step);
    }

    /** Closes the systems made here, then ends the thread. */
    @Override
    public void close() {
        @Nullable RuntimeException failed = null;
        for (ActorSystem system : systems) {
            try {
                callVoid(system::close);
            } catch (RuntimeException failure) {
                failed = failure;
            }
        }
        if (ownsThread) {
            stepThread.close();
        } else {
            schedule.clear();
        }
        if (failed != null) {
            throw failed;
        }
    }
}
